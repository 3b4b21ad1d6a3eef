import { browser } from 'wxt/browser';

const PAGE = '/console.html';

/** A console address with its `#`: `#/projects/shop/talk`. */
export const consoleAddress = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join('/')}`;

/** Whether this page is the console, in a tab or in the side panel. */
export const isConsole = (): boolean => /\/(?:console|sidepanel)\.html$/.test(location.pathname);

export const consoleUrl = (address: string): string => `${browser.runtime.getURL(PAGE)}${address}`;

/** Shows an address in the console's open tab, or in a new one. */
export async function openConsole(address: string): Promise<void> {
  const url = consoleUrl(address);
  const [open] = await browser.tabs.query({ url: browser.runtime.getURL(PAGE) }).catch(() => []);
  if (open?.id === undefined) return void (await browser.tabs.create({ url }));
  await browser.tabs.update(open.id, { active: true, ...(address === '' ? {} : { url }) });
  await browser.windows?.update(open.windowId, { focused: true });
}
