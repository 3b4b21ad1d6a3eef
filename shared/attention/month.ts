import { DAY_MS, type InstantMs } from '../durations.ts';

/** Budgets run by calendar month, UTC (service reference, What the service does, 6). */
export function monthOf(at: InstantMs): string {
  return new Date(at).toISOString().slice(0, 7);
}

/**
 * The month whose budgets end at `resetsAt`. Half a month is taken off first, so that an end that drifts by seconds
 * around midnight names the same month.
 */
export function monthEndingAt(resetsAt: InstantMs): string {
  return monthOf(resetsAt - 15 * DAY_MS);
}

/** First instant of the month after `at`, UTC. */
export function nextMonth(at: InstantMs): InstantMs {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}
