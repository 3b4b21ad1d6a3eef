import { type KeptEvent, keptEvent } from '../../shared/snapshot/kept-event.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { doRow, waitAtMost } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow } from '../object/database.ts';
import { reached } from '../object/probes.ts';
import { EVENT_KEY_PREFIX, eventKey, KEPT_FOR_MS } from './event-row.ts';

/** The sender gives up after 2 min 30 s. */
const SENT_AGAIN_FOR_MS = 10 * MINUTE_MS;
const HELD_MAX = 500;
const OUTBOX_RETRY_FIRST_MS = 5 * SECOND_MS;
/** Events written per run: a Worker may make 50 calls per run on the free plan. */
const OUTBOX_BATCH = 40;
/** So many failures mean that the log is down; fewer may be of single events, and must not block others. */
const OUTBOX_FAILURES = 3;

/** Bodies of kept events that are not in the log yet; the log may fail for hours. */
export class Outbox {
  readonly #context: AccountContext;
  readonly #log: EventLog;
  /** Bodies of deliveries on their way to the log, and those of this instance that have arrived. */
  readonly #held = new Map<number, Promise<void>>();

  constructor(context: AccountContext, log: EventLog) {
    this.#context = context;
    this.#log = log;
  }

  /** Called in the same step in which the event is kept. */
  add(seq: number, body: Uint8Array): void {
    insertRow(this.#context.storage.sql, 'outbox', { seq, body: bufferOf(body), tries: 0 }, 'WRITE OVER');
  }

  /** Writes one event to the log now if possible; otherwise the outbox's job does it later. */
  async flush(seq: number): Promise<void> {
    if (!(await this.#deliver(seq))) this.#later();
  }

  #has(seq: number): boolean {
    return this.#context.storage.sql.exec('SELECT 1 FROM outbox WHERE seq = ?', seq).toArray().length > 0;
  }

  #later(): void {
    this.#context.jobs.schedule('deliver-outbox', this.#context.now() + OUTBOX_RETRY_FIRST_MS);
  }

  /** Begins to write the body of a delivery to the log; only where it is not taken it becomes a row here. */
  #begin(seq: number, body: Uint8Array): void {
    const holding = this.#hold(seq, body);
    this.#held.set(seq, holding);
    // Whoever waits for it hears of a failure, and the next copy begins anew.
    this.#context.waitUntil(holding.catch(() => this.#held.delete(seq)));
    const [first] = this.#held.keys();
    if (this.#held.size > HELD_MAX && first !== undefined) this.#held.delete(first);
  }

  async #hold(seq: number, body: Uint8Array): Promise<void> {
    // The row of the event comes first, also as filled in by what hears of it.
    await this.#context.storage.sync();
    const [entry] = this.#context.storage.sql.exec<{ row: string }>(
      'SELECT row FROM events WHERE seq = ?',
      seq,
    );
    if (!entry || (await this.#log.put(JSON.parse(entry.row) as KeptEvent, bufferOf(body)))) return;
    this.add(seq, body);
    this.#later();
  }

  /**
   * Waits until a delivery can be acknowledged: its body is in the log, or here. Called in the step in which
   * it is kept, and for each copy: one whose progress a restart has lost is written once more.
   */
  async held(event: KeptEvent, body: Uint8Array): Promise<void> {
    if (this.#has(event.seq)) return this.flush(event.seq);
    const isLost = this.#context.now() - event.receivedAt < SENT_AGAIN_FOR_MS && event.source === 'webhook';
    if (!this.#held.has(event.seq) && isLost) this.#begin(event.seq, body);
    await this.#held.get(event.seq);
  }

  /** The job `deliver-outbox`. @returns when to run again; null when the outbox is empty */
  async deliverAll(): Promise<InstantMs | null> {
    const { sql } = this.#context.storage;
    const batch = sql
      .exec<{ seq: number; tries: number }>(
        'SELECT seq, tries FROM outbox ORDER BY tries, seq LIMIT ?',
        OUTBOX_BATCH,
      )
      .toArray();
    let failures = 0;
    for (const { seq } of batch) {
      const isKept = await doRow(
        () => this.#deliver(seq),
        () => false,
      );
      if (isKept) continue;
      sql.exec('UPDATE outbox SET tries = tries + 1 WHERE seq = ?', seq);
      if (++failures === OUTBOX_FAILURES) break;
    }
    if (failures > 0) throw new Error('the event log does not answer');
    if (this.size() > 0) {
      reached('outbox-beyond-one-run');
      return this.#context.now();
    }
    if (batch.some(({ tries }) => tries > 0)) reached('outbox-drained-after-failures');
    return null;
  }

  size(): number {
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
}

const bufferOf = (body: Uint8Array): ArrayBuffer => body.slice().buffer as ArrayBuffer;

export type LogPage = { events: KeptEvent[]; nextCursor: string | null };

/** Storage of event bodies. Expected failures are in the result; others reject. */
export interface EventLog {
  /** @returns false when the log did not accept it in time */
  put(event: KeptEvent, body: ArrayBuffer): Promise<boolean>;
  /** Rows without bodies, newest first, to restore the index; one `list`. */
  page(cursor: string | null): Promise<LogPage>;
  /** The body as received; null when missing. */
  body(event: Pick<KeptEvent, 'receivedAt' | 'seq'>): Promise<ArrayBuffer | null>;
}

/** The sender waits 10 s for a response; the log gets less, then the outbox's job retries. */
const PUT_TIMEOUT_MS = 3 * SECOND_MS;

/**
 * The log in KV: one key per event with its body as the value and its row as metadata. Layout in
 * `edge/storage-schema.md`.
 */
export function kvEventLog(kv: KVNamespace): EventLog {
  return {
    put: async (event, body) => {
      try {
        const key = eventKey(event.receivedAt, event.seq);
        const put = kv.put(key, body, {
          metadata: event,
          expirationTtl: KEPT_FOR_MS / SECOND_MS,
        });
        return await waitAtMost(put, PUT_TIMEOUT_MS);
      } catch {
        return false;
      }
    },
    page: async (cursor) => {
      const listed = await kv.list<unknown>({ prefix: EVENT_KEY_PREFIX, cursor });
      const events = listed.keys.flatMap(({ metadata }) => {
        const row = keptEvent.safeParse(metadata);
        return row.success ? [row.data] : [];
      });
      return { events, nextCursor: listed.list_complete ? null : (listed.cursor ?? null) };
    },
    body: ({ receivedAt, seq }) => kv.get(eventKey(receivedAt, seq), 'arrayBuffer'),
  };
}
