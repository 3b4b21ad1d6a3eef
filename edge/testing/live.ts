import { exports } from 'cloudflare:workers';
import { LIVE_PROTOCOL, type LiveMessage, liveMessage } from '../../shared/snapshot/live.ts';
import { EXTENSION_ORIGIN } from './edge.ts';

/** An open `/live` socket. */
export type Live = {
  messages: LiveMessage[];
  texts: string[];
  closed: { code: number } | null;
  socket: WebSocket;
  /** Resolves when `enough` is true for what was received so far. */
  until: (enough: (live: Live) => boolean) => Promise<void>;
};

/**
 * Opens `/live` as an extension does. @returns the socket, or the refusal
 * @param answersClose false for a client that ignores that the edge closes
 */
export async function openLive(
  token: string,
  cursor: number | null = null,
  answersClose = true,
): Promise<Live | Response> {
  const response = await exports.default.fetch(
    `https://edge.test/live${cursor === null ? '' : `?cursor=${cursor}`}`,
    {
      headers: {
        upgrade: 'websocket',
        origin: EXTENSION_ORIGIN,
        'sec-websocket-protocol': `${LIVE_PROTOCOL}, token.${token}`,
      },
    },
  );
  const socket = response.webSocket;
  if (!socket) return response;
  let wake: () => void = () => {};
  const live: Live = {
    messages: [],
    texts: [],
    closed: null,
    socket,
    until: async (enough) => {
      while (!enough(live)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    if (text.startsWith('{')) live.messages.push(liveMessage.parse(JSON.parse(text)));
    else live.texts.push(text);
    wake();
  });
  socket.addEventListener('close', ({ code }) => {
    live.closed = { code };
    wake();
  });
  socket.accept({ allowHalfOpen: !answersClose });
  return live;
}

/** The same, for a test that expects success. */
export async function live(token: string, cursor: number | null = null, answersClose = true): Promise<Live> {
  const opened = await openLive(token, cursor, answersClose);
  if (opened instanceof Response) throw new Error(`/live answered ${opened.status}`);
  return opened;
}
