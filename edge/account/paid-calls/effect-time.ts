import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { LaunchRow } from './launch-row.ts';

/** What a call asked for begins at most so long after it was sent. */
export const EFFECT_LATEST_MS = 10 * MINUTE_MS;
/** Clocks that are kept right differ by less than this; no clock is taken to differ by more than the other. */
const CLOCKS_DIFFER_MS = 10 * SECOND_MS;
export const CLOCKS_DIFFER_MAX_MS = MINUTE_MS;

/** Whether a call can have done what began at a time. */
export type Fit = 'surely-in-time' | 'perhaps' | 'no';

export const sentAt = (row: LaunchRow): InstantMs => row.sent_at ?? row.created_at;

/**
 * Whether an effect that the service says began at `at` fits a call: between its sending and its answer; when the answer
 * was lost, as long after the sending as an effect may take to begin.
 * @param at null when the service doesn't tell
 */
export function fitOf(row: LaunchRow, at: InstantMs | null): Fit {
  if (at === null) return 'perhaps';
  if (row.begun_at !== null) return row.begun_at === at ? 'surely-in-time' : 'no';
  const last = row.state === 'launched' ? (row.settled_at ?? at) : sentAt(row) + EFFECT_LATEST_MS;
  const within = (toleranceMs: number) => at >= sentAt(row) - toleranceMs && at <= last + toleranceMs;
  if (!within(CLOCKS_DIFFER_MAX_MS)) return 'no';
  const wasFoundLater = row.state === 'launched' && row.answer_status === null;
  return within(CLOCKS_DIFFER_MS) && !wasFoundLater ? 'surely-in-time' : 'perhaps';
}

/** Whether the second call was sent before this moment, and after the first. */
export function isNearer(other: LaunchRow, row: LaunchRow, at: InstantMs): boolean {
  return sentAt(other) > sentAt(row) && sentAt(other) <= at + CLOCKS_DIFFER_MS;
}
