import * as z from 'zod/mini';
import { role } from '../../shared/edge-api/role.ts';
import { instantMs } from '../../shared/time.ts';
import { localItem } from './stored-item.ts';

/** The pairing without the token, for every page. */
export const connection = z.object({
  /** The edge's address, without trailing slash. */
  edge: z.string(),
  deviceId: z.string(),
  role,
  name: z.string(),
  pairedAt: instantMs,
});
export type Connection = z.infer<typeof connection>;

export const connectionItem = localItem<Connection | null>('connection', null);

/** This browser's bearer token. Used by the background only. */
export const deviceTokenItem = localItem<string | null>('device-token', null);

/** The edge's address and this browser's token; null while it is not paired. */
export async function readPairing(): Promise<{ edge: string; token: string } | null> {
  const [paired, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  return paired && token !== null ? { edge: paired.edge, token } : null;
}
