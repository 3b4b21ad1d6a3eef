import { SERVICE_EVENTS } from '../../../shared/builder-api/webhooks.ts';
import type { EventSubscription } from '../../../shared/snapshot/webhook-health.ts';
import { DAY_MS, happenedAt, type InstantMs } from '../../../shared/time.ts';
import { insertRow, type Schema } from '../../object/database.ts';

export type EventState = EventSubscription['state'];
/**
 * Names of remembered times. `unavailable`, `taken`: when the service refused an event; `without` a project:
 * that it can't have the event; `unlisted`: that the list of projects was refused; `rest`: until when the
 * service asked to be left alone; `synced`: the last whole sync; `swept`: the last sweep begun; `since`: our
 * first start; `restored`: when the log was read for what a lost storage knew.
 */
export type TimestampName =
  | 'unavailable'
  | 'taken'
  | 'without'
  | 'unlisted'
  | 'rest'
  | 'synced'
  | 'swept'
  | 'since'
  | 'restored';

export const subscriptionStatesSchema: Schema = {
  startAnew: [
    'DELETE FROM webhook_events',
    'DELETE FROM webhook_sweeps',
    'DELETE FROM webhook_marks',
    // The log still holds the former account's events: they are not restored, whether or not it was read.
    "INSERT INTO webhook_marks VALUES ('restored', '', 0)",
  ],
  tables: [
    `CREATE TABLE webhook_events (
       event TEXT PRIMARY KEY, state TEXT NOT NULL, problem TEXT, delivery_problem TEXT, checked_at INTEGER NOT NULL
     ) WITHOUT ROWID`,
    `CREATE TABLE webhook_sweeps (
       webhook_id TEXT PRIMARY KEY, swept_to INTEGER NOT NULL, read_at INTEGER NOT NULL DEFAULT 0
     ) WITHOUT ROWID`,
    `CREATE TABLE webhook_marks (
       name TEXT NOT NULL, event TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (name, event)
     ) WITHOUT ROWID`,
  ],
};

interface StateRow extends Record<string, SqlStorageValue> {
  event: string;
  state: EventState;
  problem: string | null;
  delivery_problem: string | null;
}

/** The status of each event's subscription, and what is remembered between syncs. */
export class SubscriptionStates {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  set(event: string, state: EventState, problem: string | null, now: InstantMs): void {
    this.#storage.sql.exec(
      `INSERT INTO webhook_events (event, state, problem, checked_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (event) DO UPDATE SET state = ?2, problem = ?3, checked_at = ?4
       WHERE state IS NOT ?2 OR problem IS NOT ?3`,
      event,
      state,
      problem,
      now,
    );
  }

  /**
   * Sets what is wrong by the service's record of deliveries; null when the newest one arrived.
   * @returns whether that is new
   */
  setDeliveryProblem(event: string, problem: string | null): boolean {
    const { rowsWritten } = this.#storage.sql.exec(
      'UPDATE webhook_events SET delivery_problem = ?2 WHERE event = ?1 AND delivery_problem IS NOT ?2',
      event,
      problem,
    );
    return rowsWritten > 0;
  }

  /** Every event of the service; one that was never synced is `missing`. */
  all(): Omit<EventSubscription, 'lastReceivedAt'>[] {
    const rows = new Map<string, StateRow>();
    for (const row of this.#storage.sql.exec<StateRow>('SELECT * FROM webhook_events'))
      rows.set(row.event, row);
    return SERVICE_EVENTS.map((event) => {
      const row = rows.get(event);
      if (!row) return { event, state: 'missing', problem: null };
      if (row.delivery_problem !== null && row.state !== 'unavailable')
        return {
          event,
          state: 'failing',
          problem: row.problem ?? row.delivery_problem,
          ...(row.state !== 'failing' && { isUndelivered: true }),
        };
      return { event, state: row.state, problem: row.problem };
    });
  }

  /** For a subscription: the newest delivery number up to which everything was checked, and when. */
  sweep(webhookId: string): { sweptTo: number; readAt: InstantMs } {
    const [row] = this.#storage.sql.exec<{ swept_to: number; read_at: number }>(
      'SELECT swept_to, read_at FROM webhook_sweeps WHERE webhook_id = ?',
      webhookId,
    );
    return { sweptTo: row?.swept_to ?? 0, readAt: row?.read_at ?? 0 };
  }

  setSweep(webhookId: string, sweptTo: number, readAt: InstantMs): void {
    const row = { webhook_id: webhookId, swept_to: sweptTo, read_at: readAt };
    insertRow(this.#storage.sql, 'webhook_sweeps', row, 'WRITE OVER');
  }

  /** Deletes the sweep positions of all but these subscriptions. */
  forgetSweepsBut(webhookIds: readonly string[]): void {
    this.#storage.sql.exec(
      'DELETE FROM webhook_sweeps WHERE webhook_id NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(webhookIds),
    );
  }

  setTimestamp(name: TimestampName, event: string, now: InstantMs): void {
    insertRow(this.#storage.sql, 'webhook_marks', { name, event, at: now }, 'WRITE OVER', 2);
  }

  /** Refusals of before the last day: each is asked about again by then. */
  prune(now: InstantMs): void {
    const refused = "('unavailable', 'taken', 'without', 'unlisted')";
    this.#storage.sql.exec(`DELETE FROM webhook_marks WHERE name IN ${refused} AND at < ?`, now - DAY_MS);
  }

  timestamp(name: TimestampName, event = ''): InstantMs | null {
    const [row] = this.#storage.sql.exec<{ at: number }>(
      'SELECT at FROM webhook_marks WHERE name = ? AND event = ?',
      name,
      event,
    );
    return row?.at ?? null;
  }

  /** Projects that can't have the event according to the service, less than `forMs` ago. */
  without(event: string, now: InstantMs, forMs: number): Set<string> {
    const prefix = `${event} `;
    const rows = this.#storage.sql.exec<{ event: string }>(
      "SELECT event FROM webhook_marks WHERE name = 'without' AND event >= ? AND event < ? AND at > ?",
      prefix,
      `${event}!`,
      now - forMs,
    );
    return new Set(rows.toArray().map((row) => row.event.slice(prefix.length)));
  }

  markWithout(event: string, projectId: string, now: InstantMs): void {
    this.setTimestamp('without', `${event} ${projectId}`, now);
  }

  isWithin(name: TimestampName, event: string, now: InstantMs, forMs: number): boolean {
    const at = this.timestamp(name, event);
    return at !== null && now - happenedAt(at, now) < forMs;
  }
}
