import { useSignal } from '@preact/signals';
import { CAP_FIELD, type Category } from '../../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../../shared/builder-api/limits-schema.ts';
import { effectiveLimit } from '../../../../../shared/spending/effective-limit.ts';
import { monthCourse, rowsByDay } from '../../../../../shared/spending/spending-days.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useSpending } from '../../../../reads/spending.ts';
import { capOverrideOf } from '../../../../ui/building.ts';
import { ChoiceChips, ToggleChip } from '../../../../ui/chips.tsx';
import { byEdgeClock, edgeNow, naming } from '../../../../ui/page-state.ts';
import { capLineWords } from '../../../kit/guard-words.ts';
import { seriesOf } from '../../../kit/series.ts';
import { CourseLegend, SpendingPlot, SpendingTable } from '../../../kit/spending-plot.tsx';
import { Part } from '../../../parts/part.tsx';
import { Receipts } from '../../../parts/receipts.tsx';
import type { TabProps } from '../../../parts/routes.ts';
import { Caps } from './caps.tsx';
import { Features } from './features.tsx';
import { Guards } from './guards/guards.tsx';
import { VisitorLimit } from './visitor-limit.tsx';

/**
 * Limits of a project: monthly caps, costs of runs, guards, budgets of features, limit per visitor. `rest`:
 * `cap`, and the number that the form of the development cap begins with.
 */
export function LimitsTab({ projectId, rest: [part, amount] }: TabProps) {
  const wanted = part === 'cap' ? Number(amount) : Number.NaN;
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <div class="parts">
      <Caps projectId={projectId} wanted={Number.isFinite(wanted) ? wanted : null} />
      <Receipts projectId={projectId} />
      <ProjectSpending projectId={projectId} />
      <Guards projectId={projectId} />
      <Features projectId={projectId} />
      <VisitorLimit projectId={projectId} />
    </div>
  );
}

const CATEGORIES = Object.keys(CAP_FIELD) as Category[];

/** This month of a project in one picture: spending by day, and the total beside a cap and the forecast. */
function ProjectSpending({ projectId }: { projectId: string }) {
  const spending = useSpending(projectId);
  const limits = useResource({ path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord });
  const category = useSignal<Category>('development');
  const asTable = useSignal(false);
  return (
    <Part
      title={t('fact.spendingOfMonth')}
      summary=""
      side={
        <span class="verbs">
          <ChoiceChips
            of={CATEGORIES}
            chosen={category.value}
            words={(of) => t(`category.${of}`)}
            onChoose={(of) => (category.value = of)}
          />
          <ToggleChip on={asTable} words={t('verb.asTable')} />
        </span>
      }
    >
      <Loaded of={spending}>
        {({ daily }) => (
          <Loaded of={limits}>
            {({ creditLimits, usedThisMonth }, { readAt }) => {
              if (!usedThisMonth) return <p class="meta">{t('console.limits.usedUnknown')}</p>;
              const override = capOverrideOf(projectId, category.value);
              const limit = effectiveLimit(creditLimits[CAP_FIELD[category.value]] ?? null, override);
              const { cap } = limit;
              const days = monthCourse({
                daily,
                category: category.value,
                cap,
                used: usedThisMonth[category.value],
                now: byEdgeClock(readAt),
              });
              const dates = days.map(({ date }) => date);
              const known = rowsByDay(daily);
              const series = seriesOf(
                dates.map((date) => ({ [category.value]: known.get(date)?.[category.value] ?? 0 })),
              );
              const shown = { dates, series, course: { days, cap } };
              return (
                <>
                  <SpendingPlot {...shown} />
                  <CourseLegend days={days} cap={capLineWords(limit, edgeNow.value)} />
                  {asTable.value && <SpendingTable {...shown} />}
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Part>
  );
}
