import { browser } from 'wxt/browser';
import { decodedUri } from '../../shared/parse.ts';
import { deepLinkItem } from '../storage/session.ts';

const PAGE = '/console.html';

/** The console's views: those of the rail, in order; then those that begin something new. */
export const DOORS = ['now', 'projects', 'money', 'activity', 'settings', 'operations'] as const;
export const BEGINNINGS = ['launch', 'import'] as const;
export const VIEWS = [...DOORS, ...BEGINNINGS] as const;
export type ViewName = (typeof VIEWS)[number];

/** A console address with its `#`: `#/projects/shop/talk`. `menu`: the rail as a page of its own. */
export const consoleAddress = (first: ViewName | 'menu', ...rest: string[]): string =>
  `#/${[first, ...rest].map(encodeURIComponent).join('/')}`;

/** Whether this page is the console: in a tab, in the side panel, or as options, which begin at Settings. */
export const isConsole = (): boolean => /\/(?:console|sidepanel|options)\.html$/.test(location.pathname);

export const consoleUrl = (address: string): string => `${browser.runtime.getURL(PAGE)}${address}`;

export const openConsole = (address: string): Promise<void> => openTab(PAGE, address);

/** Shows the page where a browser is paired. */
export const openFirstPage = (): Promise<void> => openTab('/first.html', '');

async function openTab(page: typeof PAGE | '/first.html', address: string): Promise<void> {
  const root = browser.runtime.getURL(page);
  const url = `${root}${address}`;
  const [open] = await browser.tabs.query({ url: root }).catch(() => []);
  if (open?.id === undefined) return void (await browser.tabs.create({ url }));
  await browser.tabs.update(open.id, { active: true, ...(address === '' ? {} : { url }) });
  await browser.windows?.update(open.windowId, { focused: true });
}

/** Opens an item's row: in the popup where the browser can open it, else in the console. */
export async function openDeepLink(itemId: string): Promise<void> {
  await deepLinkItem.setValue(itemId);
  if (await mayOpenPopup()) return;
  await deepLinkItem.removeValue();
  await openConsole(consoleAddress('now', ...(itemId === '' ? [] : [itemId])));
}

/** The item that the opened page is to show, once; empty for none. */
export async function takeDeepLink(): Promise<string> {
  const itemId = await deepLinkItem.getValue();
  if (itemId !== '') void deepLinkItem.removeValue();
  return itemId || decodedUri(location.hash.slice(1));
}

/**
 * Opens the popup. An open one follows storage by itself; where the browser refuses (no window in front;
 * Firefox, without a click), opens the same page in a tab.
 */
export async function openPopup(): Promise<void> {
  if (!(await mayOpenPopup())) await browser.tabs.create({ url: browser.runtime.getURL('/popup.html') });
}

async function mayOpenPopup(): Promise<boolean> {
  try {
    await browser.action.openPopup();
    return true;
  } catch {
    return isPopupOpen();
  }
}

async function isPopupOpen(): Promise<boolean> {
  // Firefox can't tell.
  if (import.meta.env.FIREFOX) return false;
  return (await browser.runtime.getContexts({ contextTypes: ['POPUP'] })).length > 0;
}
