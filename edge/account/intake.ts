import { type KeptEvent, RECENT_EVENTS_MAX, type RecentEvents } from '../../shared/snapshot/kept-event.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { DAY_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { EventLog } from '../events/event-log.ts';
import { KEPT_FOR_MS } from '../webhooks/event-key.ts';
import { pickFacts } from '../webhooks/facts.ts';
import { fitRow } from '../webhooks/kept-row.ts';
import type { AccountContext } from './context.ts';

/** A verified delivery, or one that was found by asking. */
export type Arrival = {
  /** What it is told apart by; the event id, prefixed where the sender is trusted for one project only. */
  dedupeId: string;
  id: string;
  /** SHA-256 of the raw body in hex; null when there was none. */
  digest: string | null;
  event: string;
  projectId: string | null;
  at: InstantMs | null;
  source: KeptEvent['source'];
  data: Record<string, unknown>;
  body: Uint8Array;
  /** Reconciled only: the service's record says that we answered 2xx. */
  saidDelivered?: boolean;
};

/** `completed`: an event known by asking only has now arrived itself; its row tells more than before. */
export type Kept = { outcome: 'kept' | 'completed'; event: KeptEvent } | { outcome: 'duplicate' };

interface EventRow extends Record<string, SqlStorageValue> {
  seq: number;
  dedupe_id: string;
  reconciled: number;
  row: string;
}

/** Seconds since 1970 as the first number: it still ascends when the object had to start anew. */
const firstSeq = (now: InstantMs) => Math.floor(now / SECOND_MS);

const PRUNE_BATCH = 500;
/** How many of the newest events are looked at for missed ones: what a snapshot costs must not grow with history. */
const SILENT_WINDOW = 500;

/**
 * Keeps each event once. An event is durable here before its delivery is acknowledged, and stands in the outbox until the
 * log has it: the log may fail for hours.
 */
export class Intake {
  readonly #context: AccountContext;
  readonly #log: EventLog;
  readonly #onKept: (event: KeptEvent, outcome: 'kept' | 'completed', data: Record<string, unknown>) => void;

  constructor(
    context: AccountContext,
    log: EventLog,
    onKept: (
      event: KeptEvent,
      outcome: 'kept' | 'completed',
      data: Record<string, unknown>,
    ) => void = () => {},
  ) {
    this.#context = context;
    this.#log = log;
    this.#onKept = onKept;
  }

  /**
   * Makes the event durable, once: known by its id or by its body's digest. One synchronous step, so that of ten copies at
   * once one is kept.
   * @throws when storage fails; then nothing was kept
   */
  keep(arrival: Arrival): Kept {
    const kept = this.#context.storage.transactionSync(() => this.#keep(arrival));
    if (kept.outcome !== 'duplicate') this.#onKept(kept.event, kept.outcome, arrival.data);
    return kept;
  }

  #keep(arrival: Arrival): Kept {
    const { sql } = this.#context.storage;
    const [known] = sql.exec<EventRow>(
      `SELECT seq, dedupe_id, reconciled, row FROM events WHERE dedupe_id = ?1 OR digest = ?2
       ORDER BY digest = ?2 DESC LIMIT 1`,
      arrival.dedupeId,
      arrival.digest,
    );
    if (known) {
      if (known.reconciled === 0 || arrival.source === 'reconciled') {
        if (known.dedupe_id !== arrival.dedupeId) this.#alias(arrival.dedupeId);
        return { outcome: 'duplicate' };
      }
      return this.#complete(known, arrival);
    }
    const now = this.#context.now();
    const event = rowOf(arrival, this.#nextSeq(now), now);
    sql.exec(
      `INSERT INTO events (seq, dedupe_id, digest, event, project_id, received_at, reconciled, said_delivered, row)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      event.seq,
      arrival.dedupeId,
      arrival.digest,
      event.event,
      event.projectId,
      event.receivedAt,
      arrival.source === 'reconciled' ? 1 : 0,
      arrival.saidDelivered ? 1 : 0,
      JSON.stringify(event),
    );
    sql.exec('INSERT INTO outbox (seq, body) VALUES (?, ?)', event.seq, arrival.body);
    return { outcome: 'kept', event };
  }

  /** The same body under another id. Only asking for what was missed believes it: the id that a delivery shows is not signed. */
  #alias(id: string): void {
    this.#context.storage.sql.exec(
      'INSERT OR IGNORE INTO event_aliases VALUES (?, ?)',
      id,
      this.#context.now(),
    );
  }

  #complete(known: EventRow, arrival: Arrival): Kept {
    const { sql } = this.#context.storage;
    const before = JSON.parse(known.row) as KeptEvent;
    const event = rowOf(arrival, known.seq, before.receivedAt);
    sql.exec(
      'UPDATE events SET digest = ?, reconciled = 0, row = ? WHERE seq = ?',
      arrival.digest,
      JSON.stringify(event),
      known.seq,
    );
    sql.exec('INSERT OR REPLACE INTO outbox (seq, body) VALUES (?, ?)', known.seq, arrival.body);
    return { outcome: 'completed', event };
  }

  #nextSeq(now: InstantMs): number {
    const [row] = this.#context.storage.sql.exec<{ seq: number | null }>(
      'SELECT max(seq) AS seq FROM events',
    );
    return Math.max((row?.seq ?? 0) + 1, row?.seq == null ? firstSeq(now) : 0);
  }

  /** Writes one event to the log now, if the log answers; otherwise the outbox's job does it later. */
  async flush(seq: number): Promise<void> {
    if (await this.#deliver(seq)) return;
    this.#context.jobs.schedule('deliver-outbox', this.#context.now() + OUTBOX_RETRY_FIRST_MS);
  }

  /** The job `deliver-outbox`. @returns when to go on; null when the outbox is empty */
  async deliverOutbox(): Promise<InstantMs | null> {
    const { sql } = this.#context.storage;
    const seqs = sql
      .exec<{ seq: number }>('SELECT seq FROM outbox ORDER BY tries, seq LIMIT ?', OUTBOX_BATCH)
      .toArray()
      .map((row) => row.seq);
    let failures = 0;
    for (const seq of seqs) {
      if (await this.#deliver(seq)) continue;
      sql.exec('UPDATE outbox SET tries = tries + 1 WHERE seq = ?', seq);
      if (++failures === OUTBOX_FAILURES) break;
    }
    if (failures > 0) throw new Error('the event log does not answer');
    return this.outboxSize() > 0 ? this.#context.now() : null;
  }

  outboxSize(): number {
    const [row] = this.#context.storage.sql.exec<{ count: number }>('SELECT count(*) AS count FROM outbox');
    return row?.count ?? 0;
  }

  async #deliver(seq: number): Promise<boolean> {
    const { sql } = this.#context.storage;
    const [entry] = sql.exec<{ body: ArrayBuffer; row: string }>(
      'SELECT outbox.body, events.row FROM outbox JOIN events USING (seq) WHERE seq = ?',
      seq,
    );
    if (!entry) return true;
    const written = await this.#log.put(JSON.parse(entry.row) as KeptEvent, entry.body);
    if (written) sql.exec('DELETE FROM outbox WHERE seq = ? AND body = ?', seq, entry.body);
    return written;
  }

  /** The newest events, newest first. */
  newest(limit: number): RecentEvents {
    const items = this.#rows('SELECT row FROM events ORDER BY seq DESC LIMIT ?', limit);
    return { lastSeq: items[0]?.seq ?? 0, items };
  }

  section(): Section<RecentEvents> {
    const data = this.newest(RECENT_EVENTS_MAX);
    return { data, readAt: data.items[0]?.receivedAt ?? null, error: null };
  }

  /** Those kept after `seq`, oldest first, at most `limit`. */
  after(seq: number, limit: number): KeptEvent[] {
    return this.#rows('SELECT row FROM events WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit);
  }

  lastSeq(): number {
    const [row] = this.#context.storage.sql.exec<{ seq: number | null }>(
      'SELECT max(seq) AS seq FROM events',
    );
    return row?.seq ?? 0;
  }

  /** Whether the event is kept, under this id or as the body of another. */
  knows(dedupeId: string): boolean {
    const { sql } = this.#context.storage;
    const query =
      'SELECT 1 FROM events WHERE dedupe_id = ?1 UNION ALL SELECT 1 FROM event_aliases WHERE id = ?1';
    return sql.exec(query, dedupeId).toArray().length > 0;
  }

  /** Events that the service says it delivered and that never came, since the last that did come; of the last day. */
  silentlyMissed(): { missed: number; since: InstantMs | null } {
    const [row] = this.#context.storage.sql.exec<{ missed: number; since: number | null }>(
      `SELECT count(*) AS missed, min(received_at) AS since FROM events
       WHERE said_delivered = 1 AND reconciled = 1 AND received_at > ?1
         AND seq > coalesce((SELECT max(seq) FROM events WHERE reconciled = 0 AND seq > ?2), 0) AND seq > ?2`,
      this.#context.now() - DAY_MS,
      this.lastSeq() - SILENT_WINDOW,
    );
    return row ?? { missed: 0, since: null };
  }

  /** Whether an event of the project is kept that happened at `since` or later. */
  keptSince(event: string, projectId: string, since: InstantMs): boolean {
    const query = 'SELECT row FROM events WHERE project_id = ? AND event = ? ORDER BY seq DESC LIMIT 5';
    return this.#rows(query, projectId, event).some(({ at }) => at >= since);
  }

  /** When a delivery of the event last came; what was found by asking does not count. */
  lastReceivedAt(event: string): InstantMs | null {
    const [row] = this.#context.storage.sql.exec<{ at: number }>(
      'SELECT received_at AS at FROM events WHERE event = ? AND reconciled = 0 ORDER BY seq DESC LIMIT 1',
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

  /** Puts back rows of the log that this object no longer knows, because its storage was lost. Oldest first. */
  restore(events: readonly KeptEvent[]): void {
    const { sql } = this.#context.storage;
    for (const event of events) {
      sql.exec(
        `INSERT OR IGNORE INTO events (seq, dedupe_id, digest, event, project_id, received_at, reconciled, row)
         VALUES (?, ?, NULL, ?, ?, ?, ?, ?)`,
        event.seq,
        event.id,
        event.event,
        event.projectId,
        event.receivedAt,
        event.source === 'reconciled' ? 1 : 0,
        JSON.stringify(event),
      );
    }
  }

  /** Forgets what is older than the log keeps, a bounded number at a time. @returns whether there is more */
  prune(): boolean {
    const { sql } = this.#context.storage;
    const cursor = sql.exec(
      `DELETE FROM events WHERE seq IN (
         SELECT seq FROM events WHERE received_at < ? AND seq NOT IN (SELECT seq FROM outbox) ORDER BY seq LIMIT ?)`,
      this.#context.now() - KEPT_FOR_MS,
      PRUNE_BATCH,
    );
    sql.exec('DELETE FROM event_aliases WHERE at < ?', this.#context.now() - KEPT_FOR_MS);
    return cursor.rowsWritten >= PRUNE_BATCH;
  }
}

const OUTBOX_RETRY_FIRST_MS = 5 * SECOND_MS;
/** Events written per run: a run of a Worker may make 50 calls on the free plan. */
const OUTBOX_BATCH = 40;
/** So many failures mean that the log is down; fewer may be the fault of an event, and must not hold up the others. */
const OUTBOX_FAILURES = 3;

function rowOf(arrival: Arrival, seq: number, receivedAt: InstantMs): KeptEvent {
  return fitRow({
    seq,
    id: arrival.id,
    event: arrival.event,
    projectId: arrival.projectId,
    at: arrival.at ?? receivedAt,
    receivedAt,
    source: arrival.source,
    facts: pickFacts(arrival.data),
  });
}
