import { browser } from 'wxt/browser';
import { SECOND_MS } from '../../shared/time.ts';

/** The port by which the background knows that a view is open; no messages are sent over it. */
export const VIEW_PORT = 'view';

/** Reconnecting restarts a background that was ended. */
const RECONNECT_MS = SECOND_MS;

/**
 * Keeps a port to the background open while this page is visible. The browser closes it when the page is closed or
 * hidden.
 */
export function announceView(page: Document = document): void {
  let port: ReturnType<typeof browser.runtime.connect> | null = null;
  const connect = () => {
    if (port || page.visibilityState === 'hidden') return;
    try {
      port = browser.runtime.connect({ name: VIEW_PORT });
    } catch {
      // The extension was updated while this page was open: messages fail from now on.
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
