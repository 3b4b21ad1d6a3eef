import { browser } from 'wxt/browser';
import { isOwnPage } from '../messaging/server.ts';
import { VIEW_PORT } from '../messaging/view-port.ts';

/**
 * Follows which views are open; call it once, before the first await. Holds nothing that must survive: the views of a
 * background that was ended connect again to the next one.
 * @param onChange whether any is open now
 */
export function followViews(onChange: (open: boolean) => void): void {
  const open = new Set<object>();
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== VIEW_PORT || !port.sender || !isOwnPage(port.sender)) return;
    open.add(port);
    if (open.size === 1) onChange(true);
    port.onDisconnect.addListener(() => {
      open.delete(port);
      if (open.size === 0) onChange(false);
    });
  });
}
