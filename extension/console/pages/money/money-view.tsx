import { useSignal } from '@preact/signals';
import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../../../../shared/builder-api/account.ts';
import type { Forecast } from '../../../../shared/spending/forecast.ts';
import { balanceForecast, rowsByDay } from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../../shared/time.ts';
import { balanceParts } from '../../../i18n/balance-words.ts';
import { lastingWords } from '../../../i18n/forecast-words.ts';
import { formatMonth, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useSpending } from '../../../reads/spending.ts';
import { isOutOfCredits } from '../../../ui/building.ts';
import { ChoiceChips, ToggleChip } from '../../../ui/chips.tsx';
import { BuyCredits } from '../../../ui/open-link.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import { byCategory, type Series, seriesOf, sum } from '../../kit/series.ts';
import { SpendingPlot, SpendingTable, seriesName } from '../../kit/spending-plot.tsx';
import { DropDown } from '../../parts/drop-down.tsx';
import { ViewHeader } from '../../parts/view-header.tsx';
import { ByProject, creditsOn, PARTS, type Part } from './by-project.tsx';
import { type CapRows, useCapRows } from './cap-rows.ts';
import { Caps } from './caps.tsx';
import { useDayAddress } from './day-address.ts';
import { TellBelow, WhereItWent } from './where-it-went.tsx';

const PERIODS = ['month', 'week', 'days'] as const;
type Period = (typeof PERIODS)[number];
const WEEK_DAYS = 7;
const LONG_DAYS = 30;

/** How long the balance lasts, what was spent and where it went; the caps of projects fold. */
export function MoneyView() {
  return (
    <div class="page">
      {naming.value.screened ? (
        <>
          <ViewHeader title={t('view.money')} />
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
  const { state, ...reads } = useCapRows();
  return (
    <>
      <ViewHeader title={t('view.money')}>
        <BuyCredits class="button" />
      </ViewHeader>
      <Loaded of={spending}>{({ daily }) => <Spending {...asKept(daily)} rows={state.value} />}</Loaded>
      <WhereItWent />
      <Caps state={state.value} {...reads} />
    </>
  );
}

type Daily = z.infer<typeof spendingAnalyticsRecord>['daily'];

/** The days as the edge keeps them for every view, and until when: a day has one value everywhere, and one not read yet has none. */
function asKept(read: Daily): { daily: Daily; until: InstantMs } {
  const { data = null, readAt = null } = stored.value?.snapshot?.snapshot.sections.spending ?? {};
  return data === null || readAt === null
    ? { daily: read, until: edgeNow.value }
    : { daily: data.daily, until: readAt };
}

function Spending({ daily, until, rows }: ReturnType<typeof asKept> & { rows: CapRows }) {
  const shown = useSignal<Part>('sum');
  const period = useSignal<Period>('month');
  const asTable = useSignal(false);
  const isChoosing = useSignal(false);
  const account = stored.value?.snapshot?.snapshot.sections.account.data ?? null;
  const credits = account?.credits ?? null;
  const dates = Array.from({ length: daysOf(period.value, until) }, (_, ago) =>
    utcDay(until - ago * DAY_MS),
  ).reverse();
  const kind = shown.value;
  const known = rowsByDay(daily);
  const parts = seriesOf(
    dates.map((date) => {
      const day = known.get(date);
      return day ? byCategory(day) : {};
    }),
  );
  const spent = (of: Part) => creditsOn(daily, dates, of);
  const sums = {
    sum: sum(spent('sum')),
    development: sum(spent('development')),
    infrastructure: sum(spent('infrastructure')),
  };
  const series: Series[] = sums[kind] > 0 ? [{ name: kind, credits: spent(kind), total: sums[kind] }] : [];
  const dayAddress = useDayAddress();
  const isOut = isOutOfCredits();
  const expected = credits === null ? null : balanceForecast(daily, credits, until);
  return (
    <>
      <div class="spread money-head">
        <p>
          {isOut ? <b class="sum-amount">{t('topic.creditsExhausted')}</b> : <Lasts expected={expected} />}
          {account && !isOut && <span class="meta">{balanceParts(account, naming.value).join(' · ')}</span>}
        </p>
        <TellBelow />
      </div>
      <section class="part" aria-label={t('console.money.spent', { credits: formatNumber(sums.sum) })}>
        <div class="verbs">
          <DropDown
            open={isChoosing}
            face={`${periodName(period.value, until)} ▾`}
            title={t('console.money.plot')}
          >
            <span class="verbs">
              <ChoiceChips
                of={PERIODS}
                chosen={period.value}
                words={(one) => periodName(one, until)}
                onChoose={(one) => (period.value = one)}
              />
            </span>
            <span class="verbs">
              <ToggleChip on={asTable} words={t('verb.asTable')} />
              <CsvButton {...fileOf(dates, parts)} />
            </span>
          </DropDown>
          <ChoiceChips
            of={PARTS}
            chosen={kind}
            words={(of) => `${seriesName({ name: of })} ${formatNumber(sums[of])}`}
            onChoose={(of) => (shown.value = of)}
          />
        </div>
        {series.length === 0 ? (
          <p class="meta">{t('console.money.nothingSpent')}</p>
        ) : (
          <>
            <SpendingPlot dates={dates} series={series} />
            {asTable.value && <SpendingTable dates={dates} series={parts} ofDay={dayAddress} />}
            <ByProject rows={rows} dates={dates} of={kind} spent={sums[kind]} />
          </>
        )}
      </section>
    </>
  );
}

/** The days in which the balance ends, as a range where there is one; what that is based on under the pointer. */
function Lasts({ expected }: { expected: Forecast | null }) {
  if (expected === null) return <b class="sum-amount">{t('status.noBalance')}</b>;
  const { title, facts } = lastingWords(expected, edgeNow.value);
  return (
    <b class="sum-amount" title={facts}>
      {title}
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

/** The days as a file, by category. */
function fileOf(dates: readonly string[], series: readonly Series[]) {
  const [day, all] = [t('console.money.day'), t('console.money.sum')];
  return {
    name: `${t('fact.spending')}-${dates[0]}-${dates.at(-1)}`,
    names: [day, all, ...series.map(seriesName)],
    rows: dates.map((date, at) => ({
      ...Object.fromEntries(series.map((one) => [seriesName(one), sum([one.credits[at] ?? 0])])),
      [day]: date,
      [all]: sum(series.map(({ credits }) => credits[at] ?? 0)),
    })),
  };
}
