import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { announceView, VIEW_PORT } from '../messaging/client.ts';
import { followViews } from './live-socket.ts';
import { fakeToolbar, pairedEdge, startUp } from './sync-fixture.ts';

type Listener = (argument?: unknown) => void;

/** One end of a connection between a page and the background. */
class FakePort {
  readonly name: string;
  readonly sender: { id: string; url: string };
  readonly listeners: Listener[] = [];
  onDisconnect = { addListener: (listener: Listener) => void this.listeners.push(listener) };
  disconnect = vi.fn();
  constructor(name = VIEW_PORT, path = '/popup.html') {
    this.name = name;
    this.sender = { id: 'fake', url: `${fakeBrowser.runtime.getURL('/')}${path.slice(1)}` };
  }
  /** The other end is gone. */
  end() {
    for (const listener of this.listeners) listener(this);
  }
}

let connect: (port: FakePort) => void;
beforeEach(() => {
  fakeBrowser.reset();
  fakeToolbar();
  vi.useFakeTimers();
  Object.assign(fakeBrowser.runtime, {
    onConnect: { addListener: (listener: Listener) => (connect = (port) => listener(port)) },
  });
});
afterEach(() => void vi.useRealTimers());

test('the background knows of the first view that opens and the last one that closes', () => {
  const result: boolean[] = [];
  followViews((open) => result.push(open));
  const [popup, console] = [new FakePort(), new FakePort(VIEW_PORT, '/console.html')];
  connect(popup);
  connect(console);
  popup.end();
  expect(result).toEqual([true]);
  console.end();
  expect(result).toEqual([true, false]);
});

test('a connection of another page, or for something else, opens no view', () => {
  const result: boolean[] = [];
  followViews((open) => result.push(open));
  connect(new FakePort('other'));
  const stranger = new FakePort();
  stranger.sender.url = 'https://example.com/';
  connect(stranger);
  expect(result).toEqual([]);
});

test('a view that was open before the background was ended is reported to the edge again by the next one', async () => {
  vi.useRealTimers();
  const edge = await pairedEdge();
  for (let life = 0; life < 2; life++) {
    const { sync } = startUp(edge);
    await sync.setViewed(true);
    const socket = edge.sockets.at(-1);
    socket?.dispatchEvent(new Event('open'));
    expect(socket?.sent).toEqual([JSON.stringify({ type: 'view', open: true })]);
  }
});

test('a page connects while it is seen, and again when the background was ended', () => {
  const ports: FakePort[] = [];
  Object.assign(fakeBrowser.runtime, {
    connect: ({ name }: { name: string }) => {
      const port = new FakePort(name);
      ports.push(port);
      return port;
    },
  });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const show = (state: string) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  announceView(page as unknown as Document);
  expect(ports).toHaveLength(1);
  ports[0]?.end();
  vi.advanceTimersByTime(1_000);
  expect(ports).toHaveLength(2);
  show('hidden');
  expect(ports[1]?.disconnect).toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(ports).toHaveLength(2);
  show('visible');
  expect(ports).toHaveLength(3);
});
