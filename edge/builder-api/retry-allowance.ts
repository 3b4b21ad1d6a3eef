import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';

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
