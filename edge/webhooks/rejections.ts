import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { DAY_MS, HOUR_MS, type InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';

export const rejectionsSchema: Schema = {
  capability: 'webhook-rejections',
  startAnew: ['DELETE FROM webhook_rejections'],
  migrations: [
    `CREATE TABLE webhook_rejections (
       reason TEXT NOT NULL, hour INTEGER NOT NULL, count INTEGER NOT NULL,
       last_at INTEGER NOT NULL, skew_seconds INTEGER, words TEXT NOT NULL,
       PRIMARY KEY (reason, hour)
     )`,
    `ALTER TABLE webhook_rejections RENAME COLUMN words TO about;
     UPDATE webhook_rejections SET about = ''`,
  ],
};

/** Counts rejected deliveries by reason and hour; stores nothing of their content. */
export class Rejections {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  count(rejection: Rejection, now: InstantMs): void {
    this.#storage.sql.exec(
      `INSERT INTO webhook_rejections VALUES (?1, ?2, 1, ?3, ?4, ?5)
       ON CONFLICT (reason, hour) DO UPDATE SET count = count + 1, last_at = ?3, skew_seconds = ?4, about = ?5`,
      rejection.reason,
      Math.floor(now / HOUR_MS),
      now,
      rejection.skewSeconds,
      rejection.about ?? '',
    );
  }

  /** Those of the last day, newest first. */
  lastDay(now: InstantMs): SubscriptionHealth['rejections'] {
    return this.#storage.sql
      .exec<SubscriptionHealth['rejections'][number]>(
        `SELECT reason, sum(count) AS count, max(last_at) AS lastAt, skew_seconds AS skewSeconds, nullif(about, '') AS about
         FROM webhook_rejections WHERE hour > ? GROUP BY reason ORDER BY lastAt DESC`,
        Math.floor((now - DAY_MS) / HOUR_MS),
      )
      .toArray();
  }

  prune(now: InstantMs): void {
    this.#storage.sql.exec(
      'DELETE FROM webhook_rejections WHERE hour < ?',
      Math.floor((now - 2 * DAY_MS) / HOUR_MS),
    );
  }
}

/** `skewSeconds` is the sender's clock minus ours; `about` the event or project in the address; only known ones. */
export type Rejection = Pick<SubscriptionHealth['rejections'][number], 'reason' | 'about' | 'skewSeconds'>;
