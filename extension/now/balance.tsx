import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { type CommittedCredits, committedCredits } from '../../shared/spending/runs.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../shared/time.ts';
import { formatDate, formatDay, formatExact, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { readinessNow } from '../ui/building.ts';
import { edgeNow, naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';

/** The balance with its parts, its days, and its outlook. */
export function Balance() {
  const view = balanceView(stored.value?.snapshot?.snapshot ?? null, edgeNow.value);
  const { number, screened } = naming.value;
  if (view.credits === null) return null;
  return (
    <header class="balance">
      <p class="total">
        <b>{number(view.credits)}</b>
        <span>{t('popup.credits')}</span>
      </p>
      {screened ? <span /> : <Sparkline days={view.days} today={utcDay(edgeNow.value)} />}
      {!screened && (
        <p class="meta">
          {view.recurrent !== null && t('popup.monthly', { amount: number(view.recurrent) })}
          {view.recurrent !== null && view.oneTime !== null && ' · '}
          {view.oneTime !== null && t('popup.purchased', { amount: number(view.oneTime) })}
          <Lasting committed={view.committed} />
        </p>
      )}
      {view.lastsTo && !screened && (
        <p
          class="meta lasts"
          title={`${t('popup.lastsToWhy', {
            days: view.lastsTo.days,
            pace: formatNumber(view.lastsTo.pacePerDay),
          })} · ${formatExact(view.lastsTo.at)}`}
        >
          {t('popup.lastsTo')}
          <br />
          {formatDay(view.lastsTo.at)}
        </p>
      )}
    </header>
  );
}

/** Whether building is possible, for how many runs the balance lasts, and what running work will still take. */
function Lasting({ committed }: { committed: BalanceView['committed'] }) {
  const { number } = naming.value;
  const { title, facts } = readinessNow('launch', null);
  if (!committed) {
    return (
      <span class="balance-line" title={facts}>
        {title}
      </span>
    );
  }
  const count = formatNumber(committed.runs);
  const counted = (words: string) => (committed.isMore ? t('popup.committedAtLeast', { words }) : words);
  const { of } = committed;
  if (committed.credits === null || !of) {
    return (
      <span class="balance-line">{counted(t('popup.committedUnknown', committed.runs, { count }))}</span>
    );
  }
  const why = t('popup.committedWhy', of.count, {
    count: of.count,
    low: number(of.low),
    high: number(of.high),
  });
  const taken = counted(t('popup.committed', committed.runs, { credits: number(committed.credits), count }));
  return (
    <span class="balance-line" title={`${facts} ${why}`}>
      {`${title} · ${taken}`}
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
  const list = days.map(({ date, spent }) => `${formatDate(date)}: ${formatNumber(spent)}`).join(', ');
  return (
    <svg
      class="sparkline"
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // Next to a long number, the oldest days are cut off.
      preserveAspectRatio="xMaxYMax slice"
      role="img"
    >
      <title>{t('popup.spending', { list })}</title>
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

/** Fewer days than this show no pace. */
const PACE_DAYS_MIN = 3;
const PACE_DAYS = 7;
const DAYS_SHOWN = 14;
/** A date further away than this is a guess. */
const HORIZON_DAYS = 365;

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
  /** Null with too little data. */
  lastsTo: { at: InstantMs; pacePerDay: number; days: number } | null;
};

/** The balance and what can be said about its future. @param now the edge's clock */
export function balanceView(snapshot: Snapshot | null, now: InstantMs): BalanceView {
  const account = snapshot?.sections.account.data ?? null;
  const { spending } = snapshot?.sections ?? {};
  const days = daysUpTo(spending?.readAt ?? now, spending?.data?.daily ?? []);
  const committed = snapshot && committedCredits(snapshot);
  return {
    credits: account?.credits ?? null,
    recurrent: account?.recurrentCredits ?? null,
    oneTime: account?.oneTimeCredits ?? null,
    days,
    committed: committed && committed.runs > 0 ? committed : null,
    lastsTo: account ? lastsTo(account.credits, days, now) : null,
  };
}

/** Every day from the first reported to that of the reading: nothing was spent on missing days. */
function daysUpTo(readAt: InstantMs, daily: Daily): BalanceView['days'] {
  const spent = new Map(daily.map((day) => [day.date, day.development + day.infrastructure]));
  const first = [...spent.keys()].sort()[0] ?? '';
  return Array.from({ length: DAYS_SHOWN }, (_, i) => utcDay(readAt - (DAYS_SHOWN - 1 - i) * DAY_MS))
    .filter((date) => first !== '' && date >= first)
    .map((date) => ({ date, spent: spent.get(date) ?? 0 }));
}

function lastsTo(credits: number, days: BalanceView['days'], now: InstantMs): BalanceView['lastsTo'] {
  const whole = days.filter(({ date }) => date < utcDay(now)).slice(-PACE_DAYS);
  if (whole.length < PACE_DAYS_MIN || credits <= 0) return null;
  const pacePerDay = whole.reduce((sum, { spent }) => sum + spent, 0) / whole.length;
  if (pacePerDay <= 0) return null;
  const left = credits / pacePerDay;
  return left > HORIZON_DAYS ? null : { at: now + left * DAY_MS, pacePerDay, days: whole.length };
}
