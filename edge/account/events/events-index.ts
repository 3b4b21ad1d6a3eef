import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { type InstantMs, MINUTE_MS } from '../../../shared/time.ts';
import { type EventsQuery, readsLog } from './events-query.ts';

/** KV shows a new key elsewhere after a minute or more; until then its event is told from here. */
const LOG_LAG_MS = 2 * MINUTE_MS;

/** What the object answers to a page's question: the page itself, or what the log may not show yet. */
export type IndexAnswer =
  | { from: 'index'; events: KeptEvent[]; more: boolean }
  | { from: 'log'; notInLog: KeptEvent[] };

/**
 * The object's index of kept events: what the log can't answer, because KV lists in one order only and a second key per
 * event would be a second write. Each question is answered by one index of the database.
 */
export class EventsIndex {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** As much of a page as the object answers. */
  answer(query: EventsQuery, now: InstantMs): IndexAnswer {
    if (!readsLog(query)) return this.wholePage(query);
    const notInLog = query.cursor.in === 'start' ? this.notInLog(now, query.limit) : [];
    return { from: 'log', notInLog };
  }

  wholePage(query: EventsQuery): Extract<IndexAnswer, { from: 'index' }> {
    const { cursor, limit } = query;
    const events = this.page({ ...query, limit: limit + 1 }, cursor.in === 'index' ? cursor.seq : null);
    return { from: 'index', events: events.slice(0, limit), more: events.length > limit };
  }

  /** The newest events that match and are below `seq`, newest first, at most `limit`. */
  page({ project, event, before, limit }: Omit<EventsQuery, 'cursor'>, seq: number | null): KeptEvent[] {
    const conditions: string[] = [];
    const values: SqlStorageValue[] = [];
    const and = (condition: string, value: SqlStorageValue | null) => {
      if (value === null) return;
      conditions.push(condition);
      values.push(value);
    };
    and('project_id = ?', project);
    and('event = ?', event);
    and('seq < ?', seq);
    and('seq <= ?', before === null ? null : this.#lastBefore(before));
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    return this.#rows(`SELECT row FROM events ${where} ORDER BY seq DESC LIMIT ?`, ...values, limit);
  }

  /** Events that the log may not show yet: not written, or written a moment ago. Newest first. */
  notInLog(now: InstantMs, limit: number): KeptEvent[] {
    const pending = this.#rows(
      'SELECT row FROM outbox JOIN events USING (seq) ORDER BY outbox.seq DESC LIMIT ?',
      limit,
    );
    const recent = this.#rows(
      'SELECT row FROM events WHERE received_at > ? ORDER BY received_at DESC LIMIT ?',
      now - LOG_LAG_MS,
      limit,
    );
    return newestFirst([...pending, ...recent]).slice(0, limit);
  }

  /** An event by its number, with its body while the outbox still holds it. */
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

  #rows(query: string, ...values: SqlStorageValue[]): KeptEvent[] {
    return this.#sql
      .exec<{ row: string }>(query, ...values)
      .toArray()
      .map(({ row }) => JSON.parse(row) as KeptEvent);
  }
}

/** Each event once, newest first. */
export function newestFirst(events: readonly KeptEvent[]): KeptEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((a, b) => b.receivedAt - a.receivedAt || b.seq - a.seq);
}
