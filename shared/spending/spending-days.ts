import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../builder-api/account.ts';
import { DAY_MS, type InstantMs } from '../time.ts';
import type { SpendingDay } from './forecast.ts';

export type DailySpending = z.infer<typeof spendingAnalyticsRecord>['daily'];

/** How far back spending is read: three weeks for the weekday pattern and three more to test the forecast on. */
export const SPENDING_SPAN_DAYS = 45;

/** Query for the last {@link SPENDING_SPAN_DAYS} UTC days including today. */
export function spendingQuery(now: InstantMs, projectId?: string): URLSearchParams {
  const query = new URLSearchParams({ from: dayOf(now - (SPENDING_SPAN_DAYS - 1) * DAY_MS), to: dayOf(now) });
  if (projectId !== undefined) query.set('projectId', projectId);
  return query;
}

/**
 * Whole days without gaps in the form of the forecast, and what was spent today.
 * @param of selects what counts of a day. @param cap its monthly cap: days that began with it full are marked as cut,
 * by the current cap
 */
export function spendingDays(
  daily: DailySpending,
  of: (day: DailySpending[number]) => number,
  cap: number | null,
  now: InstantMs,
): { days: SpendingDay[]; spentToday: number } {
  const spent = new Map(daily.map((day) => [day.date.slice(0, 10), of(day)]));
  const today = dayOf(now);
  const first = [...spent.keys()].sort()[0];
  const days: SpendingDay[] = [];
  let month = '';
  let used = 0;
  for (let at = Date.parse(first ?? today); dayOf(at) < today; at += DAY_MS) {
    const date = dayOf(at);
    if (date.slice(0, 7) !== month) {
      month = date.slice(0, 7);
      used = 0;
    }
    const credits = spent.get(date) ?? 0;
    days.push({ at, credits, isCut: cap !== null && used >= cap });
    used += credits;
  }
  return { days, spentToday: spent.get(today) ?? 0 };
}

/** The UTC day of an instant, as `2026-11-21`. */
function dayOf(at: InstantMs): string {
  return new Date(at).toISOString().slice(0, 10);
}
