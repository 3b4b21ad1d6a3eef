import type { GuardRequest, GuardTrial } from '../../shared/edge-api/guards.ts';
import type { InstantMs } from '../../shared/time.ts';
import { kindOf } from './kinds/kinds.ts';
import { pastRuns, type TrialParts } from './past-runs.ts';

/** How often a guard would have acted in the last 30 days of a project, as far as its runs are known. */
export async function tryGuard(
  parts: TrialParts,
  projectId: string,
  request: GuardRequest,
  now: InstantMs,
): Promise<GuardTrial> {
  const past = pastRuns(parts, projectId, now);
  const tried = await kindOf(request).try(request, past);
  return { kind: request.kind, since: past.since, ...tried };
}
