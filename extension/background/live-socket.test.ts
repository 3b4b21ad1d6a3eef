import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIVE_PING, LIVE_PROTOCOL } from '../../shared/snapshot/live.ts';
import { type LiveHandlers, liveAddress, openLive } from './live-socket.ts';

class FakeSocket extends EventTarget {
  sent: string[] = [];
  closed = false;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  hear(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  end(code: number) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

function open() {
  const socket = new FakeSocket();
  const requests: [string, string[]][] = [];
  const handlers = { onMessage: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() } satisfies LiveHandlers;
  const live = openLive(
    (url, protocols) => {
      requests.push([url, protocols]);
      return socket as unknown as WebSocket;
    },
    { edge: 'https://edge.example', token: 'secret', cursor: 7 },
    handlers,
  );
  return { socket, requests, handlers, live };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the live socket', () => {
  test('carries the token as a subprotocol, never in the address', () => {
    expect(open().requests).toEqual([['wss://edge.example/live?cursor=7', [LIVE_PROTOCOL, 'token.secret']]]);
  });

  test('keeps the background alive while it is open, and no longer', () => {
    const { socket } = open();
    socket.dispatchEvent(new Event('open'));
    vi.advanceTimersByTime(41_000);
    expect(socket.sent).toEqual([LIVE_PING, LIVE_PING]);
    socket.end(1006);
    vi.advanceTimersByTime(60_000);
    expect(socket.sent).toHaveLength(2);
  });

  test.each(['pong', '{', '{"type":"unheard-of"}', 42])('takes %j for no message', (data) => {
    const { socket, handlers } = open();
    socket.hear(data);
    expect(handlers.onMessage).not.toHaveBeenCalled();
  });

  test('passes on what changed', () => {
    const { socket, handlers } = open();
    socket.hear(JSON.stringify({ type: 'changed', version: 'a', since: 7, cursor: 8, announcements: [] }));
    expect(handlers.onMessage).toHaveBeenCalledWith({
      type: 'changed',
      version: 'a',
      since: 7,
      cursor: 8,
      announcements: [],
    });
  });

  test.each([
    [4001, 'revoked'],
    [1006, 'lost'],
    [4003, 'lost'],
  ])('closed with %i it is %s, reported once', (code, why) => {
    const { socket, handlers } = open();
    socket.dispatchEvent(new Event('error'));
    const before = handlers.onClose.mock.calls.length;
    socket.end(code);
    expect(handlers.onClose).toHaveBeenCalledTimes(before);
    const fresh = open();
    fresh.socket.end(code);
    expect(fresh.handlers.onClose).toHaveBeenCalledExactlyOnceWith(why);
  });
});

test('the live address keeps the security of the edge address', () => {
  expect(liveAddress('https://edge.example', 7)).toBe('wss://edge.example/live?cursor=7');
  expect(liveAddress('http://127.0.0.1:8787', 0)).toBe('ws://127.0.0.1:8787/live?cursor=0');
});

test('a view that is open is reported once the socket is, and so is its end', () => {
  const { socket, live } = open();
  live.setViewed(true);
  expect(socket.sent).toEqual([]);
  socket.dispatchEvent(new Event('open'));
  live.setViewed(true);
  live.setViewed(false);
  expect(socket.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
    { type: 'view', open: true },
    { type: 'view', open: false },
  ]);
});
