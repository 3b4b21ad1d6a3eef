import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';

/** Even what was marked stale, or is wanted fresh, is not asked for more often than this. */
export const STALE_GAP_MS = SECOND_MS;
export const FRESH_GAP_MS = 3 * SECOND_MS;
const FAILING_MAX_MS = 5 * MINUTE_MS;

export interface DueQuestion {
  triedAt: InstantMs | null;
  waitUntil: InstantMs;
  failures: number;
  paceMs: number;
  markedAt: InstantMs | null;
  fresh: boolean;
  now: InstantMs;
}

/**
 * Whether a section is to be read now. A failing one is asked less and less often, up to five minutes apart or its own
 * pace if that is longer; the service's own wish to be left alone goes before everything.
 */
export function isDue({ triedAt, waitUntil, failures, paceMs, markedAt, fresh, now }: DueQuestion): boolean {
  if (now < waitUntil) return false;
  if (triedAt === null) return true;
  const age = now - triedAt;
  if (age < 0) return true;
  if (markedAt !== null && age >= STALE_GAP_MS) return true;
  if (fresh && age >= FRESH_GAP_MS) return true;
  if (failures === 0) return age >= paceMs;
  return age >= Math.max(paceMs, Math.min(FAILING_MAX_MS, paceMs * 2 ** (failures - 1)));
}
