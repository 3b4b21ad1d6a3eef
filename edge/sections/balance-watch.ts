import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

/** How the balance moved over all readings: credits it fell by in total, and how often it rose. */
export interface BalanceMoves {
  credits: number;
  fallen: number;
  rises: number;
}

export function movedTo(before: BalanceMoves | null, credits: number): BalanceMoves {
  if (before === null) return { credits, fallen: 0, rises: 0 };
  const fall = before.credits - credits;
  return { credits, fallen: before.fallen + Math.max(0, fall), rises: before.rises + (fall < 0 ? 1 : 0) };
}

/** Memory of unexplained falls of the balance. */
export interface BalanceWatch {
  /** The moves that were accounted for. */
  fallen: number;
  rises: number;
  /** When they were; absent before the first reading. */
  at?: InstantMs | undefined;
  /** Of how many projects a fall was looked into, where others remain to be looked at once a view opens. */
  lookedAmong?: number | undefined;
  /** Credits a minute that running apps usually use; absent until known. */
  perMinute?: number | undefined;
  /** When a fall last caused a scan for work. */
  scannedAt: InstantMs;
  /** Minimum wait before the next scan: apps use credits too, and then a scan finds nothing. */
  waitMs: number;
}

export const noBalanceWatch: BalanceWatch = { fallen: 0, rises: 0, scannedAt: 0, waitMs: 0 };

/** Less than any start of a run costs (published reference, Conversation and runs). */
const FALL_MIN_CREDITS = 0.5;
/** A fall so far above the apps' pace is work: a run takes 6 as it begins. Below, twice the pace is apps'. */
const FALL_MAX_CREDITS = 5;
/** Over about how long the apps' usual pace is taken: one deployment between two readings is none. */
const PACE_OVER_MINUTES = 5;
const WAIT_FIRST_MS = 15 * SECOND_MS;
const WAIT_MAX_MS = 5 * MINUTE_MS;
/** A fall this many waits after the last one has another cause and is scanned at once. */
const WAITS_REMEMBERED = 4;

export interface Fall {
  isUnexplained: boolean;
  /** Set if a known change explains it, or the balance rose: work started at the same time does not show. */
  mayHideMore?: boolean;
  watch: BalanceWatch;
}

/**
 * Tells whether the balance fell by more than known work and the apps' usual pace explain: something was
 * started elsewhere. Pure.
 * @param moves with what was read just now; null when it was not
 * @param isExplained whether a known change uses credits
 * @param isWorking whether work was known that takes credits as it ends: its pace is not the apps'
 * @param likely of how many projects details are read then; if it was fewer before, the others are still due
 */
export function hasFallen(
  before: BalanceWatch,
  moves: BalanceMoves | null,
  now: InstantMs,
  isExplained: boolean,
  isWorking = false,
  likely = Number.POSITIVE_INFINITY,
): Fall {
  if (moves === null) return { isUnexplained: false, watch: before };
  const change = fallOf(before, moves, now, isExplained, isWorking);
  const isOwed = likely > (before.lookedAmong ?? likely);
  if (!isOwed && !change.isUnexplained && change.mayHideMore !== true) return change;
  const watch = { ...change.watch, lookedAmong: Number.isFinite(likely) ? likely : undefined };
  return { ...change, isUnexplained: isOwed || change.isUnexplained, watch };
}

function fallOf(
  before: BalanceWatch,
  moves: BalanceMoves,
  now: InstantMs,
  isExplained: boolean,
  isWorking: boolean,
): Fall {
  const { fallen, rises } = moves;
  const minutes = (now - (before.at ?? now)) / MINUTE_MS;
  const fall = fallen - Math.min(fallen, before.fallen);
  const usual = (before.perMinute ?? 0) * minutes;
  const read = { ...before, fallen, rises, at: now };
  const hasRisen = rises > before.rises;
  const mayHideMore = hasRisen || (isExplained && fall >= FALL_MAX_CREDITS);
  if (isExplained) return { isUnexplained: false, mayHideMore, watch: read };
  const watch = { ...read, perMinute: isWorking ? before.perMinute : paceAfter(before, fall, minutes) };
  const least = Math.max(FALL_MIN_CREDITS, Math.min(FALL_MAX_CREDITS, usual));
  if (fall - usual < least) return { isUnexplained: false, mayHideMore, watch };
  const elapsedMs = now - before.scannedAt;
  // The fall is remembered until the next scan is allowed.
  if (elapsedMs < before.waitMs) return { isUnexplained: false, watch: before };
  const isAnother = elapsedMs >= before.waitMs * WAITS_REMEMBERED;
  const waitMs = isAnother ? WAIT_FIRST_MS : Math.min(WAIT_MAX_MS, before.waitMs * 2);
  // So much at once is work, which is found now or by a later read.
  const perMinute = fall < FALL_MAX_CREDITS ? watch.perMinute : before.perMinute;
  return { isUnexplained: true, watch: { ...watch, perMinute, scannedAt: now, waitMs } };
}

/** The same after the scan found the work that used the credits: they were not the apps'. */
export const workFound = (after: BalanceWatch, before: BalanceWatch): BalanceWatch => ({
  ...after,
  perMinute: before.perMinute,
  waitMs: 0,
});

function paceAfter({ perMinute }: BalanceWatch, fall: number, minutes: number): number | undefined {
  if (minutes <= 0) return perMinute;
  const before = perMinute ?? 0;
  return before + (1 - Math.exp(-minutes / PACE_OVER_MINUTES)) * (fall / minutes - before);
}
