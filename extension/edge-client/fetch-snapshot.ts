import { type Snapshot, snapshot } from '../../shared/snapshot/snapshot.ts';
import { type Result, success } from './api-error.ts';
import { type EdgeDependencies, readAnswer, send } from './edge-client.ts';

/** `value` null: nothing has changed. */
export type FetchedSnapshot = { value: Snapshot | null; etag: string | null };

/**
 * Asks for the snapshot; `value` null when it has not changed since the tag `known`.
 * @param fresh somebody looks: the edge then reads what is more than a few seconds old, and sweeps
 */
export async function fetchSnapshot(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
  known: string | null,
  fresh: boolean,
): Promise<Result<FetchedSnapshot>> {
  const answered = await send(dependencies, edge, {
    method: 'GET',
    path: fresh ? '/snapshot?fresh=1' : '/snapshot',
    token,
    headers: known === null ? {} : { 'if-none-match': known },
  });
  if (!answered.ok) return answered;
  const etag = answered.value.headers.get('etag');
  if (answered.value.status === 304) return success({ value: null, etag });
  const read = await readAnswer(answered.value, snapshot);
  return read.ok ? success({ value: read.value, etag }) : read;
}
