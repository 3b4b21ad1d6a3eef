import * as z from 'zod/mini';

/** Milliseconds since the Unix epoch; the service's ISO 8601 texts are turned into them where they come in. */
export type InstantMs = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The last instant that a calendar has, and as far before the epoch the first. */
export const LAST_INSTANT_MS = 100_000_000 * DAY_MS;

export const instantMs = z.number();

/**
 * Reads an ISO 8601 text of the service.
 * @returns milliseconds since the epoch, or null when the text is no time (an open field never fails a whole answer)
 */
export function parseInstant(text: string | null | undefined): InstantMs | null {
  if (!text) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
