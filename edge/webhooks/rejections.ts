import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { DAY_MS, HOUR_MS, happenedAt, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';

export const rejectionsSchema: Schema = {
  startAnew: ['DELETE FROM webhook_rejections'],
  tables: [
    `CREATE TABLE webhook_rejections (
       reason TEXT NOT NULL, hour INTEGER NOT NULL, count INTEGER NOT NULL,
       last_at INTEGER NOT NULL, skew_seconds INTEGER, about TEXT NOT NULL,
       PRIMARY KEY (reason, hour)
     ) WITHOUT ROWID`,
  ],
};

const WRITE_EVERY_MS = 30 * SECOND_MS;

/** Counts rejected deliveries by reason and hour; stores nothing of their content. */
export class Rejections {
  readonly #storage: DurableObjectStorage;
  /** Counted and not written yet, by reason. */
  readonly #counted = new Map<Rejection['reason'], Rejection & { count: number; at: InstantMs }>();
  #writtenAt = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Those of 30 s are written together, so that a stranger's cost little however many there are. */
  count(rejection: Rejection, at: InstantMs): void {
    const count = (this.#counted.get(rejection.reason)?.count ?? 0) + 1;
    this.#counted.set(rejection.reason, { ...rejection, count, at });
    this.write(at);
  }

  /** Writes what was counted, unless that was done a moment ago. A timer would keep the object in memory. */
  write(now: InstantMs): void {
    if (this.#counted.size === 0 || now - happenedAt(this.#writtenAt, now) < WRITE_EVERY_MS) return;
    this.#writtenAt = now;
    for (const { reason, about, skewSeconds, count, at } of this.#counted.values()) {
      this.#storage.sql.exec(
        `INSERT INTO webhook_rejections VALUES (?1, ?2, ?6, ?3, ?4, ?5)
         ON CONFLICT (reason, hour) DO UPDATE SET count = count + ?6, last_at = ?3, skew_seconds = ?4, about = ?5`,
        reason,
        Math.floor(at / HOUR_MS),
        at,
        skewSeconds,
        about ?? '',
        count,
      );
      this.#counted.delete(reason);
    }
  }

  /** Those of the last day, newest first. */
  lastDay(now: InstantMs): SubscriptionHealth['rejections'] {
    const written = this.#storage.sql
      .exec<SubscriptionHealth['rejections'][number]>(
        `SELECT reason, sum(count) AS count, max(last_at) AS lastAt, skew_seconds AS skewSeconds, nullif(about, '') AS about
         FROM webhook_rejections WHERE hour > ? GROUP BY reason ORDER BY lastAt DESC`,
        Math.floor((now - DAY_MS) / HOUR_MS),
      )
      .toArray();
    const counted = [...this.#counted.values()].map(({ at, ...one }) => ({ ...one, lastAt: at }));
    const former = (reason: Rejection['reason']) => written.find((one) => one.reason === reason)?.count ?? 0;
    return [
      ...counted.map((one) => ({ ...one, count: one.count + former(one.reason) })),
      ...written.filter(({ reason }) => !this.#counted.has(reason)),
    ].toSorted((one, other) => other.lastAt - one.lastAt);
  }

  prune(now: InstantMs): void {
    this.#storage.sql.exec(
      'DELETE FROM webhook_rejections WHERE hour < ?',
      Math.floor((now - 2 * DAY_MS) / HOUR_MS),
    );
  }
}

/** `skewSeconds`: sender's clock minus ours; `about`: event or project in the address, if it is known. */
export type Rejection = Pick<SubscriptionHealth['rejections'][number], 'reason' | 'about' | 'skewSeconds'>;
