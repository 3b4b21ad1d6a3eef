import { type Context, Hono } from 'hono';
import type { EventDetail } from '../../shared/edge-api/events-page.ts';
import { kvEventLog } from '../account/events/event-log.ts';
import { readEventsQuery } from '../account/events/events-query.ts';
import { indexPage, logPage } from '../account/events/read-events.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { apiError, invalid, respond, respondError, success } from '../http/result.ts';
import { callAccount } from './call-account.ts';

export const eventRoutes = new Hono<EdgeEnvironment>()
  /** `?cursor&limit&project&event&before`: kept events, newest first. */
  .get('/events', authenticate, async (c) => {
    const query = readEventsQuery(c.req.query());
    if ('wrong' in query) return respond(c, malformed(query.wrong));
    const asked = await callAccount(c, (account, caller) => account.events(caller, query));
    if (!asked.ok) return respond(c, asked);
    if (asked.value.from === 'index') return respond(c, success(indexPage(asked.value)));
    const page = await logPage(kvEventLog(c.env.EVENTS), query, asked.value.notInLog);
    if (page) return respond(c, success(page));
    if (query.cursor.in === 'log')
      return respondError(c, apiError('EDGE_STORAGE_FAILED', 'The event log does not answer.'));
    const indexed = await callAccount(c, (account, caller) => account.eventsFromIndex(caller, query));
    return respond(c, indexed.ok ? success(indexPage(indexed.value)) : indexed);
  })
  /** One of them with its body as it arrived. */
  .get('/events/:seq', authenticate, getEvent);

async function getEvent(c: Context<EdgeEnvironment, '/events/:seq'>): Promise<Response> {
  const seq = /^\d{1,15}$/.exec(c.req.param('seq'))?.[0];
  if (seq === undefined) return respond(c, malformed('seq'));
  const found = await callAccount(c, (account, caller) => account.event(caller, Number(seq)));
  if (!found.ok) return respond(c, found);
  const { event, body } = found.value;
  const bytes =
    body ??
    (await kvEventLog(c.env.EVENTS)
      .body(event)
      .catch(() => null));
  return respond(c, success<EventDetail>({ event, body: bytes && parse(bytes) }));
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

const malformed = (field: string) => invalid(field, 'is not well-formed');
