import { useSignal } from '@preact/signals';
import type * as z from 'zod/mini';
import type { spendingAnalyticsRecord } from '../../../../shared/builder-api/account.ts';
import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import type { Forecast } from '../../../../shared/spending/forecast.ts';
import { balanceForecast, rowsByDay, SPENDING_SPAN_DAYS } from '../../../../shared/spending/spending-days.ts';
import { monthOf, periodOf } from '../../../../shared/spending/statement.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../../shared/time.ts';
import { balanceParts } from '../../../i18n/balance-words.ts';
import { lastingWords } from '../../../i18n/forecast-words.ts';
import { formatDay, formatMonth, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { useSpending } from '../../../reads/spending.ts';
import { isOutOfCredits } from '../../../ui/building.ts';
import { ChoiceChips, ToggleChip } from '../../../ui/chips.tsx';
import { Select } from '../../../ui/form.tsx';
import { BuyCredits } from '../../../ui/open-link.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import { activityAddress } from '../../kit/activity-address.ts';
import { byCategory, type Series, seriesOf, sum } from '../../kit/series.ts';
import { SpendingPlot, SpendingTable, seriesName } from '../../kit/spending-plot.tsx';
import { goTo } from '../../parts/navigation.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { viewAddress } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import { ByProject, creditsOn, PARTS, type Part } from './by-project.tsx';
import { type CapRows, useCapRows } from './cap-rows.ts';
import { Caps } from './caps.tsx';
import { TellBelow, WhereItWent } from './where-it-went.tsx';

/** Last days by their name in addresses; months and days are named there as in the edge's statements. */
const LAST_DAYS: Readonly<Record<string, number>> = { week: 7, days: 30 };

/** How long the balance lasts, what was spent and where it went; the caps of projects fold. */
export function MoneyView({ rest: [asked = ''] }: ViewProps) {
  return (
    <div class="page">
      {naming.value.screened ? (
        <>
          <ViewHeader title={t('view.money')} />
          <p class="notice meta">{t('console.hidden')}</p>
        </>
      ) : (
        <Money asked={asked} />
      )}
    </div>
  );
}

function Money({ asked }: { asked: string }) {
  const spending = useSpending();
  const { state, ...reads } = useCapRows();
  return (
    <>
      <ViewHeader title={t('view.money')}>
        <BuyCredits class="button" />
      </ViewHeader>
      <Loaded of={spending}>
        {({ daily }) => <Spending {...asKept(daily)} {...{ asked }} rows={state.value} />}
      </Loaded>
      <WhereItWent period={chosenOf(asked, edgeNow.value)} />
      <Caps state={state.value} {...reads} />
    </>
  );
}

type Daily = z.infer<typeof spendingAnalyticsRecord>['daily'];

/** Days as the edge keeps them for all views, and until when: each has one value everywhere, or none yet. */
function asKept(read: Daily): { daily: Daily; until: InstantMs } {
  const { data = null, readAt = null } = stored.value?.snapshot?.snapshot.sections.spending ?? {};
  return data === null || readAt === null
    ? { daily: read, until: edgeNow.value }
    : { daily: data.daily, until: readAt };
}

function Spending({
  daily,
  until,
  asked,
  rows,
}: ReturnType<typeof asKept> & { asked: string; rows: CapRows }) {
  const shown = useSignal<Part>('sum');
  const asTable = useSignal(false);
  const account = stored.value?.snapshot?.snapshot.sections.account.data ?? null;
  const credits = account?.credits ?? null;
  const chosen = chosenOf(asked, until);
  const listed = datesOf(chosen, until);
  const day = listed.length === 1 ? chosen : null;
  // A day is shown among others.
  const month = monthOf(until);
  const dates = day === null ? listed : datesOf(day.startsWith(month) ? month : 'days', until);
  const kind = shown.value;
  const known = rowsByDay(daily);
  const parts = seriesOf(
    dates.map((date) => {
      const day = known.get(date);
      return day ? byCategory(day) : {};
    }),
  );
  const plotted = creditsOn(daily, dates, kind);
  const sums = {
    sum: sum(creditsOn(daily, listed, 'sum')),
    development: sum(creditsOn(daily, listed, 'development')),
    infrastructure: sum(creditsOn(daily, listed, 'infrastructure')),
  };
  const activity = useDayAddress(day);
  const isOut = isOutOfCredits();
  const expected = credits === null ? null : balanceForecast(daily, credits, until);
  return (
    <>
      <div class="spread money-head">
        <p>
          {isOut ? (
            <b class="sum-amount block">{t('topic.creditsExhausted')}</b>
          ) : (
            <Lasts expected={expected} />
          )}
          {account && !isOut && <span class="meta">{balanceParts(account, naming.value).join(' · ')}</span>}
        </p>
        <TellBelow />
      </div>
      <section class="part" aria-label={t('console.money.spent', { credits: formatNumber(sums.sum) })}>
        <div class="verbs">
          <Select
            class="chip-select"
            aria-label={t('console.money.plot')}
            value={chosen}
            options={periodsAt(until).map((one) => [one, periodName(one, until)])}
            onChoose={(one) => goTo(viewAddress('money', one))}
          />
          <ChoiceChips
            of={PARTS}
            chosen={kind}
            words={(of) => `${seriesName({ name: of })} ${formatNumber(sums[of])}`}
            onChoose={(of) => (shown.value = of)}
          />
          <ToggleChip on={asTable} words={t('verb.asTable')} />
          {activity && <a href={activity}>{t('view.activity')}</a>}
        </div>
        {sum(plotted) > 0 && (
          <SpendingPlot
            dates={dates}
            series={[{ name: kind, credits: plotted, total: sum(plotted) }]}
            chosen={day}
            ofDay={addressOfDay}
          />
        )}
        {asTable.value && (
          <>
            <SpendingTable dates={dates} series={parts} ofDay={addressOfDay} />
            <CsvButton {...fileOf(dates, parts)} />
          </>
        )}
        {sums[kind] > 0 ? (
          <ByProject key={chosen} rows={rows} dates={listed} of={kind} spent={sums[kind]} />
        ) : (
          <p class="meta">{t('console.money.nothingSpent')}</p>
        )}
      </section>
    </>
  );
}

const addressOfDay = (date: string): string => viewAddress('money', date);

/** Says in which days the balance ends, as a range if there is one; its basis is under the pointer. */
function Lasts({ expected }: { expected: Forecast | null }) {
  if (expected === null) return <b class="sum-amount block">{t('status.noBalance')}</b>;
  const { title, facts } = lastingWords(expected, edgeNow.value);
  return (
    <b class="sum-amount block" title={facts}>
      {title}
      <span class="hidden-words"> {facts}</span>
    </b>
  );
}

/** What can be chosen: this month and the one before it, the last days, and each of them. */
function periodsAt(until: InstantMs): string[] {
  const month = monthOf(until);
  const days = datesOf('days', until).reverse();
  return [month, monthOf(Date.parse(month) - DAY_MS), ...Object.keys(LAST_DAYS), ...days];
}

const chosenOf = (asked: string, until: InstantMs): string =>
  periodsAt(until).find((one) => one === asked) ?? monthOf(until);

/** Of a former month, the days of it that are read. */
function periodName(period: string, until: InstantMs): string {
  const last = LAST_DAYS[period];
  if (last !== undefined) return t('console.money.days', { days: formatNumber(last) });
  const [first = period, ...others] = datesOf(period, until);
  if (others.length === 0) return formatDay(first);
  return first.endsWith('-01')
    ? formatMonth(Date.parse(period))
    : `${formatDay(first)} – ${formatDay(others.at(-1) ?? first)}`;
}

/** The days of a period until then, oldest first. */
function datesOf(period: string, until: InstantMs): string[] {
  const { from, to } = periodOf(period) ?? { from: 0, to: Number.POSITIVE_INFINITY };
  return Array.from({ length: LAST_DAYS[period] ?? SPENDING_SPAN_DAYS }, (_, ago) => until - ago * DAY_MS)
    .filter((at) => at >= from && at < to)
    .map(utcDay)
    .reverse();
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

/** Where what happened on a day is listed; null as far back as the edge has kept nothing, and of no day. */
export function useDayAddress(day: string | null): string | null {
  const events = useResource(day === null ? null : { path: '/events?limit=1', schema: eventsPage }).state
    .value;
  const since = (events.kind === 'shown' && events.value.oldestAt) || null;
  return day === null || since === null || day < utcDay(since) ? null : activityAddress({ from: day, day });
}
