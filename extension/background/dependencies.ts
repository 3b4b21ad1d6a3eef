import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { currentTab } from '../capture/read-tab.ts';
import type { EdgeDependencies } from '../edge-client/edge-client.ts';

/** What the background needs of the world: network, clock, and whether somebody looks. */
export type BackgroundDependencies = EdgeDependencies & {
  now: () => InstantMs;
  openSocket: (url: string, protocols: string[]) => WebSocket;
  isLooking: () => Promise<boolean>;
};

export const browserDependencies: BackgroundDependencies = {
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  // The build keeps its own browser's way.
  isLooking: () => (import.meta.env.FIREFOX ? isAnyViewSeen() : isAnyContextSeen()),
};

/** The pages that show what is going on. Options do not: who sets something up there sees no run end. */
const SHOWING = /^[^#]*\/(?:popup|sidepanel)\.html/;

/** Where popup and side panel stand, by what the browser says of their contexts. */
const IN_NO_TAB = -1;

/**
 * Whether the popup or the side panel is open, or the popup's page stands in the tab in front, which it does where the
 * browser lets no popup open by itself.
 */
export async function isAnyContextSeen(): Promise<boolean> {
  const contexts = await browser.runtime.getContexts({});
  const front = await currentTab();
  return contexts.some(
    (context) =>
      (context.tabId === front.id || context.tabId === IN_NO_TAB) && isShowing(context.documentUrl),
  );
}

const isShowing = (address = '') => SHOWING.test(address);

type View = { location: Location; document: Document };

/** The same in Firefox, which has no list of contexts, but whose background sees the pages themselves. */
export async function isAnyViewSeen(): Promise<boolean> {
  const views = browser.extension.getViews() as unknown as View[];
  return views.some(({ location, document }) => isShowing(location.href) && !document.hidden);
}
