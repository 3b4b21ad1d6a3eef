import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { workPage } from '../../../../shared/edge-api/work.ts';
import { creditsByDay, creditsOf, type DailySpending } from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, utcDay } from '../../../../shared/time.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { workPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { UsedBar } from '../../../ui/used-bar.tsx';
import { byCategory, ROUNDING, sum } from '../../kit/series.ts';
import { ReceiptLine } from '../../parts/receipts.tsx';
import { receiptsOf } from '../../parts/receipts-of.ts';
import type { CapRows } from './cap-rows.ts';

/** What spending is narrowed to: the service's two categories add up to the sum. */
export const PARTS = ['sum', 'development', 'infrastructure'] as const;
export type Part = (typeof PARTS)[number];

/** Credits of each of these UTC days. */
export function creditsOn(daily: DailySpending, dates: readonly string[], of: Part): number[] {
  const spent = creditsByDay(daily, (day) => (of === 'sum' ? creditsOf(day) : (byCategory(day)[of] ?? 0)));
  return dates.map((date) => spent.get(date) ?? 0);
}

const SHOWN_FIRST = 10;
/** The dearest runs of a project; the others are one number. Of one day, all that were read are listed. */
const RUNS_MAX = 5;

/** Projects by what they spent; each opens to its runs. @param spent credits that their rows add up to */
export function ByProject({
  rows: { rows, read, total, isPart },
  dates,
  of,
  spent,
}: {
  rows: CapRows;
  dates: readonly string[];
  of: Part;
  spent: number;
}) {
  const shown = useSignal(SHOWN_FIRST);
  const projects = rows
    .map(({ projectId, daily }) => ({ projectId, credits: sum(creditsOn(daily, dates, of)) }))
    .filter(({ credits }) => credits > 0)
    .toSorted((one, other) => other.credits - one.credits);
  const most = projects[0]?.credits ?? 0;
  const rest = sum([spent, ...projects.slice(0, shown.value).map(({ credits }) => -credits)]);
  const isReading = total === null || read < total;
  return (
    <>
      <ul class="receipts by-project">
        {projects.slice(0, shown.value).map((one) => (
          <Project key={one.projectId} {...one} {...{ dates, most }} hasRuns={of !== 'infrastructure'} />
        ))}
        {!isReading && rest > ROUNDING && (
          <Amount credits={rest} most={most}>
            {t(projects.length > shown.value || isPart ? 'console.money.others' : 'console.money.unlisted')}
          </Amount>
        )}
      </ul>
      {isReading && total !== null && (
        <p class="meta" role="status">
          {t('console.money.reading', { read: formatNumber(read), total: formatNumber(total) })}
        </p>
      )}
      {projects.length > shown.value && (
        <Button quiet onClick={() => (shown.value += SHOWN_FIRST)}>
          {t('verb.showMore')}
        </Button>
      )}
    </>
  );
}

type Spent = { projectId: string; credits: number; dates: readonly string[]; most: number };

function Project({ hasRuns, ...spent }: Spent & { hasRuns: boolean }) {
  const { projectId, credits, dates, most } = spent;
  // Of a day, they are what is asked for.
  const isOpen = useSignal(dates.length === 1);
  const name = naming.value.project(projectId);
  return (
    <li>
      <span class="receipt">
        {hasRuns ? (
          <Button class="fold" opens={isOpen}>
            <Icon name="chevron" />
            <b class="clip">{name}</b>
          </Button>
        ) : (
          <b class="clip">{name}</b>
        )}
        <UsedBar used={credits} cap={most} isNeed />
        <span class="receipt-number">{formatNumber(credits)}</span>
      </span>
      {hasRuns && isOpen.value && <Runs {...spent} />}
    </li>
  );
}

/** The dearest runs that ended on these days, and all else, which adds up to what the project spent. */
function Runs({ projectId, credits, dates, most }: Spent) {
  const until = Date.parse(dates.at(-1) ?? '') + DAY_MS;
  const before = until < edgeNow.value ? until : null;
  const work = useResource({ path: workPath(projectId, before), schema: workPage });
  return (
    <Loaded of={work}>
      {({ rows }) => {
        const runs = receiptsOf(rows, [])
          .flatMap((receipt) => {
            const { kind, credits: took, refunded, endedAt } = receipt;
            const isOfThem = kind === 'run' && endedAt !== null && dates.includes(utcDay(endedAt));
            return isOfThem && took && !refunded ? [{ receipt, took }] : [];
          })
          .toSorted((one, other) => other.took - one.took)
          .slice(0, dates.length === 1 ? undefined : RUNS_MAX);
        const rest = sum([credits, ...runs.map(({ took }) => -took)]);
        return (
          <ul class="receipts">
            {runs.map(({ receipt }) => (
              <li key={receipt.key}>
                <ReceiptLine {...{ receipt, projectId, most }} ofDay={null} />
              </li>
            ))}
            {rest > 0 && (
              <Amount credits={rest} most={most}>
                {t(runs.length > 0 ? 'console.money.others' : 'console.money.noRun')}
              </Amount>
            )}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** A row of a sum. */
export function Amount({
  credits,
  most = null,
  children,
}: {
  credits: number;
  /** Where its bar ends; null: it has none. */
  most?: number | null;
  children: ComponentChildren;
}) {
  return (
    <li class="receipt">
      <span class="clip">{children}</span>
      <UsedBar used={credits} cap={most} isNeed />
      <span class="receipt-number">{formatNumber(credits)}</span>
    </li>
  );
}
