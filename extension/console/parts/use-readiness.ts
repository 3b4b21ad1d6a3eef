import type * as z from 'zod/mini';
import { creditLimitsRecord } from '../../../shared/builder-api/limits.ts';
import type { CapOverride } from '../../../shared/edge-api/guards.ts';
import type { CapFacts, LimitFacts } from '../../../shared/spending/blockers.ts';
import { effectiveLimit } from '../../../shared/spending/effective-limit.ts';
import { nextMonth } from '../../../shared/time.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { capOverrideOf, readinessNow } from '../../ui/building.ts';
import { edgeNow } from '../../ui/page-state.ts';

/** Whether the project would accept a prompt now, by its own limits; shared by everything on its page. */
export function useReadiness(projectId: string) {
  const limits = useResource({ path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord });
  const state = limits.state.value;
  const known =
    state.kind === 'shown'
      ? { limits: limitFacts(state.value, capOverrideOf(projectId), edgeNow.value) }
      : {};
  return readinessNow('prompt', projectId, { known });
}

/** The project's own limits: newer, and available for every project, while the snapshot lists only those at a cap. */
function limitFacts(
  { creditLimits, usedThisMonth }: z.infer<typeof creditLimitsRecord>,
  override: CapOverride | null,
  now: number,
): LimitFacts {
  const factsOf = (cap: number | null, used: number | null): CapFacts => ({
    isReached: cap === null ? false : used === null ? null : used >= cap,
    used,
    cap,
  });
  const limit = effectiveLimit(creditLimits.maxDevelopmentCreditsPerMonth ?? null, override);
  return {
    development: factsOf(limit.cap, usedThisMonth?.development ?? null),
    infrastructure: factsOf(
      creditLimits.maxInfrastructureCreditsPerMonth ?? null,
      usedThisMonth?.infrastructure ?? null,
    ),
    resetsAt: nextMonth(now),
    runBudget: limit.kind === 'laid' && limit.by.kind === 'run-budget' ? { until: limit.by.until } : null,
  };
}
