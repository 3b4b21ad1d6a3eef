import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { DayAhead } from '../../../shared/spending/forecast.ts';
import type { MonthDay } from '../../../shared/spending/spending-days.ts';
import { formatAmountRange, formatNumber, formatShortDay, formatUtcDay, noonOf } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { type Parting, type Series, sum } from './series.ts';

/** What is used of a cap, above the days: credits so far, the cap, and what is expected until the reset. */
export type Course = { days: readonly MonthDay[]; cap: number | null };

const HEIGHT = 120;
/** Width of a day, in units of the drawing. */
const STEP = 24;
const GAP = 5;

/**
 * Credits by day as stacked bars with different patterns and colors. The arrow keys move through the days and
 * announce their values.
 * @param usual credits of a usual day: a dashed line. @param course rendered above the days, on its own scale
 */
export function SpendingPlot({
  dates,
  series,
  nameOf,
  usual,
  usualOn,
  course = null,
  ahead = [],
  ground = '',
  ofDay,
}: {
  dates: readonly string[];
  series: readonly Series[];
  nameOf: (series: Series) => string;
  usual: number | null;
  /** The weekday of which it is. */
  usualOn?: string | undefined;
  course?: Course | null;
  /** The days after the last one, as ranges. */
  ahead?: readonly DayAhead[];
  /** What these are based on, in words. */
  ground?: string;
  /** Where what happened until a day is listed, or why it is not. */
  ofDay?: (date: string) => ComponentChildren;
}) {
  const columns = dates.length + ahead.length;
  const last = columns - 1;
  const chosen = useSignal(course?.days.findLastIndex(({ used }) => used !== null) ?? dates.length - 1);
  const day = Math.min(chosen.value, last);
  const chosenDate = dates[day];
  const totals = dates.map((_, at) => sum(series.map(({ credits }) => credits[at] ?? 0)));
  const top = Math.max(1, usual ?? 0, ...totals, ...ahead.map(({ high }) => high));
  const lastAhead = ahead.at(-1);
  const range = ahead[day - dates.length];
  const height = (credits: number) => (credits / top) * (HEIGHT - 4);
  const boxes = alikeDays(ahead);
  const values = series.flatMap((one) => {
    const credits = one.credits[day] ?? 0;
    return credits > 0 ? [`${nameOf(one)} ${formatNumber(credits)}`] : [];
  });
  const name = range ? formatUtcDay(range.at) : dayName(dates[day] ?? '');
  const of = course?.days[day];
  const isAhead = of !== undefined && of.used === null;
  const words = range
    ? t('console.money.dayExpected', {
        day: name,
        low: formatNumber(Math.round(range.low)),
        high: formatNumber(Math.round(range.high)),
      })
    : isAhead
      ? name
      : t('console.money.dayValues', { day: name, credits: formatNumber(totals[day] ?? 0) });
  const used = of === undefined ? [] : courseWords(of, course?.cap ?? null);
  return (
    <figure class="plot">
      <div
        class="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={t(course === null ? 'console.money.plot' : 'console.money.monthPlot')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={day}
        aria-valuetext={[words, ...values, ...used].join(', ')}
        onKeyDown={(event) => {
          const to = MOVES[event.key]?.(day, last);
          if (to === undefined) return;
          event.preventDefault();
          chosen.value = Math.max(0, Math.min(last, to));
        }}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - left) / width) * columns);
          chosen.value = Math.max(0, Math.min(last, at));
        }}
      >
        {course !== null && <CourseLines course={course} day={day} />}
        <p class="plot-top meta" aria-hidden="true">
          {t('console.money.top', { credits: formatNumber(Math.round(top * 10) / 10) })}
        </p>
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${columns * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Patterns />
          <rect class="plot-chosen" x={day * STEP} y={0} width={STEP} height={HEIGHT} />
          {dates.map((date, at) => {
            let below = 0;
            return series.map((one) => {
              const credits = one.credits[at] ?? 0;
              if (credits <= 0) return null;
              const y = HEIGHT - height(below + credits);
              below += credits;
              return (
                <rect
                  key={`${date} ${one.name}`}
                  class={`series-${one.look}${at === totals.length - 1 ? ' today' : ''}`}
                  x={at * STEP + GAP / 2}
                  y={y}
                  width={STEP - GAP}
                  height={Math.max(1, height(credits) - 1)}
                />
              );
            });
          })}
          {boxes.map(({ from, count, low, high }) => (
            <rect
              key={from}
              class="plot-ahead"
              x={(dates.length + from) * STEP + GAP / 2}
              y={HEIGHT - height(high)}
              width={count * STEP - GAP}
              height={Math.max(2, height(high - low))}
            />
          ))}
          {usual !== null && usual > 0 && (
            <line
              class="plot-usual"
              x1={0}
              x2={dates.length * STEP}
              y1={HEIGHT - height(usual)}
              y2={HEIGHT - height(usual)}
            />
          )}
        </svg>
      </div>
      <div class="spread plot-days meta" aria-hidden="true">
        <span>{dayName(dates[0] ?? '')}</span>
        {/* By its date: the service's days are UTC days, and may be another than the reader's. */}
        <span>{dayName(dates.at(-1) ?? '')}</span>
        {lastAhead && (
          <span class="plot-last" style={{ width: `${(ahead.length / columns) * 100}%` }}>
            {formatShortDay(noonOf(lastAhead.at))}
          </span>
        )}
      </div>
      <figcaption class="plot-legend meta">
        <strong class="plot-said">{[words, ...used].join(' · ')}</strong>
        {series.map((one) =>
          // It is the day's sum.
          one.look === 'plain' ? null : (
            <span key={one.name} class="legend">
              <svg width="10" height="10" aria-hidden="true">
                <rect class={`series-${one.look}`} width="10" height="10" />
              </svg>
              {nameOf(one)} {!range && !isAhead && formatNumber(one.credits[day] ?? 0)}
            </span>
          ),
        )}
        {usual !== null && usual > 0 && (
          <span class="legend" title={usualOn}>
            <svg width="24" height="10" aria-hidden="true">
              <line class="plot-usual" x1={0} x2={24} y1={5} y2={5} />
            </svg>
            {t('console.money.usual', { credits: formatNumber(usual) })}
          </span>
        )}
        {boxes.length > 0 && (
          <span class="legend" title={[t('console.money.aheadMeans'), ground].filter(Boolean).join(', ')}>
            <svg width="24" height="10" aria-hidden="true">
              <rect class="plot-ahead" x="0.5" y="0.5" width="23" height="9" />
            </svg>
            {aheadWords(boxes)}
          </span>
        )}
        {chosenDate !== undefined && ofDay?.(chosenDate)}
      </figcaption>
    </figure>
  );
}

/** Days ahead with the same range are drawn as one. */
function alikeDays(ahead: readonly DayAhead[]): { from: number; count: number; low: number; high: number }[] {
  const drawn: { from: number; count: number; low: number; high: number }[] = [];
  for (const [from, { low, high }] of ahead.entries()) {
    const last = drawn.at(-1);
    if (last?.low === low && last.high === high) last.count += 1;
    else drawn.push({ from, count: 1, low, high });
  }
  return drawn;
}

/** What the boxes mean; of one for all days, its numbers. */
function aheadWords([first, ...others]: ReturnType<typeof alikeDays>): string {
  if (first === undefined || others.length > 0) return t('console.money.aheadAlone');
  return t('console.money.aheadRange', { range: formatAmountRange(first.low, first.high) });
}

/** What a day says of the cap: used so far, or expected. */
function courseWords({ used, expected }: MonthDay, cap: number | null): string[] {
  const ofCap = cap === null ? [] : [t('console.money.ofTheCap', { cap: formatNumber(cap) })];
  if (used !== null)
    return cap === null
      ? [t('console.money.usedBy', { used: formatNumber(used) })]
      : [t('console.money.usedOfBy', { used: formatNumber(used), cap: formatNumber(cap) })];
  if (expected === null) return [t('console.money.notForeseen'), ...ofCap];
  const { middle, low, high } = expected;
  const [about, from, to] = [middle, low, high].map((credits) => formatNumber(Math.round(credits)));
  return [t('console.money.expected', { about: about ?? '', from: from ?? '', to: to ?? '' }), ...ofCap];
}

/** Credits used of the cap day by day, the cap, and what is expected with its range. */
function CourseLines({ course: { days, cap }, day }: { course: Course; day: number }) {
  const width = days.length * STEP;
  const top =
    Math.max(1, cap ?? 0, ...days.map(({ used, expected }) => expected?.middle ?? used ?? 0)) * 1.06;
  const y = (credits: number) => HEIGHT - (Math.min(credits, top) / top) * (HEIGHT - 2);
  const x = (at: number) => (at + 0.5) * STEP;
  const points = (value: (of: MonthDay) => number | null | undefined) =>
    days.flatMap((of, at) => {
      const credits = value(of);
      return credits == null ? [] : [`${x(at)},${y(credits)}`];
    });
  const low = points(({ expected }) => expected?.low);
  const high = points(({ expected }) => expected?.high);
  return (
    <svg
      class="plot-course"
      width="100%"
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="plot-chosen" x={day * STEP} y={0} width={STEP} height={HEIGHT} />
      {low.length > 0 && <polygon class="plot-range" points={[...high, ...low.toReversed()].join(' ')} />}
      <polyline class="plot-used" points={points(({ used }) => used).join(' ')} />
      <polyline class="plot-expected" points={points(({ expected }) => expected?.middle).join(' ')} />
      {cap !== null && <line class="plot-cap" x1={0} x2={width} y1={y(cap)} y2={y(cap)} />}
    </svg>
  );
}

/** What the lines above the days are. @param cap what that line is; null: there is none */
export function CourseLegend({ days, cap }: { days: readonly MonthDay[]; cap: string | null }) {
  const isForeseen = days.some(({ expected }) => expected !== null);
  const lines = (['used', 'expected', 'cap'] as const).filter(
    (line) => line === 'used' || (line === 'cap' ? cap !== null : isForeseen),
  );
  return (
    <p class="plot-legend meta" aria-hidden="true">
      {lines.map((line) => (
        <span key={line} class="legend">
          <svg width="24" height="10" aria-hidden="true">
            {line === 'expected' && <rect class="plot-range" width="24" height="10" />}
            <line class={`plot-${line}`} x1="0" x2="24" y1="5" y2="5" />
          </svg>
          {line === 'cap' ? cap : t(`console.money.line.${line}`)}
        </span>
      ))}
    </p>
  );
}

const MOVES: Readonly<Record<string, (day: number, last: number) => number>> = {
  ArrowLeft: (day) => day - 1,
  ArrowDown: (day) => day - 1,
  ArrowRight: (day) => day + 1,
  ArrowUp: (day) => day + 1,
  PageUp: (day) => day - 7,
  PageDown: (day) => day + 7,
  Home: () => 0,
  End: (_, last) => last,
};

/** Patterns that are distinguishable without color, in forced colors and in print. */
function Patterns() {
  return (
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="pattern-ground" width="6" height="6" />
        <line class="pattern-running" x1="2" x2="2" y1="0" y2="6" />
      </pattern>
      <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="5" height="5" />
        <circle class="pattern-good" cx="2.5" cy="2.5" r="1.4" />
      </pattern>
      <pattern id="lines" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="5" height="5" />
        <line class="pattern-ink" x2="5" y1="2.5" y2="2.5" />
      </pattern>
      <pattern id="grid" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="6" height="6" />
        <path class="pattern-violet" d="M3 0v6M0 3h6" />
      </pattern>
      <pattern id="bars" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="5" height="5" />
        <line class="pattern-flame" x1="2.5" x2="2.5" y2="5" />
      </pattern>
      <pattern id="checks" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="6" height="6" />
        <path class="pattern-checks" d="M0 0h3v3h-3zM3 3h3v3h-3z" />
      </pattern>
    </defs>
  );
}

/** A UTC day such as `2026-11-21`, in words. */
export const dayName = (date: string): string => (date === '' ? '' : formatUtcDay(Date.parse(date)));

/** The same numbers as a table. */
export function SpendingTable({
  dates,
  series,
  nameOf,
  course = null,
}: {
  dates: readonly string[];
  series: readonly Series[];
  nameOf: (series: Series) => string;
  course?: Course | null;
}) {
  const isAhead = (at: number) => course?.days[at]?.used === null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="grid-scroll shaded" tabIndex={0} aria-label={t('console.money.asTable')}>
      <table class="facts-table">
        <thead>
          <tr>
            <th scope="col">{t('console.money.day')}</th>
            <th scope="col" class="number">
              {t('console.money.sum')}
            </th>
            {series.map((one) => (
              <th key={one.name} scope="col" class="number">
                {nameOf(one)}
              </th>
            ))}
            {course !== null && <th scope="col">{t('console.money.courseColumn')}</th>}
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, at) => (
              <tr key={date}>
                <th scope="row">{dayName(date)}</th>
                <td class="number">
                  {!isAhead(at) && formatNumber(sum(series.map(({ credits }) => credits[at] ?? 0)))}
                </td>
                {series.map((one) => (
                  <td key={one.name} class="number">
                    {!isAhead(at) && formatNumber(one.credits[at] ?? 0)}
                  </td>
                ))}
                {course !== null && (
                  <td>{course.days[at] && courseWords(course.days[at], null).join(' ')}</td>
                )}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}

/** Names of the parts of spending. */
export function nameBy(parting: Parting): (series: Pick<Series, 'name'>) => string {
  return ({ name }) => {
    if (name === null) return t('console.money.others');
    if (parting === 'project') return name === '' ? t('console.money.unlisted') : naming.value.project(name);
    if (parting === 'category')
      return name === 'development' ? t('console.money.development') : t('console.money.infrastructure');
    return name === '' ? t('console.import.end.unknown') : isolated(name.replaceAll('_', ' '));
  };
}
