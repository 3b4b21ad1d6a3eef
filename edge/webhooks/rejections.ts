import type { RejectionReason, SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
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
  ],
};

interface TallyRow extends Record<string, SqlStorageValue> {
  reason: RejectionReason;
  count: number;
  last_at: number;
  skew_seconds: number | null;
  words: string;
}

/** Counts rejected deliveries by reason and hour; stores nothing of their content. */
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

  /** Those of the last day, newest first. */
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

/**
 * What the owner learns about a rejected delivery. `skewSeconds` is the sender's clock minus ours; `formerSecret`:
 * signed with an expired secret of ours; `otherEvent`: its body names another event than its address.
 */
export type Rejection = {
  reason: RejectionReason;
  /** The event or project in the address; only known ones. */
  about: string | null;
  skewSeconds: number | null;
  formerSecret: boolean;
  otherEvent: boolean;
};

export function rejectionWords({ reason, about, skewSeconds, formerSecret, otherEvent }: Rejection): string {
  const what = about === null ? 'A delivery' : `A delivery of ${about}`;
  switch (reason) {
    case 'bad-signature':
      return formerSecret
        ? `${what} was signed with the secret from before the rotation.`
        : `${what} was not signed with its subscription's secret.`;
    case 'stale':
      return `The sender's clock is ${span(skewSeconds)} behind, or it sent an old delivery again.`;
    case 'ahead':
      return `The sender's clock is ${span(skewSeconds)} ahead.`;
    case 'malformed':
      if (otherEvent) return `${what} reported another event than the one its address is for.`;
      return `${what} had no well-formed signature header or no readable body.`;
    case 'too-large':
      return `${what} was larger than 256 KiB.`;
    case 'unknown-event':
      return 'A delivery came to an address that has no subscription here.';
    case 'duplicate':
      return 'Deliveries came more than once; each was kept once.';
  }
}

function span(seconds: number | null): string {
  const ms = Math.abs(seconds ?? 0) * SECOND_MS;
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} seconds`;
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
