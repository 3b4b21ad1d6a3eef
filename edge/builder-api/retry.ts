import type { FailureKind, ServiceFailure } from '../../shared/builder-api/failures.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

const RETRIES_MAX = 2;
const BACKOFF_FIRST_MS = 200;
/** A longer wait than this is left to the caller, who answers with what is known. */
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

/** Only what is free and only reads may be asked twice: everything else is sent once, whatever happens. */
export function isRepeatable({ method, cost }: Pick<Operation, 'method' | 'cost'>): boolean {
  return method === 'GET' && cost === 'free';
}

/**
 * How long to wait before the next try.
 * @param tries how many were made; @param random 0 to 1, so that many callers don't retry together
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

/** Reads a `Retry-After` header, seconds or a date, as milliseconds from now, at most an hour; null when there is none. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(0, ms)) : null;
}

const RETRIES_PER_MINUTE = 8;

/**
 * Bounds how often an account's failing reads are tried again, all together: a run of a Worker may make 50 calls on the
 * free plan, and a service that is down is not helped by three times as many.
 */
export class RetryAllowance {
  #usedAt: InstantMs[] = [];

  /** @returns whether one more try may be made; it then counts */
  take(now: InstantMs): boolean {
    this.#usedAt = this.#usedAt.filter((at) => now - at < MINUTE_MS);
    return this.#usedAt.length < RETRIES_PER_MINUTE && this.#usedAt.push(now) > 0;
  }
}
