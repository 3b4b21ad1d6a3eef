import { expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type AttentionState, emptyAttention } from '../../shared/attention/item.ts';
import type { Step } from '../../shared/attention/lifecycle.ts';
import type { Announcement } from '../../shared/attention/news.ts';
import { attentionNowOf } from '../../shared/attention/open-items.ts';
import { acknowledge, reduceEvents, reduceSnapshot } from '../../shared/attention/reduce.ts';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { LiveMessage } from '../../shared/snapshot/live.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { calmAccount } from '../fixtures/sample-account.ts';
import type { Announced } from './announcements.ts';
import { pairingCommands } from './commands/pairing.ts';
import { projectCommands } from './commands/projects.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { createSync } from './sync.ts';

export const T0 = Date.UTC(2026, 10, 21, 12);
export const EDGE = 'http://127.0.0.1:8787';

/** A fake edge: responds by path, decides what needs the user, records requests, sends live messages. */
export class FakeEdge {
  #snapshot: Snapshot;
  #attention: AttentionState;
  announced: Announced[] = [];
  /** Whether what it announces follows a change of this browser. */
  own = false;
  /** Whether announcements can't be fetched. */
  silent = false;
  requests: string[] = [];
  down = false;
  /** The version it reports; null: none, like the first edges. */
  api: number | null = API_VERSION;
  revoked = false;
  /** Requests whose path ends like this are refused. */
  refuse: { path: string; code: string } | null = null;
  /** A request whose path ends like this is executed, and its response is lost. */
  loseReplyTo = '';
  sockets: FakeSocket[] = [];
  now = T0;

  #held: Promise<void> | null = null;

  /** @param first what it has read when it is paired */
  constructor(first = calmAccount(T0)) {
    this.#snapshot = first;
    this.#attention = reduceSnapshot(emptyAttention, first).state;
  }

  /** With what needs the user after this reading. */
  get snapshot(): Snapshot {
    return { ...this.#snapshot, attention: attentionNowOf(this.#attention, this.announced.length) };
  }

  set snapshot(read: Snapshot) {
    this.#snapshot = read;
    this.#take(reduceSnapshot(this.#attention, read));
  }

  /** Keeps an event. @returns the message for live sockets */
  keep(...events: KeptEvent[]): LiveMessage {
    const since = this.announced.length;
    this.#take(reduceEvents(this.#attention, events));
    return this.message(since);
  }

  announce(...announcements: Announcement[]): void {
    this.#take({ state: this.#attention, announcements });
  }

  message(since: number): LiveMessage {
    const { version } = this.#snapshot;
    const announcements = this.announced.slice(since);
    return { type: 'changed', version, since, cursor: this.announced.length, announcements };
  }

  #take({ state, announcements }: Step): void {
    this.#attention = state;
    for (const one of announcements)
      this.announced.push({
        ...one,
        ...{ number: this.announced.length + 1, label: null, over: false, seen: false },
        ...(this.own && { own: true }),
      });
  }

  /** Delays the next response until the returned function is called. */
  holdNext(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  readonly deps: BackgroundDependencies = {
    fetch: async (input, init) => {
      const held = this.#held;
      this.#held = null;
      const respond = this.respond(String(input), init ?? {});
      await held;
      return respond;
    },
    isOnline: () => true,
    now: () => this.now,
    openSocket: () => {
      const socket = new FakeSocket();
      this.sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    isViewOpen: async () => false,
  };

  private respond(url: string, init: RequestInit): Response {
    if (this.down) throw new TypeError('Failed to fetch');
    const path = url.slice(EDGE.length);
    this.requests.push(`${init.method} ${path}${init.body ? ` ${String(init.body)}` : ''}`);
    if (this.loseReplyTo !== '' && path.endsWith(this.loseReplyTo))
      throw new DOMException('lost', 'TimeoutError');
    const headers = new Headers(init.headers);
    if (path === '/pair') return this.pair(JSON.parse(String(init.body)));
    if (this.revoked || headers.get('authorization') !== 'Bearer token-1') {
      return envelope(401, null, 'EDGE_UNAUTHORIZED');
    }
    if (path.split('?')[0] === '/snapshot') {
      const etag = `"${this.snapshot.version}"`;
      const sent = { etag, ...(this.api === null ? {} : { [API_VERSION_HEADER]: String(this.api) }) };
      if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: sent });
      return envelope(200, this.snapshot, null, sent);
    }
    if (this.refuse && path.endsWith(this.refuse.path)) return envelope(404, null, this.refuse.code);
    const seen = /^\/attention\/(.+)\/seen$/.exec(path)?.[1];
    if (seen) this.#attention = acknowledge(this.#attention, decodeURIComponent(seen), this.now, 'Test');
    if (path.startsWith('/announcements?'))
      return this.silent ? envelope(503, null, 'EDGE_STORAGE_FAILED') : this.page(path);
    return envelope(200, {}, null);
  }

  private page(path: string): Response {
    const since = Number(/since=(\d+)/.exec(path)?.[1]);
    const items = this.announced.slice(since, since + 2);
    return envelope(200, { items, next: since + items.length, gap: false }, null);
  }

  private pair({ code }: { code: string }): Response {
    if (code !== 'right-code') return envelope(403, null, 'EDGE_CODE_INVALID');
    return envelope(
      201,
      { deviceId: 'd1', token: 'token-1', role: 'owner', ledger: this.snapshot.ledger },
      null,
    );
  }
}

class FakeSocket extends EventTarget {
  sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
  say(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

function envelope(status: number, data: unknown, errorCode: string | null, headers = {}): Response {
  const errors = errorCode === null ? null : { errorCode, errorMessage: errorCode };
  return new Response(JSON.stringify({ errors, data }), { status, headers });
}

/** A background just started by the browser, on the storage left by the one before. */
export function startUp(edge: FakeEdge) {
  const sync = createSync(edge.deps);
  return { sync, commands: { ...projectCommands(sync), ...pairingCommands(sync) } };
}

export async function pairedEdge(): Promise<FakeEdge> {
  const edge = new FakeEdge();
  const paired = await startUp(edge).commands.pair({ address: EDGE, code: 'right-code', name: 'Test' });
  expect(paired).toEqual({ ok: true, value: { role: 'owner' } });
  return edge;
}

/** What was rendered in the toolbar. */
export type FakeToolbar = {
  notified: string[];
  cleared: string[];
  /** Notifications that the browser fails to show. */
  breaks: (id: string) => boolean;
  afterShowing: () => void;
};

/** Replaces the browser's notifications and toolbar before each test. */
export function fakeToolbar(): FakeToolbar {
  const toolbar: FakeToolbar = {
    notified: [],
    cleared: [],
    breaks: () => false,
    afterShowing: () => undefined,
  };
  Object.assign(fakeBrowser.notifications, {
    create: async (id: string) => {
      if (toolbar.breaks(id)) throw new Error('the background ends here');
      toolbar.notified.push(id);
      toolbar.afterShowing();
    },
    clear: async (id: string) => toolbar.cleared.push(id),
  });
  for (const name of [
    'setIcon',
    'setBadgeText',
    'setBadgeBackgroundColor',
    'setBadgeTextColor',
    'setTitle',
  ] as const) {
    vi.spyOn(fakeBrowser.action, name).mockImplementation(async () => {});
  }
  return toolbar;
}
