import { HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';

const LONGEST_MS = HOUR_MS;

/** Reads a `Retry-After` header, seconds or a date, as milliseconds from now, at most an hour; null when there is none. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(0, ms)) : null;
}
