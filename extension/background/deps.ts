import type { InstantMs } from '../../shared/durations.ts';
import type { EdgeDeps } from '../edge-client/edge-client.ts';
import { isLooking } from './is-looking.ts';

/** The rim of the background: network, clock, and whether somebody looks. */
export type KeeperDeps = EdgeDeps & {
  now: () => InstantMs;
  openSocket: (url: string, protocols: string[]) => WebSocket;
  isLooking: () => Promise<boolean>;
};

export const browserDeps: KeeperDeps = {
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  isLooking,
};
