import * as z from 'zod/mini';
import type { Role } from '../../shared/edge-api/role.ts';
import { ACCESS_EVENT, CHANGE_EVENT } from '../../shared/edge-api/setting-changes.ts';
import type { EventsPage, KeptEvent, RecentEvents } from '../../shared/snapshot/kept-event.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { RECENT_EVENTS_MAX } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';

const EVENTS_PER_PAGE = 50;
const MAX_EVENTS_PER_PAGE = 100;
const MAX_FILTER_CHARS = 100;

export const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform(Number),
);
export const filter = z.optional(z.string().check(z.maxLength(MAX_FILTER_CHARS, 'is too long')));

export const pageSize = z._default(
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
);

/** The query of GET `/events`. `cursor`: `s<seq>`, only events below that number. */
export const eventsQuery = z.object({
  cursor: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(?:s\d{1,15})?$/, 'is none that a page gave')),
      z.transform((text) => (text === '' ? undefined : Number(text.slice(1)))),
    ),
  ),
  limit: pageSize,
  project: filter,
  event: filter,
});
export type EventsQuery = z.output<typeof eventsQuery>;

/** Viewers are not told who may use the edge, with which keys, and where alerts go. */
export const isForViewers = ({ event, source, facts }: KeptEvent): boolean =>
  source !== 'edge' || !(event === ACCESS_EVENT || (event === CHANGE_EVENT && facts.setting === 'channel'));

/** Number of newest events checked for missed ones, so that a snapshot's cost does not grow with history. */
const SILENT_WINDOW = 500;
/** How long a missed event counts. */
export const SILENT_FOR_MS = DAY_MS;
/** More of them are counted. */
export const MISSED_NAMED_MAX = 5;

/**
 * Queries about kept events. Those of a delivery, a snapshot and a page read the same few rows, however many
 * events there are; only a page of one kind of event in one project may read all of the project's.
 */
export class EventQueries {
  readonly #context: AccountContext;

  constructor(context: AccountContext) {
    this.#context = context;
  }

  /** Matching events, newest first. */
  page({ cursor, limit, project, event }: EventsQuery, role: Role = 'owner'): EventsPage {
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
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const rows = this.#rows(
      `SELECT row FROM events ${where} ORDER BY seq DESC LIMIT ?`,
      ...values,
      limit + 1,
    );
    const events = rows.slice(0, limit);
    const last = events.at(-1);
    return {
      events: role === 'viewer' ? events.filter(isForViewers) : events,
      nextCursor: rows.length > limit && last ? `s${last.seq}` : null,
      oldestAt: this.oldestAt(),
    };
  }

  /** An event by its number, with its body while it is in the outbox. */
  find(seq: number, role: Role = 'owner'): { event: KeptEvent; body: ArrayBuffer | null } | null {
    const [found] = this.#context.storage.sql.exec<{ row: string; body: ArrayBuffer | null }>(
      'SELECT events.row, outbox.body FROM events LEFT JOIN outbox USING (seq) WHERE events.seq = ?',
      seq,
    );
    const event = found && (JSON.parse(found.row) as KeptEvent);
    return event && (role !== 'viewer' || isForViewers(event)) ? { event, body: found.body } : null;
  }

  /** The number of the first event that was kept at an instant or later, in a few steps. */
  seqAt(at: InstantMs): number {
    const { sql } = this.#context.storage;
    const { first, last } = sql
      .exec<{ first: number | null; last: number | null }>(
        'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
      )
      .one();
    let [low, high] = [first ?? 0, (last ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [next] = sql.exec<{ seq: number; at: InstantMs }>(
        'SELECT seq, received_at AS at FROM events WHERE seq >= ? ORDER BY seq LIMIT 1',
        middle,
      );
      if (next === undefined || next.at >= at) high = middle;
      else low = next.seq + 1;
    }
    return low;
  }

  /** When the oldest event was kept; null: there is none. */
  oldestAt(): InstantMs | null {
    const [oldest] = this.#context.storage.sql.exec<{ at: InstantMs }>(
      'SELECT received_at AS at FROM events ORDER BY seq LIMIT 1',
    );
    return oldest?.at ?? null;
  }

  /** The newest events, newest first. */
  newest(limit: number): RecentEvents {
    const items = this.#rows('SELECT row FROM events ORDER BY seq DESC LIMIT ?', limit);
    return { lastSeq: items[0]?.seq ?? 0, items };
  }

  section(): Section<RecentEvents> {
    const data = this.newest(RECENT_EVENTS_MAX);
    // Our own events are always current; an empty list is valid from the beginning.
    return { data, readAt: data.items[0]?.receivedAt ?? 0, error: null };
  }

  /** Events kept after `seq`, oldest first, at most `limit`. */
  after(seq: number, limit: number): KeptEvent[] {
    return this.#rows('SELECT row FROM events WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit);
  }

  lastSeq(): number {
    const [row] = this.#context.storage.sql.exec<{ seq: number | null }>(
      'SELECT max(seq) AS seq FROM events',
    );
    return row?.seq ?? 0;
  }

  /** Whether the account's event is kept, under this id or as the body of another. */
  knows(dedupeId: string): boolean {
    const { sql } = this.#context.storage;
    const query =
      "SELECT 1 FROM events WHERE dedupe_id = ?1 AND signer = 'account' UNION ALL SELECT 1 FROM event_aliases WHERE id = ?1";
    return sql.exec(query, dedupeId).toArray().length > 0;
  }

  /**
   * Events of the last day that the service reports as delivered but that never arrived, since the last one
   * that did; `newest`: the newest of them.
   */
  silentlyMissed(): { missed: number; since: InstantMs | null; newest: KeptEvent[] } {
    const missed = `FROM events
       WHERE said_delivered = 1 AND reconciled = 1 AND received_at > ?1
         AND seq > coalesce((SELECT max(seq) FROM events WHERE reconciled = 0 AND signer = 'account' AND seq > ?2), 0) AND seq > ?2`;
    const window = [this.#context.now() - SILENT_FOR_MS, this.lastSeq() - SILENT_WINDOW];
    const [row] = this.#context.storage.sql.exec<{ missed: number; since: number | null }>(
      `SELECT count(*) AS missed, min(received_at) AS since ${missed}`,
      ...window,
    );
    if (!row?.missed) return { missed: 0, since: null, newest: [] };
    return {
      ...row,
      newest: this.#rows(`SELECT row ${missed} ORDER BY seq DESC LIMIT ${MISSED_NAMED_MAX}`, ...window),
    };
  }

  /** When a delivery of the event last arrived at the account's address, without events found by polling. */
  lastReceivedAt(event: string): InstantMs | null {
    const [row] = this.#context.storage.sql.exec<{ at: number }>(
      `SELECT received_at AS at FROM events WHERE event = ? AND reconciled = 0 AND signer = 'account'
       ORDER BY seq DESC LIMIT 1`,
      event,
    );
    return row?.at ?? null;
  }

  #rows(query: string, ...values: SqlStorageValue[]): KeptEvent[] {
    return this.#context.storage.sql
      .exec<{ row: string }>(query, ...values)
      .toArray()
      .map(({ row }) => JSON.parse(row) as KeptEvent);
  }
}
