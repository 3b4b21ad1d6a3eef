import { browser } from 'wxt/browser';

/**
 * Opens the popup. One that is open already follows what is prepared by itself; where the browser refuses (no window in
 * front; Firefox, without a click of its own), the same page in a tab.
 * @param hash what the tab is to point at
 * @returns whether it is a popup
 */
export async function openPopup(hash = ''): Promise<boolean> {
  try {
    await browser.action.openPopup();
    return true;
  } catch {
    if (await isPopupOpen()) return true;
    await browser.tabs.create({ url: browser.runtime.getURL(`/popup.html${hash}` as '/popup.html') });
    return false;
  }
}

async function isPopupOpen(): Promise<boolean> {
  // Firefox cannot tell.
  if (import.meta.env.FIREFOX) return false;
  return (await browser.runtime.getContexts({ contextTypes: ['POPUP'] })).length > 0;
}
