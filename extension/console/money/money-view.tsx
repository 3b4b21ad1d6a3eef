import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../../../shared/builder-api/account.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { daysAhead } from '../../../shared/spending/forecast.ts';
import { balanceForecast, creditsOf, spendingDays } from '../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../shared/time.ts';
import { balanceParts } from '../../i18n/balance-words.ts';
import { forecastWords } from '../../i18n/forecast-words.ts';
import { formatNumber, formatWeekday } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useSpending } from '../../reads/spending.ts';
import { ChoiceChips, ToggleChip } from '../../ui/chips.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { arriveIn } from '../parts/arrival.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import { CapsPromise } from './caps-promise.tsx';
import { Planner } from './planner.tsx';
import { type PlannerRows, usePlannerRows } from './planner-rows.ts';
import { byCategory, byType, PARTINGS, type Parting, seriesOf, sum } from './series.ts';
import { nameBy, SpendingPlot, SpendingTable } from './spending-plot.tsx';
import { Sum } from './sum.tsx';
import { WhatHappened } from './what-happened.tsx';

/** A table tells more apart than a plot. */
const COLUMNS_MAX = 20;
/** From the first day on which something was spent; at least so many, so that a day is no wall. */
const SHOWN_DAYS_MIN = 7;
const SHOWN_DAYS_MAX = 30;
const AHEAD_DAYS = 6;

/** Spending, how long the balance lasts, what the caps still allow, and the planner. */
export function MoneyView() {
  return (
    <div class="page">
      <ViewHeader title={t('console.view.money')} />
      {naming.value.screened ? <p class="notice meta">{t('console.hidden')}</p> : <Money />}
    </div>
  );
}

function Money() {
  const spending = useSpending();
  const { state, ...reads } = usePlannerRows();
  const planner = useRef<HTMLDivElement>(null);
  const toPlanner = () => arriveIn(planner.current?.querySelector('section') ?? null);
  return (
    <>
      <Loaded of={spending}>
        {({ daily }) => <Spending daily={daily} rows={state.value} onPlan={toPlanner} />}
      </Loaded>
      <div ref={planner}>
        <Planner state={state.value} {...reads} />
      </div>
    </>
  );
}

type Daily = z.infer<typeof spendingAnalyticsRecord>['daily'];

function Spending({ daily, rows, onPlan }: { daily: Daily; rows: PlannerRows; onPlan: () => void }) {
  const parting = useSignal<Parting>('category');
  const asTable = useSignal(false);
  const now = edgeNow.value;
  const { days, spentToday } = spendingDays(daily, creditsOf, null, now);
  const usual = usualOf(days, now);
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const account = stored.value?.snapshot?.snapshot.sections.account.data ?? null;
  const credits = account?.credits ?? null;
  const first = days.find(({ credits }) => credits > 0)?.at ?? now;
  const shownDays = Math.min(SHOWN_DAYS_MAX, Math.max(SHOWN_DAYS_MIN, Math.ceil((now - first) / DAY_MS)));
  const dates = Array.from({ length: shownDays }, (_, at) => utcDay(now - (shownDays - 1 - at) * DAY_MS));
  const title = t('console.money.spending', { days: formatNumber(shownDays) });
  const parts = partsOf(parting.value, dates, daily, rows);
  const series = seriesOf(parts);
  const nameOf = nameBy(parting.value);
  const lasts = credits === null ? null : forecastWords(balanceForecast(daily, credits, now), 'balance', now);
  return (
    <>
      <div class="sums">
        <Sum title={t('console.money.left')} value={credits === null ? '–' : formatNumber(credits)}>
          {account === null
            ? t('console.money.balanceUnknown')
            : balanceParts(account, naming.value).join(' · ')}
        </Sum>
        <Sum title={t('console.money.balance')} value={lasts?.title ?? '–'}>
          {lasts === null ? t('console.money.balanceUnknown') : lasts.facts}
        </Sum>
        <Sum title={t('console.money.spentToday')} value={formatNumber(spentToday)}>
          {usual &&
            (usual.weekday === null
              ? t('console.money.usual', { credits: formatNumber(usual.credits) })
              : t('console.money.usualOn', {
                  credits: formatNumber(usual.credits),
                  weekday: usual.weekday,
                }))}
        </Sum>
        <CapsPromise rows={rows} credits={credits} />
      </div>
      <section class="part" aria-label={title}>
        <header>
          <h2>{title}</h2>
          <span class="verbs">
            <ChoiceChips
              of={PARTINGS}
              chosen={parting.value}
              words={(by) => t(`console.money.by.${by}`)}
              onChoose={(by) => (parting.value = by)}
            />
            <ToggleChip on={asTable} words={t('console.money.asTable')} />
            {isOwner && (
              <button type="button" class="button" onClick={onPlan}>
                {t('console.money.toPlan')}
              </button>
            )}
          </span>
        </header>
        {parting.value === 'project' && rows.total !== null && rows.read < rows.total && (
          <p class="meta" role="status">
            {t('console.money.reading', {
              read: formatNumber(rows.read),
              total: formatNumber(rows.total),
            })}
          </p>
        )}
        {series.length === 0 ? (
          <p class="meta">{t('console.money.nothingSpent')}</p>
        ) : (
          <>
            <SpendingPlot
              dates={dates}
              series={series}
              nameOf={nameOf}
              usual={usual?.credits ?? null}
              ahead={daysAhead({ days, now, spentToday }, AHEAD_DAYS)}
              ofDay={(date) => <WhatHappened date={date} />}
            />
            {asTable.value && (
              <SpendingTable dates={dates} series={seriesOf(parts, COLUMNS_MAX)} nameOf={nameOf} />
            )}
          </>
        )}
      </section>
    </>
  );
}

/** What a day like today usually costs: from three days of its weekday, else from all. */
function usualOf(
  days: readonly { at: InstantMs; credits: number }[],
  now: InstantMs,
): { credits: number; weekday: string | null } | null {
  const weekdayOf = (at: InstantMs) => Math.floor(at / DAY_MS) % 7;
  const same = days.filter(({ at }) => weekdayOf(at) === weekdayOf(now));
  const first = days.findIndex(({ credits }) => credits > 0);
  if (first < 0) return null;
  const known = same.filter(({ at }) => at >= (days[first]?.at ?? 0));
  const mean = (of: readonly { credits: number }[]) => sum(of.map(({ credits }) => credits)) / of.length;
  if (known.length >= 3) return { credits: mean(known), weekday: formatWeekday(now) };
  const all = days.slice(first);
  return all.length < 3 ? null : { credits: mean(all), weekday: null };
}

function partsOf(
  parting: Parting,
  dates: readonly string[],
  daily: Daily,
  { rows }: PlannerRows,
): Record<string, number>[] {
  const known = new Map(daily.map((day) => [day.date.slice(0, 10), day]));
  return dates.map((date) => {
    const day = known.get(date);
    if (!day) return {};
    if (parting === 'category') return byCategory(day);
    if (parting === 'type') return byType(day);
    return Object.fromEntries(
      rows.map((row) => {
        const own = row.daily.find((one) => one.date.slice(0, 10) === date);
        return [row.projectId, own ? creditsOf(own) : 0];
      }),
    );
  });
}
