import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../../../../shared/builder-api/account.ts';
import { daysAhead, type Forecast } from '../../../../shared/spending/forecast.ts';
import {
  balanceForecast,
  creditsOf,
  SPENDING_SPAN_DAYS,
  spendingDays,
} from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../../shared/time.ts';
import { balanceParts } from '../../../i18n/balance-words.ts';
import { groundWords, lastingWords } from '../../../i18n/forecast-words.ts';
import { formatMonth, formatNumber, formatWeekday } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useSpending } from '../../../reads/spending.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips, ToggleChip } from '../../../ui/chips.tsx';
import { BuyCredits } from '../../../ui/open-link.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import {
  byCategory,
  byProject,
  byType,
  type Parting,
  SERIES_MAX,
  type Series,
  seriesOf,
  sum,
} from '../../kit/series.ts';
import { nameBy, SpendingPlot, SpendingTable } from '../../kit/spending-plot.tsx';
import { arriveIn } from '../../parts/arrival.ts';
import { DropDown } from '../../parts/drop-down.tsx';
import { ViewHeader } from '../../parts/view-header.tsx';
import { ByProject, creditsOn, PARTS, type Part } from './by-project.tsx';
import { Planner } from './planner.tsx';
import { type PlannerRows, usePlannerRows } from './planner-rows.ts';
import { WhatHappened } from './what-happened.tsx';
import { partName, TellBelow, useUnexplained, WhereItWent } from './where-it-went.tsx';

/** A table tells more apart than a plot. */
const COLUMNS_MAX = 20;
const PERIODS = ['month', 'week', 'days'] as const;
type Period = (typeof PERIODS)[number];
/** Parts that add up to all that was spent, or a way to split it. */
type Shown = Part | (typeof SPLITS)[number];
const SPLITS = ['type', 'project'] as const;
const WEEK_DAYS = 7;
const LONG_DAYS = 30;
const AHEAD_DAYS = 6;

/** How long the balance lasts, what was spent and where it went; the planner folds. */
export function MoneyView() {
  return (
    <div class="page">
      {naming.value.screened ? (
        <>
          <ViewHeader title={t('console.view.money')} />
          <p class="notice meta">{t('console.hidden')}</p>
        </>
      ) : (
        <Money />
      )}
    </div>
  );
}

function Money() {
  const spending = useSpending();
  const { state, ...reads } = usePlannerRows();
  const planner = useRef<HTMLDivElement>(null);
  const isPlanning = useSignal(false);
  const plan = () => {
    isPlanning.value = true;
    // Once its content is rendered.
    setTimeout(() => arriveIn(planner.current));
  };
  return (
    <>
      <ViewHeader title={t('console.view.money')}>
        <span class="verbs">
          <Button quiet onClick={plan}>
            {t('console.money.toPlan')}
          </Button>
          <BuyCredits class="button" />
        </span>
      </ViewHeader>
      <Loaded of={spending}>{({ daily }) => <Spending daily={asKept(daily)} rows={state.value} />}</Loaded>
      <WhereItWent />
      <div ref={planner}>
        <Planner state={state.value} open={isPlanning} {...reads} />
      </div>
    </>
  );
}

type Daily = z.infer<typeof spendingAnalyticsRecord>['daily'];

/** The days as the edge keeps them for every view, with the kinds of spending that only this view reads: a day has one value everywhere. */
function asKept(read: Daily): Daily {
  const kept = stored.value?.snapshot?.snapshot.sections.spending.data?.daily;
  const types = new Map(read.map(({ date, byType }) => [date.slice(0, 10), byType]));
  return kept?.map((day) => ({ ...day, byType: types.get(day.date.slice(0, 10)) })) ?? read;
}

function Spending({ daily, rows }: { daily: Daily; rows: PlannerRows }) {
  const shown = useSignal<Shown>('sum');
  const period = useSignal<Period>('month');
  const asTable = useSignal(false);
  const isChoosing = useSignal(false);
  const unexplained = useUnexplained();
  const now = edgeNow.value;
  const { days, spentToday } = spendingDays(daily, creditsOf, null, now);
  const usual = usualOf(days, now);
  const account = stored.value?.snapshot?.snapshot.sections.account.data ?? null;
  const credits = account?.credits ?? null;
  const shownDays = daysOf(period.value, now);
  const all = Array.from({ length: SPENDING_SPAN_DAYS }, (_, at) =>
    utcDay(now - (SPENDING_SPAN_DAYS - 1 - at) * DAY_MS),
  );
  const dates = all.slice(-shownDays);
  const kind = PARTS.find((one) => one === shown.value) ?? null;
  const split = SPLITS.find((one) => one === shown.value) ?? null;
  const parting = split ?? 'category';
  const parts = partsOf(parting, all, daily, rows);
  const columns = seriesOf(parts, COLUMNS_MAX, shownDays);
  const rest = dates.map((date) => unexplained.get(date) ?? 0);
  const spent = (of: Part) => creditsOn(daily, dates, of);
  const sums = {
    sum: sum([...spent('sum'), ...rest]),
    development: sum(spent('development')),
    infrastructure: sum(spent('infrastructure')),
  };
  const series =
    kind === null
      ? seriesOf(parts, SERIES_MAX, shownDays)
      : barsOf([
          [kind, 'plain', spent(kind)],
          ['rest', 'rest', kind === 'sum' ? rest : []],
        ]);
  const isOfAll = kind === null || kind === 'sum';
  const expected = credits === null ? null : balanceForecast(daily, credits, now);
  return (
    <>
      <div class="spread money-head">
        <p>
          <Lasts expected={expected} />
          {account && <span class="meta">{balanceParts(account, naming.value).join(' · ')}</span>}
        </p>
        <TellBelow />
      </div>
      <section class="part" aria-label={t('console.money.spent', { credits: formatNumber(sums.sum) })}>
        <div class="verbs">
          <DropDown
            open={isChoosing}
            face={`${periodName(period.value, now)} ▾`}
            title={t('console.money.plot')}
          >
            <span class="verbs">
              <ChoiceChips
                of={PERIODS}
                chosen={period.value}
                words={(one) => periodName(one, now)}
                onChoose={(one) => (period.value = one)}
              />
            </span>
            <span class="verbs">
              <ChoiceChips
                of={SPLITS}
                chosen={split}
                words={(by) => t(`console.money.by.${by}`)}
                onChoose={(by) => (shown.value = by)}
              />
            </span>
            <span class="verbs">
              <ToggleChip on={asTable} words={t('console.money.asTable')} />
              <CsvButton {...fileOf(parting, dates, seriesOf(parts, Infinity, shownDays))} />
            </span>
          </DropDown>
          <ChoiceChips
            of={PARTS}
            chosen={kind}
            words={(of) => `${nameOfPart({ name: of })} ${formatNumber(sums[of])}`}
            onChoose={(of) => (shown.value = of)}
          />
        </div>
        {series.length === 0 ? (
          <p class="meta">{t('console.money.nothingSpent')}</p>
        ) : (
          <>
            <SpendingPlot
              key={period.value}
              dates={dates}
              series={series}
              nameOf={split ? nameBy(split) : nameOfPart}
              usual={isOfAll ? (usual?.credits ?? null) : null}
              usualOn={usual?.weekday ?? undefined}
              ahead={isOfAll ? daysAhead({ days, now, spentToday }, AHEAD_DAYS) : []}
              ground={expected && 'ground' in expected ? groundWords(expected.ground) : ''}
              ofDay={(date) => <WhatHappened date={date} />}
            />
            {asTable.value && <SpendingTable dates={dates} series={columns} nameOf={nameBy(parting)} />}
            <ByProject rows={rows} dates={dates} of={kind ?? 'sum'} spent={sum(spent(kind ?? 'sum'))} />
          </>
        )}
      </section>
    </>
  );
}

/** Bars that need no pattern to be told apart, without those of nothing. */
const barsOf = (
  bars: readonly (readonly [name: string, look: 'plain' | 'rest', credits: number[]])[],
): Series[] =>
  bars
    .map(([name, look, credits]) => ({ name, look, credits, total: sum(credits) }))
    .filter(({ total }) => total > 0);

const nameOfPart = ({ name }: Pick<Series, 'name'>): string =>
  name === 'sum' ? t('console.money.sum') : name === 'rest' ? partName('rest') : nameBy('category')({ name });

/** The days in which the balance ends, as a range where there is one; what that is based on under the pointer. */
function Lasts({ expected }: { expected: Forecast | null }) {
  if (expected === null) return <b class="sum-amount">{t('launch.preflight.noBalance')}</b>;
  const { title, brief, facts } = lastingWords(expected, edgeNow.value);
  const isRange = expected.kind === 'about' && expected.to !== null && brief !== '';
  return (
    <b class="sum-amount" title={facts}>
      {isRange ? t('forecast.lasts', { when: brief }) : title}
      <span class="hidden-words"> {facts}</span>
    </b>
  );
}

const periodName = (period: Period, now: InstantMs): string =>
  period === 'month'
    ? formatMonth(now)
    : t('console.money.days', { days: formatNumber(period === 'week' ? WEEK_DAYS : LONG_DAYS) });

/** How many days of a period are shown, today among them. */
function daysOf(period: Period, now: InstantMs): number {
  if (period === 'week') return WEEK_DAYS;
  if (period === 'month') return new Date(now).getUTCDate();
  return LONG_DAYS;
}

/** The days as a file, with every part by the name that the service knows it by. */
function fileOf(parting: Parting, dates: readonly string[], series: readonly Series[]) {
  const [day, all] = [t('console.money.day'), t('console.money.sum')];
  const columnOf = ({ name }: Series) => name || nameBy(parting)({ name: '' });
  return {
    name: `${t('console.money.fileName')}-${dates[0]}-${dates.at(-1)}`,
    names: [day, all, ...series.map(columnOf)],
    rows: dates.map((date, at) => ({
      ...Object.fromEntries(series.map((one) => [columnOf(one), sum([one.credits[at] ?? 0])])),
      [day]: date,
      [all]: sum(series.map(({ credits }) => credits[at] ?? 0)),
    })),
  };
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
    return byProject(day, rows);
  });
}
