import { CAP_FIELD, type Category, creditLimitsRecord } from '../../../../../shared/builder-api/limits.ts';
import { mayActAs } from '../../../../../shared/edge-api/role.ts';
import { effectiveLimit, ownersCap } from '../../../../../shared/spending/effective-limit.ts';
import { capForecast, monthCourse } from '../../../../../shared/spending/spending-days.ts';
import { nextMonth } from '../../../../../shared/time.ts';
import { forecastWords } from '../../../../i18n/forecast-words.ts';
import { formatMonth, formatNumber, formatUtcDay } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useSpending } from '../../../../reads/spending.ts';
import { capOverrideOf } from '../../../../ui/building.ts';
import { edgeNow } from '../../../../ui/page-state.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { UsedBar } from '../../../../ui/used-bar.tsx';
import { overrideWords } from '../../../kit/guard-words.ts';
import { Part } from '../../../parts/part.tsx';
import { EditCap } from './edit-cap.tsx';

/**
 * The two monthly caps in credits with their usage. The budget of all features is the infrastructure cap.
 * @param wanted what the form of the development cap begins with; null: what it usually does
 */
export function Caps({ projectId, wanted }: { projectId: string; wanted: number | null }) {
  const path = projectPath(projectId, '/credit-limits');
  const limits = useResource({ path, schema: creditLimitsRecord });
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const override = capOverrideOf(projectId);
  return (
    <Loaded of={limits}>
      {({ creditLimits, usedThisMonth }) => (
        <>
          <p class="part spread meta">
            <span>{formatMonth(edgeNow.value)}</span>
            <span>{resetWords()}</span>
          </p>
          {(Object.keys(CAP_FIELD) as Category[]).map((category) => {
            const read = creditLimits[CAP_FIELD[category]] ?? null;
            const limit = effectiveLimit(read, category === 'development' ? override : null);
            const { cap } = limit;
            const used = usedThisMonth?.[category] ?? null;
            return (
              <Part
                key={category}
                title={t(`console.money.${category}`)}
                side={
                  <span class="cap-line">
                    <CapBar projectId={projectId} category={category} used={used} cap={cap} />
                    <span class="amount">
                      {used === null
                        ? t('console.limits.usedUnknown')
                        : cap === null
                          ? t('console.limits.usedNoCap', { used: formatNumber(used) })
                          : isOwner
                            ? t('console.limits.usedOf', { used: formatNumber(used) })
                            : t('console.limits.used', { used: formatNumber(used), cap: formatNumber(cap) })}
                    </span>
                    {isOwner && (
                      <EditCap
                        projectId={projectId}
                        category={category}
                        cap={ownersCap(limit)}
                        used={used}
                        wanted={category === 'development' ? wanted : null}
                        isOverridden={limit.kind === 'laid'}
                      />
                    )}
                  </span>
                }
              >
                {limit.kind !== 'own' && (
                  <p class="fact" role="status">
                    {overrideWords(limit, edgeNow.value)}
                  </p>
                )}
                {/* One that another overrides until a run ends is not reached at the pace of days. */}
                {limit.kind !== 'laid' && cap !== null && used !== null && used < cap && (
                  <CapForecast projectId={projectId} category={category} used={used} cap={cap} />
                )}
              </Part>
            );
          })}
        </>
      )}
    </Loaded>
  );
}

/** What is used of the cap, and where that will stand at the reset, which is under the pointer in numbers. */
function CapBar({
  projectId,
  category,
  used,
  cap,
}: {
  projectId: string;
  category: Category;
  used: number | null;
  cap: number | null;
}) {
  const spending = useSpending(projectId).state.value;
  if (used === null || cap === null) return null;
  const { daily } = spending.kind === 'shown' ? spending.value : { daily: [] };
  const now = edgeNow.value;
  const expected = monthCourse({ daily, category, cap, used, now }).at(-1)?.expected ?? null;
  const words =
    expected &&
    `${formatNumber(Math.round(expected.low))}–${formatNumber(Math.round(expected.high))}, ${resetWords()}`;
  return (
    <span class="cap-bar" title={words ?? undefined}>
      <UsedBar used={used} cap={cap} expected={expected} />
      <span class="hidden-words">{words}</span>
    </span>
  );
}

const resetWords = (): string => t('resets', { when: formatUtcDay(nextMonth(edgeNow.value)) });

/** When the cap is reached at this project's pace. */
function CapForecast({
  projectId,
  category,
  used,
  cap,
}: {
  projectId: string;
  category: Category;
  used: number;
  cap: number;
}) {
  const spending = useSpending(projectId).state.value;
  if (spending.kind !== 'shown') return null;
  const expected = capForecast({ daily: spending.value.daily, category, cap, used, now: edgeNow.value });
  const { title, facts } = forecastWords(expected, 'cap', edgeNow.value);
  // That nothing is expected is no news.
  if (expected.kind !== 'about') return null;
  return (
    <p class="meta" title={facts}>
      {t('forecast.reachesCap', { when: title })}
      <span class="hidden-words">{facts}</span>
    </p>
  );
}
