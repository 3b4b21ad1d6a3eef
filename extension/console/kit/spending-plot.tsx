import type { MonthDay } from '../../../shared/spending/spending-days.ts';
import { dayCalendar, formatDay, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { edgeNow } from '../../ui/page-state.ts';
import { type Series, sum } from './series.ts';

/** What is used of a cap, above the days: credits so far, the cap, and what is expected until the reset. */
export type Course = { days: readonly MonthDay[]; cap: number | null };

const HEIGHT = 120;
/** Width of a day, in units of the drawing. */
const STEP = 24;
const GAP = 5;

/** Credits by day as bars, by category where several are shown; the table has their numbers. */
export function SpendingPlot({
  dates,
  series,
  course = null,
  chosen = null,
  ofDay,
}: {
  dates: readonly string[];
  series: readonly Series[];
  /** Above the days, on its own scale. */
  course?: Course | null;
  /** The day that is listed; null: all of them. */
  chosen?: string | null;
  /** Where a press on a day leads. */
  ofDay?: (date: string) => string;
}) {
  const totals = dates.map((_, at) => sum(series.map(({ credits }) => credits[at] ?? 0)));
  const top = Math.max(1, ...totals);
  const calendar = dayCalendar(edgeNow.value);
  const height = (credits: number) => (credits / top) * (HEIGHT - 4);
  return (
    <figure class="plot" aria-hidden="true">
      {course !== null && <CourseLines course={course} />}
      <p class="plot-top meta">
        {t('console.money.top', { credits: formatNumber(Math.round(top * 10) / 10) })}
      </p>
      <svg
        aria-hidden="true"
        class="plot-area"
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${dates.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {dates.map((date, at) => {
          let below = 0;
          return (
            <g key={date}>
              <title>
                {t('console.money.dayValues', {
                  day: formatDay(date),
                  credits: formatNumber(totals[at] ?? 0),
                })}
              </title>
              {/* For the pointer: the drawing is not read out, and the keyboard has list and table. */}
              {ofDay && (
                <a href={ofDay(date)} tabindex={-1}>
                  <rect
                    class={date === chosen ? 'chosen-day' : 'plot-day'}
                    x={at * STEP}
                    width={STEP}
                    height={HEIGHT}
                  />
                </a>
              )}
              {series.map((one) => {
                const credits = one.credits[at] ?? 0;
                if (credits <= 0) return null;
                const y = HEIGHT - height(below + credits);
                below += credits;
                return (
                  <rect
                    key={one.name}
                    class={`series-${one.name}${at === totals.length - 1 ? ' today' : ''}`}
                    x={at * STEP + GAP / 2}
                    y={y}
                    width={STEP - GAP}
                    height={Math.max(1, height(credits) - 1)}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div class="spread plot-days meta">
        <span>{dates[0] && formatDay(dates[0])}</span>
        {calendar && <span>{calendar}</span>}
        {/* By its date: the service's days are UTC days, and may be another than the reader's. */}
        <span>{dates.at(-1) && formatDay(dates.at(-1) ?? '')}</span>
      </div>
    </figure>
  );
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
function CourseLines({ course: { days, cap } }: { course: Course }) {
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
          {line === 'cap' ? cap : t(`capLine.${line}`)}
        </span>
      ))}
    </p>
  );
}

/** The same numbers as a table. */
export function SpendingTable({
  dates,
  series,
  ofDay,
  course = null,
}: {
  dates: readonly string[];
  series: readonly Series[];
  /** Where what was spent on a day is listed. */
  ofDay?: (date: string) => string;
  course?: Course | null;
}) {
  const isAhead = (at: number) => course?.days[at]?.used === null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="grid-scroll shaded" tabIndex={0} aria-label={t('verb.asTable')}>
      <table class="facts-table">
        <thead>
          <tr>
            <th scope="col">{dayCalendar(edgeNow.value) || t('console.money.day')}</th>
            <th scope="col" class="number">
              {t('console.money.sum')}
            </th>
            {series.map((one) => (
              <th key={one.name} scope="col" class="number">
                {seriesName(one)}
              </th>
            ))}
            {course !== null && <th scope="col">{t('console.money.courseColumn')}</th>}
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, at) => (
              <tr key={date}>
                <th scope="row">{ofDay ? <a href={ofDay(date)}>{formatDay(date)}</a> : formatDay(date)}</th>
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

/** Name of a part of spending. */
export const seriesName = ({ name }: Pick<Series, 'name'>): string =>
  name === 'sum' ? t('console.money.sum') : t(`spentOn.${name}`);
