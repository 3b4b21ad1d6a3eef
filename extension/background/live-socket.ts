import { browser } from 'wxt/browser';
import { parse } from '../../shared/parse.ts';
import {
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PROTOCOL,
  LIVE_TOKEN_PROTOCOL_PREFIX,
  type LiveMessage,
  type LiveRequest,
  liveMessage,
} from '../../shared/snapshot/live.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { VIEW_PORT } from '../messaging/client.ts';
import { isOwnPage } from '../messaging/server.ts';

/** Below the 30 s after which browsers end an idle background. */
const KEEPALIVE_MS = 20 * SECOND_MS;

export type LiveHandlers = {
  onMessage: (message: LiveMessage) => void;
  onOpen: () => void;
  /** `revoked`: the edge closed it because this browser was unpaired. */
  onClose: (why: 'revoked' | 'lost') => void;
};

export type LiveSocket = {
  close: () => void;
  /** Reports whether any view is open, in which case the edge polls the service more often. */
  setViewed: (open: boolean) => void;
};

/**
 * Opens the live socket. It does not reconnect by itself.
 * @param open creates the socket; injected for tests
 */
export function openLive(
  open: (url: string, protocols: string[]) => WebSocket,
  at: { edge: string; token: string; cursor: number | null },
  handlers: LiveHandlers,
): LiveSocket {
  const socket = open(liveAddress(at.edge, at.cursor), [
    LIVE_PROTOCOL,
    `${LIVE_TOKEN_PROTOCOL_PREFIX}${at.token}`,
  ]);
  let keepalive: ReturnType<typeof setInterval> | undefined;
  let over = false;
  let isOpen = false;
  const view = { open: false, sent: false };
  const reportView = () => {
    if (over || !isOpen || view.open === view.sent) return;
    const request: LiveRequest = { type: 'view', open: view.open };
    socket.send(JSON.stringify(request));
    view.sent = view.open;
  };
  const end = (why: 'revoked' | 'lost') => {
    if (over) return;
    over = true;
    clearInterval(keepalive);
    handlers.onClose(why);
  };
  socket.addEventListener('open', () => {
    keepalive = setInterval(() => socket.send(LIVE_PING), KEEPALIVE_MS);
    isOpen = true;
    reportView();
    handlers.onOpen();
  });
  socket.addEventListener('message', ({ data }) => {
    const message = typeof data === 'string' ? readLive(data) : null;
    if (message) handlers.onMessage(message);
  });
  socket.addEventListener('close', ({ code }) => end(code === LIVE_CLOSE.revoked ? 'revoked' : 'lost'));
  socket.addEventListener('error', () => end('lost'));
  return {
    close: () => {
      end('lost');
      socket.close();
    },
    setViewed: (open) => {
      view.open = open;
      reportView();
    },
  };
}

/** Null for the response to the keepalive and for unknown messages. */
function readLive(text: string): LiveMessage | null {
  try {
    return parse(liveMessage, JSON.parse(text));
  } catch {
    return null;
  }
}

/** The edge's WebSocket address, for announcements after `cursor`, the newest known; null: from now on. */
export function liveAddress(edge: string, cursor: number | null): string {
  const address = `${edge.replace(/^http/, 'ws')}/live`;
  return cursor === null ? address : `${address}?cursor=${cursor}`;
}

/**
 * Follows which views are open; call it once, before the first await. It keeps nothing that must survive:
 * views reconnect to a restarted background.
 * @param onChange receives whether any is open now
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
