import { browser } from 'wxt/browser';

interface Sidebar {
  open(): Promise<void>;
}

/**
 * Opens the side panel. Must be called in the very turn of the user's gesture: both browsers forget it at the first wait.
 * @returns whether there is one
 */
export function openPanel(windowId: number | undefined): boolean {
  const sidebar = (browser as unknown as { sidebarAction?: Sidebar }).sidebarAction;
  if (sidebar) {
    void sidebar.open().catch(() => undefined);
    return true;
  }
  if (!browser.sidePanel?.open || windowId === undefined) return false;
  void browser.sidePanel.open({ windowId }).catch(() => undefined);
  return true;
}

/**
 * Opens the popup, which goes to the launch view by itself when something is prepared. One that is open already follows;
 * where the browser refuses (no window in front), a tab instead.
 */
export async function openPopup(): Promise<void> {
  try {
    await browser.action.openPopup();
  } catch {
    if (await isPopupOpen()) return;
    await browser.tabs.create({ url: browser.runtime.getURL(`/popup.html`) });
  }
}

async function isPopupOpen(): Promise<boolean> {
  if (!browser.runtime.getContexts) return false;
  return (await browser.runtime.getContexts({ contextTypes: ['POPUP'] })).length > 0;
}
