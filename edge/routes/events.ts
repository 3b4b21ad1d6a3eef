import type { EventDetail } from '../../shared/edge-api/events-page.ts';
import { kvEventLog } from '../account/events/event-log.ts';
import { readEventsQuery } from '../account/events/events-query.ts';
import { indexPage, logPage } from '../account/events/read-events.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { type Outcome, refusal } from '../http/refusal.ts';
import { respond, respondRefusal } from '../http/respond.ts';
import { withCaller } from './with-caller.ts';

/** GET `/events?cursor&limit&project&event&before`: kept events, newest first. */
export async function getEvents(c: EdgeContext): Promise<Response> {
  const query = readEventsQuery(c.req.query());
  if ('wrong' in query) return respondRefusal(c, wrong(query.wrong));
  const asked = await withCaller(c, (account, caller) => account.events(caller, query));
  if (!asked.ok) return respond(c, asked);
  if (asked.value.from === 'index') return respond(c, { ok: true, value: indexPage(asked.value) });
  const page = await logPage(kvEventLog(c.env.EVENTS), query, asked.value.notInLog);
  if (page) return respond(c, { ok: true, value: page });
  if (query.cursor.in === 'log')
    return respondRefusal(c, refusal('EDGE_STORAGE_FAILED', 'The event log does not answer.'));
  const indexed = await withCaller(c, (account, caller) => account.eventsFromIndex(caller, query));
  return respond(c, indexed.ok ? { ok: true, value: indexPage(indexed.value) } : indexed);
}

/** GET `/events/:seq`: one of them with its body as it arrived. */
export async function getEvent(c: EdgeContext): Promise<Response> {
  const seq = /^\d{1,15}$/.exec(c.req.param('seq') ?? '')?.[0];
  if (seq === undefined) return respondRefusal(c, wrong('seq'));
  const found = await withCaller(c, (account, caller) => account.event(caller, Number(seq)));
  if (!found.ok) return respond(c, found);
  const { event, body } = found.value;
  const bytes =
    body ??
    (await kvEventLog(c.env.EVENTS)
      .body(event)
      .catch(() => null));
  const detail: Outcome<EventDetail> = { ok: true, value: { event, body: bytes && parse(bytes) } };
  return respond(c, detail);
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function wrong(field: string) {
  return refusal('EDGE_INVALID_REQUEST', `${field} is not well-formed.`, { details: { field } });
}
