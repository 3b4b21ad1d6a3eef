import { browser } from 'wxt/browser';

interface Sidebar {
  open(): Promise<void>;
}

/**
 * Opens the side panel. Must be called in the very turn of the user's gesture: both browsers forget it at the first wait.
 * @returns whether there is one
 */
export function openPanel(windowId: number | undefined): boolean {
  if (import.meta.env.FIREFOX) {
    const { sidebarAction } = browser as unknown as { sidebarAction: Sidebar };
    void sidebarAction.open().catch(() => undefined);
    return true;
  }
  if (windowId === undefined) return false;
  void browser.sidePanel.open({ windowId }).catch(() => undefined);
  return true;
}
