import { DAY_MS, type InstantMs, MINUTE_MS } from './time.ts';

/** What is told this soon after a month began is still of the month before: clocks and lists lag by seconds. */
const LAG_MS = MINUTE_MS;

/** The month, UTC, whose budget something told at `at` is about (service reference, What the service does, 6). */
export function monthOf(at: InstantMs): string {
  return new Date(at - LAG_MS).toISOString().slice(0, 7);
}

/**
 * The month whose budgets end at `resetsAt`. Half a month is taken off first, so that an end that drifts by seconds
 * around midnight names the same month.
 */
export function monthEndingAt(resetsAt: InstantMs): string {
  return monthOf(resetsAt - 15 * DAY_MS);
}

/** When the month of {@link monthOf} ends, UTC. */
export function nextMonth(at: InstantMs): InstantMs {
  const day = new Date(at - LAG_MS);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}
