import { parse } from '../../shared/parse.ts';
import type { AnnouncementsPage } from '../../shared/snapshot/attention-schema.ts';
import {
  LIVE_ANNOUNCEMENTS_MAX,
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PONG,
  LIVE_PROTOCOL,
  type LiveMessage,
  type LiveRequest,
  liveRequest as liveRequestSchema,
} from '../../shared/snapshot/live.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { Caller } from '../http/caller.ts';
import { errorResponse, fail } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';

/** Open sockets per device; another one closes the oldest, so that a restarted background always connects. */
export const SOCKETS_PER_DEVICE = 4;
/** Sockets of a device that may wait for it to answer our close; beyond them it gets no other. */
export const UNANSWERED_CLOSES = 12;
/** Messages sent to a client without a ping since: it does not read, or not fast enough. */
export const UNHEARD_MESSAGES = 200;
/** How long a client may be silent while it is sent that many. */
const UNHEARD_SINCE_MS = 2 * MINUTE_MS;
const POLICY_VIOLATION = 1008;
const TOO_MANY_UNANSWERED = fail(
  'EDGE_RATE_LIMITED',
  'Too many closed sockets of this device are still connected.',
  { retryAfterMs: MINUTE_MS },
);
const REQUEST_MAX_CHARS = 200;

/** What was announced, numbered; `since` as one browser gets it. */
export interface AnnouncementsSource {
  last: () => number;
  since: (deviceId: string, since: number, limit: number) => AnnouncementsPage;
}

/**
 * Survives hibernation with the socket. `unheard`: messages since the client's last ping; `viewedAt`: when it
 * last reported an open view, absent when none is.
 */
type Attachment = {
  deviceId: string;
  cursor: number;
  version: string;
  openedAt: number;
  unheard: number;
  viewedAt?: number | undefined;
};

/**
 * Live sockets of the paired browsers. They hibernate: an idle one costs nothing, and the runtime answers
 * pings without waking the object. Each has its own cursor: its announcements have no gap and no repeat.
 */
export class Sockets {
  readonly #state: DurableObjectState;
  readonly #context: AccountContext;
  readonly #announcements: AnnouncementsSource;
  readonly #version: (deviceId: string) => Promise<string>;
  #announcing: Promise<void> | null = null;

  /** @param version the version of the newest snapshot, for one browser */
  constructor(
    state: DurableObjectState,
    context: AccountContext,
    announcements: AnnouncementsSource,
    version: (deviceId: string) => Promise<string>,
  ) {
    this.#state = state;
    this.#context = context;
    this.#announcements = announcements;
    this.#version = version;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /**
   * Opens a socket for a device whose token was checked, unless it was revoked meanwhile.
   * @param cursor null: from now on
   * @param refused checks the token again, in the step in which the socket is accepted
   */
  async open(
    deviceId: string,
    cursor: number | null,
    refused: () => Response | null = () => null,
  ): Promise<Response> {
    const version = await this.#version(deviceId);
    const refusal = refused();
    if (refusal) return refusal;
    const open = this.#of(deviceId);
    if (this.#state.getWebSockets(deviceId).length - open.length >= UNANSWERED_CLOSES)
      return errorResponse(TOO_MANY_UNANSWERED.error);
    for (const old of open.slice(0, Math.max(0, open.length - SOCKETS_PER_DEVICE + 1)))
      end(old, LIVE_CLOSE.tooManySockets, 'another socket of this device was opened');
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server, [deviceId]);
    attach(server, {
      deviceId,
      cursor: cursor ?? this.#announcements.last(),
      version: '',
      openedAt: this.#context.now(),
      unheard: 0,
    });
    this.#bringUp(server, version);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { 'sec-websocket-protocol': LIVE_PROTOCOL },
    });
  }

  /** Sends every open socket what it is missing; concurrent requests are coalesced. */
  announce(): void {
    if (this.#announcing || !this.isConnected()) return;
    this.#announcing = this.#announce();
    this.#context.waitUntil(this.#announcing);
  }

  async #announce(): Promise<void> {
    await Promise.resolve();
    this.#announcing = null;
    await Promise.all(
      this.#state.getWebSockets().map(async (socket) => {
        const known = attachment(socket);
        if (known !== null) this.#bringUp(socket, await this.#version(known.deviceId));
      }),
    );
  }

  /** Closes a device's sockets at once, because it was revoked. */
  closeDevice(deviceId: string): void {
    for (const socket of this.#state.getWebSockets(deviceId)) end(socket, LIVE_CLOSE.revoked, 'revoked');
  }

  /** Clients only report whether a view is open; the runtime handles their pings. */
  onMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const known = attachment(socket);
    if (known === null) return;
    const request = readRequest(data);
    if (request === null) {
      end(socket, POLICY_VIOLATION, 'nothing of the kind is expected here');
      return;
    }
    attach(socket, { ...known, viewedAt: request.open ? this.#context.now() : undefined });
    if (request.open) this.#context.emitter.emit('view-opened');
  }

  /** Whether any browser is connected. */
  isConnected(): boolean {
    return this.#state.getWebSockets().some((socket) => socket.readyState === WebSocket.OPEN);
  }

  /** Whether any browser has an open view. One that fell silent since, as with a closed lid, has none. */
  isViewed(): boolean {
    return this.#state.getWebSockets().some((socket) => {
      const viewedAt = attachment(socket)?.viewedAt;
      if (viewedAt === undefined || socket.readyState !== WebSocket.OPEN) return false;
      const heardAt = this.#state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
      return this.#context.now() - Math.max(viewedAt, heardAt) <= UNHEARD_SINCE_MS;
    });
  }

  #of(deviceId: string): WebSocket[] {
    return this.#state
      .getWebSockets(deviceId)
      .filter((socket) => socket.readyState === WebSocket.OPEN)
      .sort((a, b) => (attachment(a)?.openedAt ?? 0) - (attachment(b)?.openedAt ?? 0));
  }

  #bringUp(socket: WebSocket, version: string): void {
    const known = attachment(socket);
    if (!known || socket.readyState !== WebSocket.OPEN) return;
    if (known.version === version && known.cursor === this.#announcements.last()) return;
    if (this.#lags(socket, known)) {
      end(socket, LIVE_CLOSE.lagging, 'not reading');
      return;
    }
    const message = this.#message(known, version);
    try {
      socket.send(JSON.stringify(message));
    } catch {
      return;
    }
    attach(socket, { ...known, cursor: message.cursor, version, unheard: known.unheard + 1 });
  }

  #message({ deviceId, cursor: since }: Attachment, version: string): LiveMessage {
    const cursor = this.#announcements.last();
    const { items, gap, next } = this.#announcements.since(deviceId, since, LIVE_ANNOUNCEMENTS_MAX);
    if (gap || next < cursor) return { type: 'gap', version, cursor };
    return { type: 'changed', version, since, cursor, announcements: items };
  }

  #lags(socket: WebSocket, known: Attachment): boolean {
    if (known.unheard < UNHEARD_MESSAGES) return false;
    const heardAt = this.#state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? known.openedAt;
    if (this.#context.now() - heardAt > UNHEARD_SINCE_MS) return true;
    known.unheard = 0;
    return false;
  }
}

function readRequest(data: string | ArrayBuffer): LiveRequest | null {
  if (typeof data !== 'string' || data.length > REQUEST_MAX_CHARS) return null;
  try {
    return parse(liveRequestSchema, JSON.parse(data));
  } catch {
    return null;
  }
}

function attachment(socket: WebSocket): Attachment | null {
  return socket.deserializeAttachment() as Attachment | null;
}

function attach(socket: WebSocket, value: Attachment): void {
  socket.serializeAttachment(value);
}

/**
 * Closes a socket and forgets whose it is, so that what its client still sends has no effect: the platform
 * keeps it until the client answers or its connection breaks, or the whole object ends.
 */
function end(socket: WebSocket, code: number, reason: string): void {
  socket.serializeAttachment(null);
  socket.close(code, reason);
}

const TOKEN_HASH = 'x-token-hash';
const ORIGIN = 'x-caller-origin';

/** A socket can't be passed by RPC, only by a request; it names the caller and never comes from outside. */
export function liveRequest(caller: Caller, cursor: number | null): Request {
  const headers = new Headers({ upgrade: 'websocket', [TOKEN_HASH]: caller.tokenHash });
  if (caller.origin !== null) headers.set(ORIGIN, caller.origin);
  return new Request(`https://object/live${cursor === null ? '' : `?cursor=${cursor}`}`, { headers });
}

export function readLiveRequest(request: Request): { caller: Caller; cursor: number | null } {
  const cursor = new URL(request.url).searchParams.get('cursor');
  return {
    caller: { tokenHash: request.headers.get(TOKEN_HASH) ?? '', origin: request.headers.get(ORIGIN) },
    cursor: cursor === null ? null : Number(cursor),
  };
}
