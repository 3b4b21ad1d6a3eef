import { Hono } from 'hono';
import type { EventDetail } from '../../shared/snapshot/kept-event.ts';
import { kvEventLog } from '../account/events/kv-log.ts';
import { eventsQuery } from '../account/events/query.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid, respond, success } from '../http/result.ts';
import { query } from '../http/validate.ts';
import { callAccount } from './call-account.ts';

export const eventRoutes = new Hono<EdgeEnvironment>()
  /** Stored events, newest first. */
  .get('/events', authenticate, query(eventsQuery), async (c) => {
    const asked = c.req.valid('query');
    return respond(c, await callAccount(c, (account, caller) => account.events(caller, asked)));
  })
  /** One of them with its body as it arrived. */
  .get('/events/:seq', authenticate, async (c) => {
    const seq = /^\d{1,15}$/.exec(c.req.param('seq'))?.[0];
    if (seq === undefined) return respond(c, invalid('seq', 'is not well-formed'));
    const found = await callAccount(c, (account, caller) => account.event(caller, Number(seq)));
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
