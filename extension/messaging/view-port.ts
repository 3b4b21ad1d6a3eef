import { browser } from 'wxt/browser';
import { SECOND_MS } from '../../shared/time.ts';

/** The connection by which the background knows that a view is open; nothing is said over it. */
export const VIEW_PORT = 'view';

/** A background that was ended is started anew by connecting again. */
const RECONNECT_MS = SECOND_MS;

/**
 * Tells the background, from now on, while this page is seen. A page that is closed, or behind another tab, is told by the
 * browser.
 */
export function announceView(page: Document = document): void {
  let port: ReturnType<typeof browser.runtime.connect> | null = null;
  const connect = () => {
    if (port || page.visibilityState === 'hidden') return;
    try {
      port = browser.runtime.connect({ name: VIEW_PORT });
    } catch {
      // The extension was updated under this page: it is told nothing more anyway.
      return;
    }
    port.onDisconnect.addListener(() => {
      port = null;
      setTimeout(connect, RECONNECT_MS);
    });
  };
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') connect();
    else {
      port?.disconnect();
      port = null;
    }
  });
  connect();
}
