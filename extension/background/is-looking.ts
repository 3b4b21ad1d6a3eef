import { browser } from 'wxt/browser';
import { currentTab } from '../capture/ask-tab.ts';

/** The pages that show what is going on. Options do not: who sets something up there sees no run end. */
const SHOWING = /^[^#]*\/(?:popup|sidepanel)\.html/;

/** Where popup and side panel stand, by what the browser says of their contexts. */
const IN_NO_TAB = -1;

/**
 * Whether somebody is looking: the popup or the side panel is open, or the popup's page stands in the tab in front, which it
 * does where the browser lets no popup open by itself. The build keeps its own browser's way.
 */
export const isLooking = (): Promise<boolean> =>
  import.meta.env.FIREFOX ? isAnyViewSeen() : isAnyContextSeen();

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

/** Firefox has no list of contexts, but its background sees the pages themselves. */
export async function isAnyViewSeen(): Promise<boolean> {
  const views = browser.extension.getViews() as unknown as View[];
  return views.some(({ location, document }) => isShowing(location.href) && !document.hidden);
}
