/** Milliseconds since the Unix epoch. Everything of ours counts in these. */
export type InstantMs = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The last instant that a calendar has, and as far before the epoch the first. */
export const LAST_INSTANT_MS = 100_000_000 * DAY_MS;
