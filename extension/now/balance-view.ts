import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { type CommittedCredits, committedCredits } from '../../shared/spending/committed-credits.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';

/** Fewer days than this show no pace. */
const PACE_DAYS_MIN = 3;
const PACE_DAYS = 7;
const DAYS_SHOWN = 14;
/** A date further away than this is a guess. */
const HORIZON_DAYS = 365;

type Daily = NonNullable<Snapshot['sections']['spending']['data']>['daily'];

export type BalanceView = {
  credits: number | null;
  /** Null when not reported. */
  recurrent: number | null;
  oneTime: number | null;
  /** Spent per day, oldest first; the last one is that of the last reading. */
  days: { date: string; spent: number }[];
  /** Null while nothing runs. */
  committed: CommittedCredits | null;
  /** Null with too little data. */
  lastsTo: { at: InstantMs; pacePerDay: number; days: number } | null;
};

/** The balance and what can be said about its future. @param now the edge's clock */
export function balanceView(snapshot: Snapshot | null, now: InstantMs): BalanceView {
  const account = snapshot?.sections.account.data ?? null;
  const { spending } = snapshot?.sections ?? {};
  const days = daysUpTo(spending?.readAt ?? now, spending?.data?.daily ?? []);
  const committed = snapshot && committedCredits(snapshot);
  return {
    credits: account?.credits ?? null,
    recurrent: account?.recurrentCredits ?? null,
    oneTime: account?.oneTimeCredits ?? null,
    days,
    committed: committed && committed.runs > 0 ? committed : null,
    lastsTo: account ? lastsTo(account.credits, days, now) : null,
  };
}

/** The service's day, UTC: `2026-11-21`. */
export const dayOf = (at: InstantMs): string => new Date(at).toISOString().slice(0, 10);

/** Every day from the first reported to that of the reading: nothing was spent on missing days. */
function daysUpTo(readAt: InstantMs, daily: Daily): BalanceView['days'] {
  const spent = new Map(daily.map((day) => [day.date, day.development + day.infrastructure]));
  const first = [...spent.keys()].sort()[0] ?? '';
  return Array.from({ length: DAYS_SHOWN }, (_, i) => dayOf(readAt - (DAYS_SHOWN - 1 - i) * DAY_MS))
    .filter((date) => first !== '' && date >= first)
    .map((date) => ({ date, spent: spent.get(date) ?? 0 }));
}

function lastsTo(credits: number, days: BalanceView['days'], now: InstantMs): BalanceView['lastsTo'] {
  const whole = days.filter(({ date }) => date < dayOf(now)).slice(-PACE_DAYS);
  if (whole.length < PACE_DAYS_MIN || credits <= 0) return null;
  const pacePerDay = whole.reduce((sum, { spent }) => sum + spent, 0) / whole.length;
  if (pacePerDay <= 0) return null;
  const left = credits / pacePerDay;
  return left > HORIZON_DAYS ? null : { at: now + left * DAY_MS, pacePerDay, days: whole.length };
}
