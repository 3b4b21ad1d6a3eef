import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { currentTab } from '../capture/read-tab.ts';
import type { EdgeDependencies } from '../edge-client/edge-client.ts';

/** External dependencies of the background: network, clock, and whether the user is viewing a page. */
export type BackgroundDependencies = EdgeDependencies & {
  now: () => InstantMs;
  openSocket: (url: string, protocols: string[]) => WebSocket;
  isViewOpen: () => Promise<boolean>;
};

export const browserDependencies: BackgroundDependencies = {
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  // Each build contains its own browser's variant.
  isViewOpen: () => (import.meta.env.FIREFOX ? isAnyViewSeen() : isAnyContextSeen()),
};

/** Pages that show what is going on. The options page does not. */
const SHOWING = /^[^#]*\/(?:popup|sidepanel)\.html/;

/** Tab id of popup and side panel in the browser's list of contexts. */
const IN_NO_TAB = -1;

/**
 * Whether the popup or side panel is open, or the active tab shows the popup's page, which replaces the popup
 * where the browser can't open it.
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

/** The same in Firefox, which has no list of contexts but gives the background access to its pages. */
export async function isAnyViewSeen(): Promise<boolean> {
  const views = browser.extension.getViews() as unknown as View[];
  return views.some(({ location, document }) => isShowing(location.href) && !document.hidden);
}
