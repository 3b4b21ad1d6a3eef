import type { InstantMs } from './time.ts';

/**
 * Wait before the next try: `firstMs`, doubled with each further failure in a row, at most `maxMs`.
 * @param failures from 1
 */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));

/** Failures in a row of what is tried again, and when that is due. */
export type Retry = { failures: number; at: InstantMs };

/** What one more failure leads to. @param before absent: nothing failed before */
export function failedAgain(
  before: Pick<Retry, 'failures'> | undefined,
  now: InstantMs,
  firstMs: number,
  maxMs: number,
): Retry {
  const failures = (before?.failures ?? 0) + 1;
  return { failures, at: now + backoffMs(failures, firstMs, maxMs) };
}
