import { useEffect } from 'preact/hooks';
import type * as z from 'zod/mini';
import { creditLimitsRecord } from '../../../shared/builder-api/limits-schema.ts';
import { pullStatus, rebuildStatus } from '../../../shared/builder-api/publishing.ts';
import type { CapFacts, LimitFacts } from '../../../shared/spending/blockers.ts';
import {
  type EffectiveLimit,
  effectiveLimit,
  isCapReached,
} from '../../../shared/spending/effective-limit.ts';
import { ownWorkOf } from '../../../shared/spending/own-work.ts';
import { type InstantMs, nextMonth } from '../../../shared/time.ts';
import { formatClock, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { VerdictWords } from '../../i18n/verdict-words.ts';
import { isUnavailable } from '../../reads/loaded.tsx';
import { projectPath } from '../../reads/paths.ts';
import { type ResourceState, useResource } from '../../reads/resource.ts';
import { useProject } from '../../reads/use-project.ts';
import { capOverrideOf } from '../../ui/building.ts';
import { verdictNow, withoutTrouble } from '../../ui/building-words.ts';
import { byEdgeClock, edgeNow, naming } from '../../ui/page-state.ts';
import { stateIn, workOn } from './obstacle.ts';

/**
 * Verdict on a prompt now, by the project's own limits and by work that only its own readings show. The same
 * for everything on its page.
 */
export function useVerdict(projectId: string) {
  const limits = useResource({ path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord });
  const rebuild = useResource({ path: projectPath(projectId, '/rebuild/status'), schema: rebuildStatus });
  const pull = useResource({ path: projectPath(projectId, '/github/pull-status'), schema: pullStatus });
  const project = useProject(projectId).state.value;
  const state = limits.state.value;
  // What was read of caps before their reset says nothing after it, and is read again.
  const isPast = state.kind === 'shown' && nextMonth(byEdgeClock(state.readAt)) <= edgeNow.value;
  useEffect(() => void (isPast && limits.refresh()), [isPast]);
  const caps = state.kind === 'shown' && !isPast ? state : null;
  const own = ownWorkOf(readOf(rebuild.state.value), readOf(pull.state.value));
  const isReading = [project, state, rebuild.state.value, pull.state.value].some(
    ({ kind }) => kind === 'loading',
  );
  const found = withoutTrouble(
    verdictNow('prompt', projectId, {
      known: {
        ...workOn(projectId, stateIn(project.kind === 'shown' ? project.value : null)),
        ...(caps && {
          limits: limitFacts(caps.value, developmentLimit(projectId, caps.value), byEdgeClock(caps.readAt)),
        }),
        ...own,
        ...((isPast || readOf(state) === null) && { notLooked: ['caps', ...own.notLooked] }),
      },
    }),
  );
  if (isReading) return { ...found, isReading, words: wordsWhileReading(found) };
  const raised = caps ? raisedWords(developmentLimit(projectId, caps.value)) : '';
  const { verdict, words } = found;
  if (raised === '' || (verdict.kind !== 'free' && verdict.kind !== 'working'))
    return { ...found, isReading };
  return { verdict, isReading, words: { ...words, facts: [words.facts, raised].filter(Boolean).join(' ') } };
}

const developmentLimit = (projectId: string, { creditLimits }: z.infer<typeof creditLimitsRecord>) =>
  effectiveLimit(creditLimits.maxDevelopmentCreditsPerMonth ?? null, capOverrideOf(projectId));

/** That more can be built for a time only. */
function raisedWords(limit: EffectiveLimit): string {
  if (limit.kind !== 'overridden' || limit.by.kind !== 'raise' || naming.value.screened) return '';
  const values = { cap: formatNumber(limit.cap) };
  return limit.by.until === null
    ? t('verdict.raisedUntil', { ...values, until: t('fact.untilRun') })
    : t('verdict.raisedUntil', { ...values, until: formatClock(limit.by.until, edgeNow.value) });
}

/** What is not known yet is on its way: it is called unknown only once its reading has ended without it. */
function wordsWhileReading({ verdict, words }: ReturnType<typeof verdictNow>): VerdictWords {
  if (verdict.kind !== 'not-known' || verdict.because !== null || verdict.since !== null)
    return { ...words, unlooked: '' };
  return { title: t('verdict.reading'), brief: '', facts: '', unlooked: '' };
}

/** A reading as `ownWorkOf` takes it. */
function readOf<T>(state: ResourceState<T>): T | 'not-available' | null {
  if (state.kind === 'shown') return state.value;
  return state.kind === 'failed' && isUnavailable(state.error) ? 'not-available' : null;
}

/** The project's own limits: newer, and there for every project; the snapshot has only those at a cap. */
function limitFacts(
  { creditLimits, usedThisMonth }: z.infer<typeof creditLimitsRecord>,
  limit: EffectiveLimit,
  readAt: InstantMs,
): LimitFacts {
  const factsOf = (cap: number | null, used: number | null): CapFacts => ({
    isReached: isCapReached(cap, used),
    used,
    cap,
  });
  return {
    development: factsOf(limit.cap, usedThisMonth?.development ?? null),
    infrastructure: factsOf(
      creditLimits.maxInfrastructureCreditsPerMonth ?? null,
      usedThisMonth?.infrastructure ?? null,
    ),
    resetsAt: nextMonth(readAt),
    runBudget:
      limit.kind === 'overridden' && limit.by.kind === 'run-budget' ? { until: limit.by.until } : null,
  };
}
