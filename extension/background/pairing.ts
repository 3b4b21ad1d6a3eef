import { connectionItem } from '../connection/connection.ts';
import { deviceTokenItem } from '../connection/device-token.ts';

/** The edge's address and this browser's token; null while it is not paired. */
export async function readPairing(): Promise<{ edge: string; token: string } | null> {
  const [connection, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  return connection && token !== null ? { edge: connection.edge, token } : null;
}
