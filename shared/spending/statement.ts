import * as z from 'zod/mini';
import { inCents } from '../credits.ts';
import { DAY_MS, HOUR_MS, type InstantMs, nextMonth, utcDay, utcDayStart } from '../time.ts';
import { instantMs } from '../time-schema.ts';
import type { WorkRow } from '../work/row.ts';
import { SPENDING_SPAN_DAYS } from './spending-days.ts';

/** The balance fell (below 0) or rose by so many credits between two readings. */
export const balanceChange = z.object({ since: instantMs, at: instantMs, credits: z.number() });
export type BalanceChange = z.infer<typeof balanceChange>;

/**
 * GET `/statements/:period`: where credits of a UTC month (`2026-11`) or day (`2026-11-19`) went. `fell` is
 * the sum of `runs`, `acts`, `apps` and `other`, the rest; below 0, the service reports more than was lost.
 */
export const statement = z.object({
  /** The period's days that are over and on which the balance was watched. Empty: there is none. */
  from: instantMs,
  to: instantMs,
  /** Days of the period before the balance was watched, or of which the service was not asked. */
  daysLeftOut: z.number(),
  /** Days after `from` left out too: the balance could not be read, and fell or rose until it was. */
  daysUnread: z.number(),
  /** Without what failed runs and deployments gave back. */
  fell: z.number(),
  /** Bought or refilled. */
  rose: z.number(),
  runs: z.number(),
  runCount: z.number(),
  /** Runs whose cost was missed: theirs is in `acts`. */
  notSeen: z.number(),
  /** Deployments and other acts: what the service says of development, without runs. */
  acts: z.number(),
  apps: z.number(),
  other: z.number(),
  /** The balance below which it is told; null: it is not. */
  tellBelow: z.nullable(z.number()),
});
export type Statement = z.infer<typeof statement>;

/** PUT `/balance-alarm`, owners only: alerts once when the balance falls below these credits; null: off. */
export const balanceAlarm = z.strictObject({
  credits: z.nullable(z.number('must be a number').check(z.positive('must be more than 0'))),
});

/** Sums of this many credits and less differ by rounding. */
const ROUNDING = 0.05;

/** A loss after such a gap between readings (one each 5 minutes) is of no day, unless within one. */
const UNREAD_FOR_MS = HOUR_MS;

/** A statement of last month needs what is kept of it for so long. */
export const STATEMENT_SPAN_MS = 62 * DAY_MS;

const sumOf = (credits: readonly number[]): number => inCents(credits.reduce((sum, one) => sum + one, 0));

/** `2026-11`: the UTC month of an instant. */
export const monthOf = (at: InstantMs): string => utcDay(at).slice(0, 7);

/** First and last instant of `2026-11` or `2026-11-19`, UTC; null: it is neither. */
export function periodOf(period: string): { from: InstantMs; to: InstantMs } | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(period);
  const from =
    isDay || /^\d{4}-\d\d$/.test(period) ? Date.parse(isDay ? period : `${period}-01`) : Number.NaN;
  return Number.isNaN(from) || !utcDay(from).startsWith(period)
    ? null
    : { from, to: isDay ? from + DAY_MS : nextMonth(from + DAY_MS) };
}

/** Days over whose end the balance changed, nobody knows when. */
function unreadDays(changes: readonly BalanceChange[]): Set<InstantMs> {
  const days = new Set<InstantMs>();
  for (const { since, at } of changes) {
    const [first, last] = [utcDayStart(since), utcDayStart(at)];
    if (at - since <= UNREAD_FOR_MS || first === last) continue;
    for (let day = first; day <= last; day += DAY_MS) days.add(day);
  }
  return days;
}

/**
 * @param watchedSince when the balance was first read
 * @param changes that began or ended in the period, oldest first
 * @param daily of the service, by UTC day
 * @param rows of the same time as the changes
 * @param until when `daily` and the balance were read
 * @param deployCredits the price of a deployment, at which one that failed is given back; 0: not known
 */
export function statementOf(
  period: { from: InstantMs; to: InstantMs },
  {
    watchedSince,
    changes,
    daily,
    rows,
    until,
    deployCredits,
  }: {
    watchedSince: InstantMs | null;
    changes: readonly BalanceChange[];
    daily: readonly { date: string; development: number; infrastructure: number }[];
    rows: readonly Pick<WorkRow, 'kind' | 'begunAt' | 'endedAt' | 'credits' | 'refunded' | 'over'>[];
    until: InstantMs;
    deployCredits: number;
  },
): Omit<Statement, 'tellBelow'> {
  // What the service says of a day is known so far back.
  const askedFrom = utcDayStart(until) - (SPENDING_SPAN_DAYS - 1) * DAY_MS;
  const firstDay =
    watchedSince === null ? period.to : Math.max(askedFrom, Math.ceil(watchedSince / DAY_MS) * DAY_MS);
  const from = Math.min(period.to, Math.max(period.from, firstDay));
  // Of a day that goes on, the balance and the service's sums lag behind one another.
  const end = Math.min(period.to, Math.max(utcDayStart(until), from));
  const unread = [...unreadDays(changes)].filter((day) => day >= from && day < end);
  const to = unread.length * DAY_MS < end - from ? end : from;
  const isIn = (at: InstantMs) => at >= from && at < to && !unread.includes(utcDayStart(at));
  const inPeriod = changes.filter(({ at }) => isIn(at));
  const over = rows.filter((row) => row.over !== null && isIn(row.endedAt ?? row.begunAt));
  const runs = over.filter(({ kind }) => kind === 'run');
  const failedDeploys = over.filter(({ kind, refunded }) => kind === 'deploy' && refunded === true);
  const took = (isRefunded: boolean) =>
    sumOf(runs.flatMap((run) => ((run.refunded ?? false) === isRefunded ? (run.credits ?? []) : [])));
  const days = daily.filter(({ date }) => isIn(Date.parse(date.slice(0, 10))));
  const allFell = -sumOf(inPeriod.flatMap(({ credits }) => (credits < 0 ? credits : [])));
  const allRose = sumOf(inPeriod.flatMap(({ credits }) => (credits > 0 ? credits : [])));
  const back = Math.min(took(true) + failedDeploys.length * deployCredits, allRose, allFell);
  const fell = inCents(allFell - back);
  const ofRuns = took(false);
  const parts = {
    runs: ofRuns,
    acts: inCents(Math.max(0, sumOf(days.map(({ development }) => development)) - ofRuns)),
    apps: sumOf(days.map(({ infrastructure }) => infrastructure)),
  };
  const rest = inCents(fell - parts.runs - parts.apps - parts.acts);
  const isRounding = Math.abs(rest) <= ROUNDING;
  // What is within rounding belongs to the greatest part, in which nobody sees it.
  const greatest = (['acts', 'runs', 'apps'] as const).reduce((one, name) =>
    parts[name] > parts[one] ? name : one,
  );
  if (isRounding) parts[greatest] = inCents(parts[greatest] + rest);
  return {
    from,
    to,
    daysLeftOut: Math.round((from - period.from) / DAY_MS),
    daysUnread: unread.length,
    fell,
    rose: inCents(allRose - back),
    ...parts,
    runCount: runs.length,
    notSeen: runs.filter(({ credits, refunded }) => credits === null && !refunded).length,
    other: isRounding ? 0 : rest,
  };
}
