import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Forecast } from '../../shared/spending/forecast.ts';
import { type CommittedCredits, committedCredits } from '../../shared/spending/runs.ts';
import { creditsByDay } from '../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../shared/time.ts';
import { balanceForecastIn } from '../attention/view.ts';
import { balanceParts } from '../i18n/balance-words.ts';
import { type ForecastWords, lastingWords } from '../i18n/forecast-words.ts';
import { formatDay, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { isAccountWell, isOutOfCredits } from '../ui/building.ts';
import { Glyph } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { edgeNow, naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';

export const AccountVerdict = lazily(async () => (await import('./verdict-parts.tsx')).AccountVerdict);

/** Whether that is said in place of the balance. A negative one is a number to know: how much is owed. */
export const saysOutOfCredits = (): boolean =>
  isOutOfCredits() && (stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? 0) >= 0;

/** In place of the balance. */
export const OutOfCredits = () => (
  <>
    <Glyph name="critical" />
    <b>{t('topic.creditsExhausted')}</b>
  </>
);

/** The balance with its parts, its days, and its outlook. */
export function Balance() {
  const view = balanceView(stored.value?.snapshot?.snapshot ?? null, edgeNow.value);
  const { number, screened } = naming.value;
  if (saysOutOfCredits())
    return (
      <header class="balance">
        <p class="total out">
          <OutOfCredits />
        </p>
      </header>
    );
  if (view.credits === null) return null;
  const parts = balanceParts(
    { recurrentCredits: view.recurrent, oneTimeCredits: view.oneTime },
    naming.value,
  );
  const verdict = !isAccountWell.value && <AccountVerdict />;
  const lasting = view.forecast && lastingWords(view.forecast, edgeNow.value);
  return (
    <header class="balance">
      <p class="total" title={screened ? undefined : parts.join(' · ')}>
        <b>{number(view.credits)}</b>
        <span>{t('fact.creditsUnit')}</span>
      </p>
      {screened ? <span /> : <Sparkline days={view.days} today={utcDay(edgeNow.value)} />}
      {!screened && (
        <p class="meta">
          {view.committed && verdict}
          <span class="balance-line">
            {view.committed ? <Committed of={view.committed} /> : verdict}
            {lasting && <LastsTo words={lasting} />}
          </span>
        </p>
      )}
    </header>
  );
}

/** The days in which the balance ends, or why they can't be said. */
const LastsTo = ({ words: { title, brief, facts } }: { words: ForecastWords }) => (
  <span title={facts}>
    {title}
    {brief !== '' && <span class="hidden-words"> ({brief})</span>}
  </span>
);

/** The runs are those that are listed below; prompts of a batch that wait are said as such. */
function Committed({ of: { credits, isMore, runs, begun, of } }: { of: CommittedCredits }) {
  const { number } = naming.value;
  if (credits === null || !of) return <span>{t('balance.committedUnknown', begun)}</span>;
  const why = t('balance.committedWhy', of.count, {
    count: of.count,
    low: number(of.low),
    high: number(of.high),
  });
  const amount = number(credits);
  const values = { credits: isMore ? t('count.atLeast', { amount }) : amount };
  return (
    <span title={why}>
      {runs > begun
        ? t('balance.committedBatch', begun, { ...values, waiting: t('balance.waiting', runs - begun) })
        : t('balance.committed', begun, values)}
    </span>
  );
}

const WIDTH = 112;
const HEIGHT = 32;
const GAP = 2;

/** Credits spent per day as bars, today's in the accent color. Unknown days are not drawn. */
export function Sparkline({ days, today }: { days: BalanceView['days']; today: string }) {
  if (days.length < 2) return <span />;
  const most = Math.max(...days.map(({ spent }) => spent), 1);
  const width = Math.min(8, (WIDTH + GAP) / days.length - GAP);
  const left = WIDTH - days.length * (width + GAP) + GAP;
  const list = days.map(({ date, spent }) => `${formatDay(date)}: ${formatNumber(spent)}`).join(', ');
  return (
    <svg
      class="sparkline"
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // Next to a long number, the oldest days are cut off.
      preserveAspectRatio="xMaxYMax slice"
      role="img"
    >
      <title>{t('balance.spending', { list })}</title>
      {days.map(({ date, spent }, i) => {
        const height = Math.max(1.5, (spent / most) * (HEIGHT - 2));
        return (
          <rect
            key={date}
            x={left + i * (width + GAP)}
            y={HEIGHT - height}
            width={width}
            height={height}
            rx={Math.min(1.5, height / 2)}
            fill={date === today ? 'var(--flame)' : 'var(--bar)'}
          />
        );
      })}
    </svg>
  );
}

const DAYS_SHOWN = 14;

type Daily = NonNullable<Snapshot['sections']['spending']['data']>['daily'];

export type BalanceView = {
  credits: number | null;
  /** Null when not reported. */
  recurrent: number | null;
  oneTime: number | null;
  /** Spent per day, oldest first; the last one is that of the last reading. */
  days: { date: string; spent: number }[];
  /** Null while nothing runs. */
  committed: CommittedCredits | null;
  /** When it ends; null where the balance or the spending was not read. */
  forecast: Forecast | null;
};

/** The balance and what can be said about its future. @param now the edge's clock */
export function balanceView(snapshot: Snapshot | null, now: InstantMs): BalanceView {
  const account = snapshot?.sections.account.data ?? null;
  const { spending } = snapshot?.sections ?? {};
  const readAt = spending?.readAt ?? now;
  const daily = spending?.data?.daily ?? null;
  const days = daysUpTo(readAt, daily ?? []);
  const committed = snapshot && committedCredits(snapshot);
  return {
    credits: account?.credits ?? null,
    recurrent: account?.recurrentCredits ?? null,
    oneTime: account?.oneTimeCredits ?? null,
    days,
    committed: committed && committed.runs > 0 ? committed : null,
    forecast: snapshot && balanceForecastIn(snapshot.sections),
  };
}

/** Every day from the first reported to that of the reading: nothing was spent on missing days. */
function daysUpTo(readAt: InstantMs, daily: Daily): BalanceView['days'] {
  const spent = creditsByDay(daily);
  const first = [...spent.keys()].sort()[0] ?? '';
  return Array.from({ length: DAYS_SHOWN }, (_, i) => utcDay(readAt - (DAYS_SHOWN - 1 - i) * DAY_MS))
    .filter((date) => first !== '' && date >= first)
    .map((date) => ({ date, spent: spent.get(date) ?? 0 }));
}
