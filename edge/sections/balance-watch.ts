import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

/** Memory of unexplained falls of the balance. */
export interface BalanceWatch {
  /** The balance that falls are measured from; null until read. */
  credits: number | null;
  /** When a fall last caused a scan of all projects. */
  scannedAt: InstantMs;
  /** Minimum wait before the next scan: apps use credits too, and then a scan finds nothing. */
  waitMs: number;
}

export const noBalanceWatch: BalanceWatch = { credits: null, scannedAt: 0, waitMs: 0 };

/** Less than any start of a run costs (published reference, Conversation and runs). */
const FALL_MIN_CREDITS = 0.5;
const WAIT_FIRST_MS = 15 * SECOND_MS;
const WAIT_MAX_MS = 5 * MINUTE_MS;
/** A fall this many waits after the last one has another cause and is scanned at once. */
const WAITS_REMEMBERED = 4;

/**
 * Whether the balance fell without known work: something was started elsewhere. Pure.
 * @param credits as read just now; null when not read
 * @param isExplained whether a known change uses credits
 */
export function hasFallen(
  before: BalanceWatch,
  credits: number | null,
  now: InstantMs,
  isExplained: boolean,
): { isUnexplained: boolean; watch: BalanceWatch } {
  if (credits === null) return { isUnexplained: false, watch: before };
  const fall = (before.credits ?? credits) - credits;
  if (fall < FALL_MIN_CREDITS || isExplained) return { isUnexplained: false, watch: { ...before, credits } };
  const elapsedMs = now - before.scannedAt;
  // The fall is remembered until the next scan is allowed.
  if (elapsedMs < before.waitMs) return { isUnexplained: false, watch: before };
  const isAnother = elapsedMs >= before.waitMs * WAITS_REMEMBERED;
  const waitMs = isAnother ? WAIT_FIRST_MS : Math.min(WAIT_MAX_MS, before.waitMs * 2);
  return { isUnexplained: true, watch: { credits, scannedAt: now, waitMs } };
}
