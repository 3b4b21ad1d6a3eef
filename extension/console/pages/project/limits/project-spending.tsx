import { useSignal } from '@preact/signals';
import { CAP_FIELD, type Category, creditLimitsRecord } from '../../../../../shared/builder-api/limits.ts';
import { effectiveLimit } from '../../../../../shared/spending/effective-limit.ts';
import { monthCourse } from '../../../../../shared/spending/spending-days.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useSpending } from '../../../../reads/spending.ts';
import { capOverrideOf } from '../../../../ui/building.ts';
import { ChoiceChips, ToggleChip } from '../../../../ui/chips.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { capLineWords } from '../../../kit/guard-words.ts';
import { seriesOf } from '../../../kit/series.ts';
import { CourseLegend, nameBy, SpendingPlot, SpendingTable } from '../../../kit/spending-plot.tsx';
import { Part } from '../../../parts/part.tsx';

const CATEGORIES = Object.keys(CAP_FIELD) as Category[];

/** This month of a project in one picture: spending by day and type, and the total beside a cap and the forecast. */
export function ProjectSpending({ projectId }: { projectId: string }) {
  const spending = useSpending(projectId);
  const limits = useResource({ path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord });
  const category = useSignal<Category>('development');
  const asTable = useSignal(false);
  return (
    <Part
      title={t('console.money.month')}
      summary=""
      side={
        <span class="verbs">
          <ChoiceChips
            of={CATEGORIES}
            chosen={category.value}
            words={(of) => t(`category.${of}`)}
            onChoose={(of) => (category.value = of)}
          />
          <ToggleChip on={asTable} words={t('console.money.asTable')} />
        </span>
      }
    >
      <Loaded of={spending}>
        {({ daily }) => (
          <Loaded of={limits}>
            {({ creditLimits, usedThisMonth }) => {
              if (!usedThisMonth) return <p class="meta">{t('console.limits.usedUnknown')}</p>;
              const override = category.value === 'development' ? capOverrideOf(projectId) : null;
              const limit = effectiveLimit(creditLimits[CAP_FIELD[category.value]] ?? null, override);
              const { cap } = limit;
              const days = monthCourse({
                daily,
                category: category.value,
                cap,
                used: usedThisMonth[category.value],
                now: edgeNow.value,
              });
              const dates = days.map(({ date }) => date);
              const known = new Map(daily.map((day) => [day.date.slice(0, 10), day]));
              const series = seriesOf(
                dates.map((date) => {
                  return { [category.value]: known.get(date)?.[category.value] ?? 0 };
                }),
              );
              const shown = { dates, series, nameOf: nameBy('category'), course: { days, cap } };
              return (
                <>
                  <SpendingPlot key={category.value} {...shown} usual={null} />
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
