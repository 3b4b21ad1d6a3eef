import * as z from 'zod/mini';
import { type WatchRecord, watchRecord } from '../../shared/data-api/watch-record.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { parseEach } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import { snapshotItem, watchesItem } from '../storage/account.ts';
import { connectionItem } from '../storage/pairing.ts';

/**
 * Reads the watches when the snapshot says that they have news; a failed read is retried with the next snapshot.
 * Null: no news. A viewer has none.
 */
export async function readWatches(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
): Promise<{ records: WatchRecord[]; version: number; at: InstantMs } | null> {
  const [connection, stored, known] = await Promise.all([
    connectionItem.getValue(),
    snapshotItem.getValue(),
    watchesItem.getValue(),
  ]);
  const { watches: version, at } = stored?.snapshot ?? {};
  if (version === undefined || at === undefined || version === known?.version) return null;
  if (!mayActAs(connection?.role ?? 'viewer', 'builder')) return null;
  const result = await requestEdge(
    dependencies,
    edge,
    { method: 'GET', path: '/watches', token },
    z.array(z.unknown()),
  );
  return result.ok ? { records: parseEach(watchRecord, result.value), version, at } : null;
}
