import * as z from 'zod/mini';
import type { InstantMs } from './durations.ts';

/** Durations live apart: pages that check nothing need not carry the checking library. */
export * from './durations.ts';

/** Milliseconds since the Unix epoch. Everything of ours counts in these; the service's ISO 8601 texts are turned into them at the rim. */
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
