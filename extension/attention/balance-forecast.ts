import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Forecast } from '../../shared/spending/forecast.ts';
import { balanceForecast } from '../../shared/spending/spending-days.ts';

/** When the balance ends by the newest readings of it and of the spending; null where one was never read. */
export function balanceForecastIn({
  account: { data: balance },
  spending: { data: spending, readAt },
}: Pick<Snapshot['sections'], 'account' | 'spending'>): Forecast | null {
  if (balance === null || spending === null || readAt === null) return null;
  return balanceForecast(spending.daily, balance.credits, readAt);
}
