import type { Instant } from './clock.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11`: the month that budgets are kept by, in UTC. */
export function monthOf(at: Instant): string {
  return iso(at).slice(0, 7);
}

/** `2026-11-21`, in UTC. */
export function dayOf(at: Instant): string {
  return iso(at).slice(0, 10);
}

export function startOfMonth(at: Instant): Instant {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

export function startOfNextMonth(at: Instant): Instant {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export function iso(at: Instant): string {
  return new Date(at).toISOString();
}
