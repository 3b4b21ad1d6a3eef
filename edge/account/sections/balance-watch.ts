import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';

/** What the balance last said about work that is not seen. */
export interface BalanceWatch {
  /** The balance by which falls are told; null until it was read. */
  credits: number | null;
  /** When all projects were last looked at because of it. */
  scannedAt: InstantMs;
  /** How long the next such look waits at least: apps use credits too, and then it finds nothing. */
  waitMs: number;
}

export const noBalanceWatch: BalanceWatch = { credits: null, scannedAt: 0, waitMs: 0 };

/** Less than any start of a run takes (published reference, Conversation and runs). */
const FALL_MIN_CREDITS = 0.5;
const WAIT_FIRST_MS = 15 * SECOND_MS;
const WAIT_MAX_MS = 5 * MINUTE_MS;
/** A fall that comes so many waits after the last one has another cause: that is looked for at once. */
const WAITS_REMEMBERED = 4;

/**
 * Whether the balance fell though nothing is known to have begun or ended: something was started elsewhere. Pure.
 * @param credits as read just now; null when it was not
 * @param isExplained whether a change is known that takes credits
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
  // The fall is kept until it may be looked into.
  if (elapsedMs < before.waitMs) return { isUnexplained: false, watch: before };
  const isAnother = elapsedMs >= before.waitMs * WAITS_REMEMBERED;
  const waitMs = isAnother ? WAIT_FIRST_MS : Math.min(WAIT_MAX_MS, before.waitMs * 2);
  return { isUnexplained: true, watch: { credits, scannedAt: now, waitMs } };
}
