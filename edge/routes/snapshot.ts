import { Hono } from 'hono/tiny';
import * as z from 'zod/mini';
import { statusLine, statusOf } from '../../shared/attention/status.ts';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import type { EventDetail } from '../../shared/snapshot/kept-event.ts';
import { parseSnapshot } from '../../shared/snapshot/snapshot.ts';
import type { Capabilities } from '../account/capabilities.ts';
import { here } from '../account/route.ts';
import { liveRequest } from '../account/sockets.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { kvEventLog } from '../events/outbox.ts';
import { eventsQuery } from '../events/query.ts';
import { callerOf, noteToken } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, invalid, respond, respondText, success } from '../http/result.ts';
import { accountStub, refuse, storageFailure } from './call-account.ts';

const NUMBER = /^\d{1,15}$/;
const MALFORMED = 'is not well-formed';

/** @param known the version that the browser has; `fresh`: read from the service again */
async function snapshotOf(
  { keyAccount, poller, snapshots, webhooks }: Capabilities,
  { deviceId }: KnownDevice,
  known: string | null,
  fresh: boolean,
) {
  webhooks.start();
  poller.start();
  const sweeping = fresh && keyAccount.isKnown() ? webhooks.sweepSoon('popup') : undefined;
  return success(await snapshots.read(deviceId, known, fresh, sweeping));
}

/** What is known, what needs the user, and what happened. */
export const snapshotRoutes = [
  /** One call of the object; 304 when the browser is up to date. `fresh=1` reads the service again. */
  here(
    'GET /snapshot',
    'viewer',
    { header: 'if-none-match', query: z.object({ fresh: z.optional(z.string()) }) },
    (has, who, { header, query }) => {
      const known = /^(?:W\/)?"([0-9a-f]+)"$/.exec(header ?? '')?.[1] ?? null;
      return snapshotOf(has, who, known, query.fresh === '1');
    },
    (_, snapshot) => {
      const headers = {
        etag: `"${snapshot.version}"`,
        'cache-control': 'private, no-cache',
        [API_VERSION_HEADER]: String(API_VERSION),
      };
      return snapshot.changed
        ? respondText(snapshot.body, 200, headers)
        : new Response(null, { status: 304, headers });
    },
  ),
  /** The same in a few numbers, for a shell: JSON, or one line with `Accept: text/plain`. */
  here(
    'GET /status',
    'viewer',
    {},
    (has, who) => snapshotOf(has, who, null, false),
    (c, read) => {
      const envelope = read.changed ? (JSON.parse(read.body) as { data: unknown }) : null;
      const snapshot = envelope && parseSnapshot(envelope.data);
      if (snapshot === null)
        return respond(c, fail('EDGE_STORAGE_FAILED', 'The snapshot could not be read.'));
      const status = statusOf(snapshot);
      c.header('cache-control', 'private, no-store');
      return c.req.header('accept')?.includes('text/plain')
        ? c.text(`${statusLine(status)}\n`)
        : respond(c, success(status));
    },
  ),
  /** Announced since a number. The items are in the snapshot. */
  here(
    'GET /announcements',
    'viewer',
    { query: z.object({ since: z.string(MALFORMED).check(z.regex(NUMBER, MALFORMED)) }) },
    ({ attention }, who, { query }) => success(attention.since(who, Number(query.since))),
  ),
  here('POST /attention/:id/seen', 'builder', {}, ({ attention }, who, { id }) => attention.see(who, id)),
  here('DELETE /attention/:id/seen', 'builder', {}, ({ attention }, who, { id }) => attention.unsee(who, id)),
  /** Kept events, newest first. */
  here('GET /events', 'viewer', { query: eventsQuery }, ({ history }, { role }, { query }) =>
    success(history.page(query, role)),
  ),
  /** A kept event with its body as received. */
  here(
    'GET /events/:seq',
    'viewer',
    {},
    ({ history }, { role }, { seq }) => {
      if (!NUMBER.test(seq)) return invalid('seq', MALFORMED);
      const found = history.find(Number(seq), role);
      return found ? success(found) : fail('EDGE_NOT_FOUND', 'There is no such event.');
    },
    async (c, { event, body }) => {
      const log = kvEventLog(c.env.EVENTS);
      const bytes = body ?? (await log.body(event).catch(() => null));
      return respond(c, success<EventDetail>({ event, body: bytes && parse(bytes) }));
    },
  ),
];

const SWITCHING_PROTOCOLS = 101;

export const liveRoutes = new Hono<EdgeEnvironment>()
  /** `?cursor`: a WebSocket of the object. */
  .get('/live', async (c) => {
    const caller = callerOf(c);
    if (caller === null || c.req.header('upgrade')?.toLowerCase() !== 'websocket')
      return refuse(c, fail('EDGE_INVALID_REQUEST', 'This is a WebSocket.'), 'viewer');
    const cursor = NUMBER.exec(c.req.query('cursor') ?? '')?.[0];
    try {
      const opened = await accountStub(c.env).fetch(
        liveRequest(caller, cursor === undefined ? null : Number(cursor)),
      );
      noteToken(caller.tokenHash, opened.status === SWITCHING_PROTOCOLS);
      return opened;
    } catch (error) {
      return respond(c, storageFailure(error));
    }
  });

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
