import { spendingAnalyticsRecord } from '../../shared/builder-api/account.ts';
import { type Forecast, forecast } from '../../shared/spending/forecast.ts';
import { type DailySpending, spendingDays, spendingQuery } from '../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { edgeNow } from '../ui/page-state.ts';
import { useResource } from './resource.ts';

/** The balance has no reset: its forecast ends here. */
export const BALANCE_HORIZON_MS = 60 * DAY_MS;

/** Spending by day, of the account or of one project. */
export const useSpending = (projectId?: string) => useResource(spendingRequest(edgeNow.value, projectId));

export const spendingRequest = (now: InstantMs, projectId?: string) => ({
  path: `/service/credits/spending-analytics?${spendingQuery(now, projectId)}`,
  schema: spendingAnalyticsRecord,
});

export const creditsOf = ({ development, infrastructure }: DailySpending[number]): number =>
  development + infrastructure;

/** When the balance is used up at the account's pace. */
export function balanceForecast(daily: DailySpending, credits: number, now: InstantMs): Forecast {
  const { days, spentToday } = spendingDays(daily, creditsOf, null, now);
  return forecast({ days, now, spentToday, left: credits, cap: null, until: now + BALANCE_HORIZON_MS });
}
