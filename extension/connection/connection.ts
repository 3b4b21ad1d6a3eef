import type { InstantMs } from '../../shared/durations.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import { localItem } from '../storage/stored-item.ts';

/** What every page may know of the pairing; the token lives apart, in `device-token.ts`. */
export type Connection = {
  /** The edge's address, without trailing slash. */
  edge: string;
  deviceId: string;
  role: Role;
  name: string;
  pairedAt: InstantMs;
};

export const connectionItem = localItem<Connection | null>('connection', null);
