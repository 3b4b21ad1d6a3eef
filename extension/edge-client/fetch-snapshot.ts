import * as z from 'zod/mini';
import { API_VERSION_HEADER, apiVersionOf } from '../../shared/edge-api/health.ts';
import { parseSnapshot, type Snapshot } from '../../shared/snapshot/snapshot.ts';
import { apiError, type Result, success } from './api-error.ts';
import { type EdgeDependencies, readResponse, send } from './edge-client.ts';

export type FetchedSnapshot = {
  /** Null: unchanged. */
  value: Snapshot | null;
  etag: string | null;
  /** The edge's version; see `API_VERSION`. */
  edgeApi: number;
};

/**
 * Fetches the snapshot; `value` is null when it still has the tag `known`.
 * @param fresh a view is open: the edge reads what is older than a few seconds, and sweeps
 */
export async function fetchSnapshot(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
  known: string | null,
  fresh: boolean,
): Promise<Result<FetchedSnapshot>> {
  const response = await send(dependencies, edge, {
    method: 'GET',
    path: fresh ? '/snapshot?fresh=1' : '/snapshot',
    token,
    headers: known === null ? {} : { 'if-none-match': known },
  });
  if (!response.ok) return response;
  const { headers, status } = response.value;
  const tags = { etag: headers.get('etag'), edgeApi: apiVersionOf(headers.get(API_VERSION_HEADER)) };
  if (status === 304) return success({ value: null, ...tags });
  const read = await readResponse(response.value, z.unknown());
  if (!read.ok) return read;
  const value = parseSnapshot(read.value);
  return value === null ? apiError('not-an-edge') : success({ value, ...tags });
}
