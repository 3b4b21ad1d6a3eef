import * as z from 'zod/mini';
import { type WatchRecord, watchRecord } from '../../shared/data-api/watch-record.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { parseEach } from '../../shared/parse.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import { connectionItem } from '../storage/pairing.ts';

/** The account's watches; null where they can't be read. A viewer has none. */
export async function readWatches(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
): Promise<WatchRecord[] | null> {
  const connection = await connectionItem.getValue();
  if (!mayActAs(connection?.role ?? 'viewer', 'builder')) return null;
  const request = { method: 'GET', path: '/watches', token } as const;
  const result = await requestEdge(dependencies, edge, request, z.array(z.unknown()));
  return result.ok ? parseEach(watchRecord, result.value) : null;
}
