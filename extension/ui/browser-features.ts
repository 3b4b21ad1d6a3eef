import { browser } from 'wxt/browser';

/**
 * What a browser lacks although its kin has it: Firefox for Android has no menu, no keyboard commands and no sidebar, and
 * Opera takes the side panel of the manifest without having one.
 */
type Partly = {
  [Name in 'contextMenus' | 'commands' | 'sidePanel']?: (typeof browser)[Name];
} & { sidebarAction?: { open(): Promise<void> } };
const partly = browser as Partly;

export const hasContextMenu = (): boolean => partly.contextMenus !== undefined;
export const hasShortcuts = (): boolean => partly.commands !== undefined;
export const hasSidePanel = (): boolean =>
  (import.meta.env.FIREFOX ? partly.sidebarAction : partly.sidePanel) !== undefined;

/** Whether pages and popup share one narrow window, without a toolbar: Firefox for Android. */
export const isHandheld = (): boolean => Boolean(import.meta.env.FIREFOX) && !hasContextMenu();

/**
 * Opens the side panel. Must be called in the very turn of the user's gesture: both browsers forget it at the first wait.
 * @returns whether there is one
 */
export function openSidePanel(windowId: number | undefined): boolean {
  if (import.meta.env.FIREFOX) {
    void partly.sidebarAction?.open().catch(() => undefined);
    return hasSidePanel();
  }
  if (windowId === undefined || !partly.sidePanel) return false;
  void partly.sidePanel.open({ windowId }).catch(() => undefined);
  return true;
}
