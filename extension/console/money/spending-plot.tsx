import { useSignal } from '@preact/signals';
import { HOUR_MS } from '../../../shared/time.ts';
import { formatDay, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { type Series, sum } from './series.ts';

const HEIGHT = 120;
/** Width of a day, in units of the drawing. */
const STEP = 24;
const GAP = 5;

/**
 * Credits by day as stacked bars with different patterns and colors. The arrow keys move through the days and
 * announce their values. @param usual credits of a usual day: a dashed line
 */
export function SpendingPlot({
  dates,
  series,
  nameOf,
  usual,
}: {
  dates: readonly string[];
  series: readonly Series[];
  nameOf: (series: Series) => string;
  usual: number | null;
}) {
  const last = dates.length - 1;
  const chosen = useSignal(last);
  const day = Math.min(chosen.value, last);
  const totals = dates.map((_, at) => sum(series.map(({ credits }) => credits[at] ?? 0)));
  const top = Math.max(1, usual ?? 0, ...totals);
  const height = (credits: number) => (credits / top) * (HEIGHT - 4);
  const values = series.flatMap((one) => {
    const credits = one.credits[day] ?? 0;
    return credits > 0 ? [`${nameOf(one)} ${formatNumber(credits)}`] : [];
  });
  const words = t('console.money.dayValues', {
    day: dayName(dates[day] ?? ''),
    credits: formatNumber(totals[day] ?? 0),
  });
  return (
    <figure class="plot">
      <div
        class="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={t('console.money.plot')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={day}
        aria-valuetext={[words, ...values].join(', ')}
        onKeyDown={(event) => {
          const to = MOVES[event.key]?.(day, last);
          if (to === undefined) return;
          event.preventDefault();
          chosen.value = Math.max(0, Math.min(last, to));
        }}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - left) / width) * dates.length);
          chosen.value = Math.max(0, Math.min(last, at));
        }}
      >
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${dates.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Patterns />
          <rect class="plot-chosen" x={day * STEP} y={0} width={STEP} height={HEIGHT} />
          {dates.map((date, at) => {
            let below = 0;
            return series.map((one, kind) => {
              const credits = one.credits[at] ?? 0;
              if (credits <= 0) return null;
              const y = HEIGHT - height(below + credits);
              below += credits;
              return (
                <rect
                  key={`${date} ${one.name}`}
                  class={`series-${kind}`}
                  x={at * STEP + GAP / 2}
                  y={y}
                  width={STEP - GAP}
                  height={Math.max(1, height(credits) - 1)}
                />
              );
            });
          })}
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
        <span>{t('console.money.today')}</span>
      </div>
      <figcaption class="plot-legend meta">
        <strong class="plot-said">{words}</strong>
        {series.map((one, kind) => (
          <span key={one.name} class="legend">
            <svg width="10" height="10" aria-hidden="true">
              <rect class={`series-${kind}`} width="10" height="10" />
            </svg>
            {nameOf(one)} {formatNumber(one.credits[day] ?? 0)}
          </span>
        ))}
      </figcaption>
    </figure>
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
    </defs>
  );
}

/** A UTC day such as `2026-11-21`, in words. */
export const dayName = (date: string): string =>
  date === '' ? '' : formatDay(Date.parse(date) + 12 * HOUR_MS);

/** The same numbers as a table. */
export function SpendingTable({
  dates,
  series,
  nameOf,
}: {
  dates: readonly string[];
  series: readonly Series[];
  nameOf: (series: Series) => string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="grid-scroll" tabIndex={0} aria-label={t('console.money.asTable')}>
      <table class="facts-table">
        <thead>
          <tr>
            <th scope="col">{t('console.money.day')}</th>
            {series.map((one) => (
              <th key={one.name} scope="col" class="number">
                {nameOf(one)}
              </th>
            ))}
            <th scope="col" class="number">
              {t('console.money.sum')}
            </th>
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, at) => (
              <tr key={date}>
                <th scope="row">{dayName(date)}</th>
                {series.map((one) => (
                  <td key={one.name} class="number">
                    {formatNumber(one.credits[at] ?? 0)}
                  </td>
                ))}
                <td class="number">{formatNumber(sum(series.map(({ credits }) => credits[at] ?? 0)))}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
