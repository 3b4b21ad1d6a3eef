import { browser } from 'wxt/browser';

/** Where a page of ours can be told to start with the launch view. */
export const LAUNCH_HASH = '#launch';

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

/** Opens the popup on the launch view; where the browser refuses (no window in front), a tab instead. */
export async function openPopup(): Promise<void> {
  try {
    await browser.action.openPopup();
  } catch {
    await browser.tabs.create({ url: browser.runtime.getURL(`/popup.html${LAUNCH_HASH}`) });
  }
}
