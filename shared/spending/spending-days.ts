import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../builder-api/account.ts';
import type { Category } from '../builder-api/limits.ts';
import { inCents } from '../credits.ts';
import { DAY_MS, type InstantMs, nextMonth, utcDay } from '../time.ts';
import { isCapReached } from './effective-limit.ts';
import { expectedSpending, type Forecast, forecast, forecastCourse, type SpendingDay } from './forecast.ts';

export type DailySpending = z.infer<typeof spendingAnalyticsRecord>['daily'];

/** How far back spending is read: three weeks for the weekday pattern, three more to test the forecast. */
export const SPENDING_SPAN_DAYS = 45;

/** Query for the last {@link SPENDING_SPAN_DAYS} UTC days including today. */
export function spendingQuery(now: InstantMs, projectId?: string): URLSearchParams {
  const query = new URLSearchParams({
    from: utcDay(now - (SPENDING_SPAN_DAYS - 1) * DAY_MS),
    to: utcDay(now),
  });
  if (projectId !== undefined) query.set('projectId', projectId);
  return query;
}

export const creditsOf = ({ development, infrastructure }: DailySpending[number]): number =>
  development + infrastructure;

/** One row for each UTC day (`2026-11-21`): several rows of a day are its parts. */
export function rowsByDay(daily: DailySpending): ReadonlyMap<string, DailySpending[number]> {
  const days = new Map<string, DailySpending[number]>();
  for (const row of daily) {
    const date = row.date.slice(0, 10);
    const known = days.get(date);
    const development = row.development + (known?.development ?? 0);
    const infrastructure = row.infrastructure + (known?.infrastructure ?? 0);
    days.set(date, { ...row, date, development, infrastructure });
  }
  return days;
}

/**
 * Credits by UTC day, rounded here alone: a day has one value wherever it is shown.
 * @param of what counts of a day
 */
export const creditsByDay = (
  daily: DailySpending,
  of: (day: DailySpending[number]) => number = creditsOf,
): ReadonlyMap<string, number> =>
  new Map([...rowsByDay(daily)].map(([date, day]) => [date, inCents(of(day))]));

/**
 * Whole days without gaps in the form of the forecast, and what was spent today.
 * @param of selects what counts of a day
 * @param cap its monthly cap: days that began with it full are marked as cut, by the current cap
 */
export function spendingDays(
  daily: DailySpending,
  of: (day: DailySpending[number]) => number,
  cap: number | null,
  now: InstantMs,
): { days: SpendingDay[]; spentToday: number } {
  const spent = creditsByDay(daily, of);
  const today = utcDay(now);
  const first = [...spent.keys()].sort()[0];
  const days: SpendingDay[] = [];
  let month = '';
  let used = 0;
  for (let at = Date.parse(first ?? today); utcDay(at) < today; at += DAY_MS) {
    const date = utcDay(at);
    if (date.slice(0, 7) !== month) {
      month = date.slice(0, 7);
      used = 0;
    }
    const credits = spent.get(date) ?? 0;
    days.push({ at, credits, isCut: isCapReached(cap, used) === true });
    used += credits;
  }
  return { days, spentToday: spent.get(today) ?? 0 };
}

/** A category of a project's month; `cap` null: there is none. Credits. */
interface MonthOf<Cap> {
  daily: DailySpending;
  category: Category;
  cap: Cap;
  used: number;
  now: InstantMs;
}

/** When a project reaches a monthly cap at its pace; up to the reset. */
export function capForecast({ daily, category, cap, used, now }: MonthOf<number>): Forecast {
  const { days, spentToday } = spendingDays(daily, (day) => day[category], cap, now);
  return forecast({ days, now, spentToday, left: cap - used, cap, until: nextMonth(now) });
}

/** What a project has used of a category by its reset at its pace; null: no pace is known. Credits. */
export function neededByReset({ daily, category, cap, used, now }: MonthOf<number>): number | null {
  const { days, spentToday } = spendingDays(daily, (day) => day[category], cap, now);
  const expected = expectedSpending({ days, now, spentToday, until: nextMonth(now) });
  return expected === null ? null : used + expected;
}

/** A day of a month: what was used of a cap by its end, or what is expected to be. Credits. */
export type MonthDay = {
  /** `2026-11-21` */
  date: string;
  used: number | null;
  expected: { middle: number; low: number; high: number } | null;
};

/**
 * This month of a project, day by day. Of today both are known: what was used, and what is expected by its
 * end. Without a cap there is a forecast too; nothing is expected above a cap, which stops it.
 */
export function monthCourse({ daily, category, cap, used, now }: MonthOf<number | null>): MonthDay[] {
  const until = nextMonth(now);
  const { days, spentToday } = spendingDays(daily, (day) => day[category], cap, now);
  const left = cap === null ? Number.POSITIVE_INFINITY : cap - used;
  const course = forecastCourse({ days, now, spentToday, left, cap, until });
  const spent = creditsByDay(daily, (day) => day[category]);
  const month: MonthDay[] = [];
  const atMost = (amount: number) => (cap === null ? amount : Math.min(amount, Math.max(cap, used)));
  const today = utcDay(now);
  let sum = 0;
  for (let at = Date.parse(`${today.slice(0, 7)}-01`); at < until; at += DAY_MS) {
    const date = utcDay(at);
    sum += spent.get(date) ?? 0;
    const ahead = course.find((one) => one.at === at);
    month.push({
      date,
      used: date > today ? null : date === today ? used : sum,
      expected: ahead
        ? {
            middle: atMost(used + ahead.expected),
            low: atMost(used + Math.max(0, ahead.expected - ahead.spread)),
            high: atMost(used + ahead.expected + ahead.spread),
          }
        : null,
    });
  }
  return month;
}

/** The balance has no reset: its forecast ends here. */
const BALANCE_HORIZON_MS = 60 * DAY_MS;

/** When the balance is used up at the account's pace. */
export function balanceForecast(daily: DailySpending, credits: number, now: InstantMs): Forecast {
  const { days, spentToday } = spendingDays(daily, creditsOf, null, now);
  return forecast({ days, now, spentToday, left: credits, cap: null, until: now + BALANCE_HORIZON_MS });
}
