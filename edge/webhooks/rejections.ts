import type { RejectionReason, SubscriptionHealth } from '../../shared/snapshot/subscription-health.ts';
import { DAY_MS, HOUR_MS, type InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { type Rejection, rejectionWords } from './rejection-words.ts';

export const rejectionsSchema: Schema = {
  capability: 'webhook-rejections',
  migrations: [
    `CREATE TABLE webhook_rejections (
       reason TEXT NOT NULL, hour INTEGER NOT NULL, count INTEGER NOT NULL,
       last_at INTEGER NOT NULL, skew_seconds INTEGER, words TEXT NOT NULL,
       PRIMARY KEY (reason, hour)
     )`,
  ],
};

interface TallyRow extends Record<string, SqlStorageValue> {
  reason: RejectionReason;
  count: number;
  last_at: number;
  skew_seconds: number | null;
  words: string;
}

/** Counts deliveries that were not accepted, by reason and hour; nothing of their content is kept. */
export class Rejections {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  count(rejection: Rejection, now: InstantMs): void {
    this.#storage.sql.exec(
      `INSERT INTO webhook_rejections VALUES (?1, ?2, 1, ?3, ?4, ?5)
       ON CONFLICT (reason, hour) DO UPDATE SET count = count + 1, last_at = ?3, skew_seconds = ?4, words = ?5`,
      rejection.reason,
      Math.floor(now / HOUR_MS),
      now,
      rejection.skewSeconds,
      rejectionWords(rejection),
    );
  }

  /** Those of the last day, the newest first. */
  lastDay(now: InstantMs): SubscriptionHealth['rejections'] {
    return this.#storage.sql
      .exec<TallyRow>(
        `SELECT reason, sum(count) AS count, max(last_at) AS last_at, skew_seconds, words
         FROM webhook_rejections WHERE hour > ? GROUP BY reason ORDER BY last_at DESC`,
        Math.floor((now - DAY_MS) / HOUR_MS),
      )
      .toArray()
      .map((row) => ({
        reason: row.reason,
        count: row.count,
        lastAt: row.last_at,
        skewSeconds: row.skew_seconds,
        words: row.words,
      }));
  }

  prune(now: InstantMs): void {
    this.#storage.sql.exec(
      'DELETE FROM webhook_rejections WHERE hour < ?',
      Math.floor((now - 2 * DAY_MS) / HOUR_MS),
    );
  }
}
