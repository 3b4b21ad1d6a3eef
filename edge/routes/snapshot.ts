import { Hono } from 'hono/tiny';
import { statusLine, statusOf } from '../../shared/attention/status.ts';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import type { EventDetail } from '../../shared/snapshot/kept-event.ts';
import { parseSnapshot } from '../../shared/snapshot/snapshot.ts';
import { liveRequest } from '../account/sockets.ts';
import { kvEventLog } from '../events/outbox.ts';
import { eventsQuery } from '../events/query.ts';
import { query } from '../http/body.ts';
import { authenticate, callerOf, noteToken } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, invalid, respond, respondText, success } from '../http/result.ts';
import { accountStub, callProcedure, refuse, respondWith, storageFailure } from './call-account.ts';

export const snapshotRoutes = new Hono<EdgeEnvironment>()
  /** One call of the object; 304 when the browser is up to date. `?fresh=1` reads the service again. */
  .get('/snapshot', authenticate, async (c) => {
    const known = /^(?:W\/)?"([0-9a-f]+)"$/.exec(c.req.header('if-none-match') ?? '')?.[1] ?? null;
    const fresh = c.req.query('fresh') === '1';
    const looked = await callProcedure(c, 'snapshot', known, fresh);
    if (!looked.ok) return respond(c, looked);
    const headers = {
      etag: `"${looked.value.version}"`,
      'cache-control': 'private, no-cache',
      [API_VERSION_HEADER]: String(API_VERSION),
    };
    return looked.value.changed
      ? respondText(looked.value.body, 200, headers)
      : new Response(null, { status: 304, headers });
  })
  /** The same in a few numbers, for a shell: JSON, or one line with `Accept: text/plain`. */
  .get('/status', authenticate, async (c) => {
    const looked = await callProcedure(c, 'snapshot', null, false);
    if (!looked.ok) return respond(c, looked);
    const envelope = looked.value.changed ? (JSON.parse(looked.value.body) as { data: unknown }) : null;
    const snapshot = envelope && parseSnapshot(envelope.data);
    if (snapshot === null) return respond(c, fail('EDGE_STORAGE_FAILED', 'The snapshot could not be read.'));
    const status = statusOf(snapshot);
    c.header('cache-control', 'private, no-store');
    return c.req.header('accept')?.includes('text/plain')
      ? c.text(`${statusLine(status)}\n`)
      : respond(c, success(status));
  });

/** What needs the user: announced since a number, and seen. The items are in the snapshot. */
export const attentionRoutes = new Hono<EdgeEnvironment>()
  .get('/announcements', authenticate, async (c) => {
    const since = /^\d{1,15}$/.exec(c.req.query('since') ?? '')?.[0];
    if (since === undefined) return refuse(c, invalid('since', 'is not well-formed'));
    return respondWith(c, 'announcements', Number(since));
  })
  .post('/attention/:id/seen', authenticate, (c) => respondWith(c, 'seeItem', c.req.param('id')))
  .delete('/attention/:id/seen', authenticate, (c) => respondWith(c, 'unseeItem', c.req.param('id')));

const SWITCHING_PROTOCOLS = 101;

export const liveRoutes = new Hono<EdgeEnvironment>()
  /** `?cursor`: a WebSocket of the object. */
  .get('/live', async (c) => {
    const caller = callerOf(c);
    if (caller === null || c.req.header('upgrade')?.toLowerCase() !== 'websocket')
      return refuse(c, fail('EDGE_INVALID_REQUEST', 'This is a WebSocket.'));
    const cursor = /^\d{1,15}$/.exec(c.req.query('cursor') ?? '')?.[0];
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

export const eventRoutes = new Hono<EdgeEnvironment>()
  /** Kept events, newest first. */
  .get('/events', authenticate, query(eventsQuery), (c) => respondWith(c, 'events', c.req.valid('query')))
  /** A kept event with its body as received. */
  .get('/events/:seq', authenticate, async (c) => {
    const seq = /^\d{1,15}$/.exec(c.req.param('seq'))?.[0];
    if (seq === undefined) return refuse(c, invalid('seq', 'is not well-formed'));
    const found = await callProcedure(c, 'event', Number(seq));
    if (!found.ok) return respond(c, found);
    const { event, body } = found.value;
    const log = kvEventLog(c.env.EVENTS);
    const bytes = body ?? (await log.body(event).catch(() => null));
    return respond(c, success<EventDetail>({ event, body: bytes && parse(bytes) }));
  });

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
