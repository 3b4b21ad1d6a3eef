import { needsOf, raiseProposal } from '../../../../../shared/attention/raise-proposal.ts';
import { CAP_FIELD, type Category } from '../../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../../shared/builder-api/limits-schema.ts';
import { effectiveLimit, isCapReached, ownersCap } from '../../../../../shared/spending/effective-limit.ts';
import { capForecast, monthCourse } from '../../../../../shared/spending/spending-days.ts';
import { type InstantMs, nextMonth } from '../../../../../shared/time.ts';
import { forecastWords } from '../../../../i18n/forecast-words.ts';
import { formatMonth, formatNumber, formatReset } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useSpending } from '../../../../reads/spending.ts';
import { capOverrideOf } from '../../../../ui/building.ts';
import { CAP_RANGE, capHint, stopsAtOnce } from '../../../../ui/limit-input.tsx';
import { byEdgeClock, edgeNow } from '../../../../ui/page-state.ts';
import { mayAct, stored } from '../../../../ui/stored-state.ts';
import { UsedBar } from '../../../../ui/used-bar.tsx';
import { overrideWords } from '../../../kit/guard-words.ts';
import { comparedAtEdge, EditLimit } from '../../../parts/edit-limit.tsx';
import { Part } from '../../../parts/part.tsx';

/**
 * The two monthly caps in credits with their usage. The budget of all features is the infrastructure cap.
 * @param wanted what the form of the development cap begins with; null: what it usually does
 */
export function Caps({ projectId, wanted }: { projectId: string; wanted: number | null }) {
  const path = projectPath(projectId, '/credit-limits');
  const limits = useResource({ path, schema: creditLimitsRecord });
  const isOwner = mayAct('owner');
  return (
    <Loaded of={limits}>
      {({ creditLimits, usedThisMonth }, { readAt }) => (
        <>
          <p class="part spread meta">
            <span>{formatMonth(byEdgeClock(readAt))}</span>
            <span>{resetWords(readAt)}</span>
          </p>
          {(Object.keys(CAP_FIELD) as Category[]).map((category) => {
            const read = creditLimits[CAP_FIELD[category]] ?? null;
            const limit = effectiveLimit(read, capOverrideOf(projectId, category));
            const { cap } = limit;
            const used = usedThisMonth?.[category] ?? null;
            return (
              <Part
                key={category}
                title={t(`spentOn.${category}`)}
                side={
                  <span class="cap-line">
                    <CapBar {...{ projectId, category, used, cap, readAt }} />
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
                        {...{ projectId, category, used }}
                        cap={ownersCap(limit)}
                        wanted={category === 'development' ? wanted : null}
                        isOverridden={limit.kind === 'overridden'}
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
                {limit.kind !== 'overridden' && (
                  <CapForecast {...{ projectId, category, used, cap, readAt }} />
                )}
              </Part>
            );
          })}
        </>
      )}
    </Loaded>
  );
}

/** A monthly cap, what is used of it, and of what; null: none, or not known. */
type CapProps = { projectId: string; category: Category; used: number | null; cap: number | null };
/** `readAt`: by this browser's clock. */
type ReadCap = CapProps & { readAt: InstantMs };

/** What is used of the cap, and where that will stand at the reset, which is under the pointer in numbers. */
function CapBar({ projectId, category, used, cap, readAt }: ReadCap) {
  const spending = useSpending(projectId).state.value;
  if (used === null || cap === null) return null;
  const { daily } = spending.kind === 'shown' ? spending.value : { daily: [] };
  const now = byEdgeClock(readAt);
  const expected = monthCourse({ daily, category, cap, used, now }).at(-1)?.expected ?? null;
  const words =
    expected &&
    `${formatNumber(Math.round(expected.low))}–${formatNumber(Math.round(expected.high))}, ${resetWords(readAt)}`;
  return (
    <span class="cap-bar" title={words ?? undefined}>
      <UsedBar used={used} cap={cap} expected={expected} />
      <span class="hidden-words">{words}</span>
    </span>
  );
}

/** The end of the month that was read: what is kept of the last one is not said of this one. */
const resetWords = (readAt: InstantMs): string =>
  t('resets', { when: formatReset(nextMonth(byEdgeClock(readAt)), edgeNow.value) });

/** When the cap is reached at this project's pace. */
function CapForecast({ projectId, category, used, cap, readAt }: ReadCap) {
  const spending = useSpending(projectId).state.value;
  // A cap that is reached needs no forecast.
  if (cap === null || used === null || used >= cap || spending.kind !== 'shown') return null;
  const expected = capForecast({
    daily: spending.value.daily,
    category,
    cap,
    used,
    now: byEdgeClock(readAt),
  });
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

/** One of the owner's monthly caps, with change, remove and undo; the edge compares it before it sets it. */
function EditCap({
  projectId,
  category,
  cap,
  used,
  wanted,
  isOverridden,
}: CapProps & {
  /** What its form begins with, where somebody named a number before; null: none. */
  wanted: number | null;
  isOverridden: boolean;
}) {
  const { outlook, sections } = stored.value?.snapshot?.snapshot ?? {};
  const balance = sections?.account.data?.credits ?? null;
  return (
    <EditLimit
      id={`${projectId} ${category}`}
      label={t(`spentOn.${category}`)}
      fieldLabel={t('raise.label')}
      value={cap}
      range={CAP_RANGE}
      shown={cap === null ? null : formatNumber(cap)}
      canRemove
      isOverridden={isOverridden}
      proposal={
        wanted ??
        (cap !== null && isCapReached(cap, used)
          ? raiseProposal({ limit: cap, spent: used, balance, needs: needsOf(outlook, projectId, category) })
          : null)
      }
      stops={(to) => stopsAtOnce(to, used, category)}
      hint={(to) =>
        isOverridden ? t('console.guards.overriddenEdit') : capHint(to, { limit: cap, used, balance })
      }
      set={comparedAtEdge({ projectId, category })}
    />
  );
}
