import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Forecast } from '../../shared/spending/forecast.ts';
import { balanceForecast } from '../../shared/spending/spending-days.ts';
import type { AttentionView } from './view.ts';

type Readings = Pick<Snapshot['sections'], 'account' | 'spending'>;

/** When the balance ends by the newest readings of it and of the spending; null where one was never read. */
export function balanceForecastIn({
  account: { data: balance },
  spending: { data: spending, readAt },
}: Readings): Forecast | null {
  if (balance === null || spending === null || readAt === null) return null;
  return balanceForecast(spending.daily, balance.credits, readAt);
}

/**
 * The view with the day of the newest forecast in its item: the edge decides hours apart whether the balance ends soon. For pages,
 * which show the forecast beside it; the background says no day, and needs none of this.
 */
export function withForecastIn(view: AttentionView, readings: Readings): AttentionView {
  if (!view.items.some(({ reason }) => reason.kind === 'balance-forecast')) return view;
  const forecast = balanceForecastIn(readings);
  if (forecast?.kind !== 'about') return view;
  const { at, from, to } = forecast;
  return {
    ...view,
    items: view.items.map((item) =>
      item.reason.kind === 'balance-forecast' ? { ...item, reason: { ...item.reason, at, from, to } } : item,
    ),
  };
}
