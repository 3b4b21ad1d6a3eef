import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/durations.ts';
import type { EdgeDeps } from '../edge-client/edge-client.ts';

/** The rim of the background: network, clock, and whether somebody looks. */
export type KeeperDeps = EdgeDeps & {
  now: () => InstantMs;
  openSocket: (url: string, protocols: string[]) => WebSocket;
  isLooking: () => Promise<boolean>;
};

export const browserDeps: KeeperDeps = {
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  isLooking,
};

/** A popup or a side panel of ours is open. Firefox cannot say: nobody looks there. */
async function isLooking(): Promise<boolean> {
  if (!browser.runtime.getContexts) return false;
  const contexts = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL'] });
  return contexts.length > 0;
}
