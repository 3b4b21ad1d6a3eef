import { formatDate, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import type { BalanceView } from './balance-view.ts';

const WIDTH = 112;
const HEIGHT = 32;
const GAP = 2;

/** Credits spent per day as bars, today's in the flame's colour. Nothing is drawn where nothing is known. */
export function Spark({ days, today }: { days: BalanceView['days']; today: string }) {
  if (days.length < 2) return <span />;
  const most = Math.max(...days.map(({ spent }) => spent), 1);
  const width = Math.min(8, (WIDTH + GAP) / days.length - GAP);
  const left = WIDTH - days.length * (width + GAP) + GAP;
  const list = days.map(({ date, spent }) => `${formatDate(date)}: ${formatNumber(spent)}`).join(', ');
  return (
    <svg
      class="spark"
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // Beside a long number the oldest days give way.
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
