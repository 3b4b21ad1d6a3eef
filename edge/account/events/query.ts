import * as z from 'zod/mini';
import type { EventsPage } from '../../../shared/edge-api/events-page.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../../shared/time.ts';

const EVENTS_PER_PAGE = 50;
const MAX_EVENTS_PER_PAGE = 100;
const MAX_FILTER_CHARS = 100;

const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform(Number),
);
const filter = z.optional(z.string().check(z.maxLength(MAX_FILTER_CHARS, 'is too long')));

/**
 * The query of GET `/events`. `cursor`: `s<seq>`, only events below that number; `before`: milliseconds, compared with
 * when the edge kept the event.
 */
export const eventsQuery = z.object({
  cursor: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(?:s\d{1,15})?$/, 'is none that a page gave')),
      z.transform((text) => (text === '' ? undefined : Number(text.slice(1)))),
    ),
  ),
  limit: z._default(
    z.pipe(
      wholeNumber,
      z
        .number()
        .check(
          z.refine(
            (limit) => limit >= 1 && limit <= MAX_EVENTS_PER_PAGE,
            `must be 1 to ${MAX_EVENTS_PER_PAGE}`,
          ),
        ),
    ),
    EVENTS_PER_PAGE,
  ),
  project: filter,
  event: filter,
  before: z.optional(wholeNumber),
});
export type EventsQuery = z.output<typeof eventsQuery>;

/** Pages of history, from the object's index of stored events; each condition is answered by one index of the database. */
export class EventHistory {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Those that match, newest first. */
  page({ cursor, limit, project, event, before }: EventsQuery): EventsPage {
    const conditions: string[] = [];
    const values: SqlStorageValue[] = [];
    const and = (condition: string, value: SqlStorageValue | undefined) => {
      if (value === undefined || value === '') return;
      conditions.push(condition);
      values.push(value);
    };
    and('project_id = ?', project);
    and('event = ?', event);
    and('seq < ?', cursor);
    and('seq <= ?', before === undefined ? undefined : this.#lastBefore(before));
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const rows = this.#sql
      .exec<{ row: string }>(
        `SELECT row FROM events ${where} ORDER BY seq DESC LIMIT ?`,
        ...values,
        limit + 1,
      )
      .toArray();
    const events = rows.slice(0, limit).map(({ row }) => JSON.parse(row) as KeptEvent);
    const last = events.at(-1);
    return { events, nextCursor: rows.length > limit && last ? `s${last.seq}` : null };
  }

  /** An event by its number, with its body while the outbox still has it. */
  find(seq: number): { event: KeptEvent; body: ArrayBuffer | null } | null {
    const [found] = this.#sql.exec<{ row: string; body: ArrayBuffer | null }>(
      'SELECT events.row, outbox.body FROM events LEFT JOIN outbox USING (seq) WHERE events.seq = ?',
      seq,
    );
    return found ? { event: JSON.parse(found.row) as KeptEvent, body: found.body } : null;
  }

  #lastBefore(before: InstantMs): number {
    const [row] = this.#sql.exec<{ seq: number }>(
      'SELECT seq FROM events WHERE received_at < ? ORDER BY received_at DESC, seq DESC LIMIT 1',
      before,
    );
    return row?.seq ?? 0;
  }
}
