/** Milliseconds since the Unix epoch; the service's ISO 8601 texts are converted when parsed. */
export type InstantMs = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The last representable instant. */
export const LAST_INSTANT_MS = 100_000_000 * DAY_MS;

/**
 * Parses an ISO 8601 text of the service.
 * @returns milliseconds since the epoch; null: not a time (an open field never fails a whole response)
 */
export function parseInstant(text: string | null | undefined): InstantMs | null {
  if (!text) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** A clock that was ahead may have left later times in storage; differences of clocks stay below this. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;

/** A stored past time (read, tried, seen, changed); 0, never, where it is yet to come: a clock was ahead. */
export const happenedAt = (at: InstantMs, now: InstantMs): InstantMs => (at > now + AHEAD_MAX_MS ? 0 : at);

/** The UTC day of an instant, as `2026-11-21`. */
export const utcDay = (at: InstantMs): string => new Date(at).toISOString().slice(0, 10);

/** The first instant of its UTC day. */
export const utcDayStart = (at: InstantMs): InstantMs => Math.floor(at / DAY_MS) * DAY_MS;

/** The UTC day on which a budget ends, by its beginning: an end drifts by seconds around midnight. */
export const resetDay = (at: InstantMs): InstantMs => utcDayStart(at + 12 * HOUR_MS);

/** Facts reported this soon after a month began belong to the one before: clocks and lists lag by seconds. */
const LAG_MS = MINUTE_MS;

/** The UTC month whose budget a fact reported at `at` is of (service reference, What the service does, 6). */
export function monthOf(at: InstantMs): string {
  return new Date(at - LAG_MS).toISOString().slice(0, 7);
}

/**
 * The month whose budgets end at `resetsAt`. Half a month is subtracted first, so that an end that drifts by
 * seconds around midnight names the same month.
 */
export function monthEndingAt(resetsAt: InstantMs): string {
  return monthOf(resetsAt - 15 * DAY_MS);
}

/** When the month of {@link monthOf} ends, UTC. */
export function nextMonth(at: InstantMs): InstantMs {
  const day = new Date(at - LAG_MS);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}
