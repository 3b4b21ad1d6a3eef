import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';

const FIRST_CHECKS_MS = [2, 3, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS);
const LATER_MS = 2 * MINUTE_MS;
const MUCH_LATER_MS = HOUR_MS;
const MUCH_LATER_FROM = 40;

/** Nothing seen for so long, in so many good looks, means that nothing was done. */
export const ABSENT_AFTER_MS = 3 * MINUTE_MS;
export const ABSENT_AFTER_CHECKS = 3;

/** When to look again after `checks` looks. */
export function nextCheck(checks: number, now: InstantMs): InstantMs {
  return now + (FIRST_CHECKS_MS[checks] ?? (checks < MUCH_LATER_FROM ? LATER_MS : MUCH_LATER_MS));
}
