import type { FailureKind, ServiceFailure } from '../../shared/builder-api/failures.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

const RETRIES_MAX = 2;
const BACKOFF_FIRST_MS = 200;
/** A longer wait is left to the caller, who responds with what is known. */
const WAIT_MAX_MS = 3000;

const TRANSIENT: Record<FailureKind, boolean> = {
  'key-rejected': false,
  'no-credits': false,
  forbidden: false,
  'not-found': false,
  'not-available': false,
  'rate-limited': true,
  refused: false,
  timeout: false,
  unreachable: true,
  'service-failing': true,
  'unexpected-answer': false,
  'not-configured': false,
};

/** Only free reads may be retried; everything else is sent once. */
export function isRepeatable({ method, cost }: Pick<Operation, 'method' | 'cost'>): boolean {
  return method === 'GET' && cost === 'free';
}

/**
 * How long to wait before the next try.
 * @param tries how many were made; @param random 0 to 1, so that concurrent callers don't retry together
 * @returns milliseconds, or null to give up
 */
export function nextTryAfterMs(
  operation: Pick<Operation, 'method' | 'cost'>,
  failure: ServiceFailure,
  tries: number,
  random: number,
): number | null {
  if (!isRepeatable(operation) || !TRANSIENT[failure.kind] || tries > RETRIES_MAX) return null;
  const backoff = BACKOFF_FIRST_MS * 2 ** (tries - 1) * (0.5 + random / 2);
  const wait = Math.max(failure.retryAfterMs ?? 0, backoff);
  return wait <= WAIT_MAX_MS ? wait : null;
}

const LONGEST_MS = HOUR_MS;

/** Parses a `Retry-After` header, seconds or a date, as milliseconds from now, at most an hour; null when missing. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(0, ms)) : null;
}

const RETRIES_PER_MINUTE = 8;

/**
 * Limits the retries of an account's failing reads, all together: a Worker may make 50 calls per run on the free
 * plan, and tripling the load does not help a service that is down.
 */
export class RetryAllowance {
  #usedAt: InstantMs[] = [];

  /** @returns whether one more try is allowed; it then counts */
  take(now: InstantMs): boolean {
    this.#usedAt = this.#usedAt.filter((at) => now - at < MINUTE_MS);
    return this.#usedAt.length < RETRIES_PER_MINUTE && this.#usedAt.push(now) > 0;
  }
}
