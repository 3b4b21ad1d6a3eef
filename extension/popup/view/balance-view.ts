import { DAY_MS, type InstantMs } from '../../../shared/durations.ts';
import type { Snapshot } from '../../../shared/snapshot/snapshot.ts';
import { type SpokenFor, spokenFor } from '../../launch/preflight/spoken-for.ts';

/** Fewer days than this say nothing about a pace. */
const PACE_DAYS_MIN = 3;
const PACE_DAYS = 7;
/** Further away than this a date is a guess. */
const HORIZON_DAYS = 365;

export type BalanceView = {
  credits: number | null;
  recurrent: number;
  oneTime: number;
  /** Spent per day, oldest first; the last one is today. */
  days: { date: string; spent: number }[];
  /** Null while nothing runs. */
  spokenFor: SpokenFor | null;
  /** Null while the data are too few to say. */
  lastsTo: { at: InstantMs; pacePerDay: number; days: number } | null;
};

/** The balance and what can honestly be said about its future. @param now the edge's clock */
export function balanceView(snapshot: Snapshot | null, now: InstantMs): BalanceView {
  const account = snapshot?.sections.account.data ?? null;
  const days = (snapshot?.sections.spending.data?.daily ?? [])
    .slice(-14)
    .map(({ date, development, infrastructure }) => ({ date, spent: development + infrastructure }));
  const taken = snapshot && spokenFor(snapshot);
  return {
    credits: account?.credits ?? null,
    recurrent: account?.recurrentCredits ?? 0,
    oneTime: account?.oneTimeCredits ?? 0,
    days,
    spokenFor: taken && taken.runs > 0 ? taken : null,
    lastsTo: account ? lastsTo(account.credits, days, now) : null,
  };
}

function lastsTo(credits: number, days: BalanceView['days'], now: InstantMs): BalanceView['lastsTo'] {
  const today = new Date(now).toISOString().slice(0, 10);
  const whole = days.filter(({ date }) => date < today).slice(-PACE_DAYS);
  if (whole.length < PACE_DAYS_MIN || credits <= 0) return null;
  const pacePerDay = whole.reduce((sum, { spent }) => sum + spent, 0) / whole.length;
  if (pacePerDay <= 0) return null;
  const left = credits / pacePerDay;
  return left > HORIZON_DAYS ? null : { at: now + left * DAY_MS, pacePerDay, days: whole.length };
}
