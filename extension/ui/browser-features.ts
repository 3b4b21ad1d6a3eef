import { browser } from 'wxt/browser';

/**
 * What a browser lacks although it is derived from one that has it: Firefox for Android has no menu, keyboard
 * commands or sidebar, and Opera accepts the manifest's side panel without having one.
 */
type Partly = {
  [Name in 'contextMenus' | 'commands' | 'sidePanel']?: (typeof browser)[Name];
} & { sidebarAction?: { open(): Promise<void> } };
const partly = browser as Partly;

export const hasContextMenu = (): boolean => partly.contextMenus !== undefined;
export const hasShortcuts = (): boolean => partly.commands !== undefined;
export const hasSidePanel = (): boolean =>
  (import.meta.env.FIREFOX ? partly.sidebarAction : partly.sidePanel) !== undefined;

/** Whether this page is the side panel, not a tab. */
export const isPanel = (): boolean => location.pathname.endsWith('/sidepanel.html');

/** Whether pages and popup share one narrow window, without a toolbar: Firefox for Android. */
export const isHandheld = (): boolean => Boolean(import.meta.env.FIREFOX) && !hasContextMenu();

/**
 * Opens the side panel. Must be called synchronously in the user's gesture, which expires at the first await.
 * @returns whether there is one
 */
export function openSidePanel(windowId: number | undefined): boolean {
  void openedSidePanel(windowId);
  return canOpenSidePanel(windowId);
}

const canOpenSidePanel = (windowId: number | undefined): boolean =>
  hasSidePanel() && (Boolean(import.meta.env.FIREFOX) || windowId !== undefined);

/** The same. @returns whether it opened: a browser may have one and not let it open */
export async function openedSidePanel(windowId: number | undefined): Promise<boolean> {
  try {
    if (import.meta.env.FIREFOX) await partly.sidebarAction?.open();
    else if (windowId !== undefined) await partly.sidePanel?.open({ windowId });
    return canOpenSidePanel(windowId);
  } catch {
    return false;
  }
}
