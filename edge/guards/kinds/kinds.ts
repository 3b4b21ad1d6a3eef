import {
  GUARD_KINDS,
  type GuardKind,
  type GuardRequest,
  type GuardTrial,
} from '../../../shared/edge-api/guards.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { pastRuns, type TrialParts } from '../past-runs.ts';
import { dayBudget } from './day-budget.ts';
import { failures } from './failures.ts';
import { type Kind, ON_REQUEST } from './kind.ts';
import { runBudget } from './run-budget.ts';
import { runTime } from './run-time.ts';

/** More development credits for a time. What it would have allowed is unknown. */
const raise: Kind<'raise'> = {
  ...ON_REQUEST,
  try: () => Promise.resolve({ times: null, of: 0, unit: 'days' }),
};

const KINDS: { readonly [K in GuardKind]: Kind<K> } = {
  'run-budget': runBudget,
  raise,
  'run-time': runTime,
  failures,
  'day-budget': dayBudget,
};

export const kindOf = ({ kind }: GuardRequest): Kind<GuardKind> => KINDS[kind] as Kind<GuardKind>;

export const BY_RUNS: readonly GuardKind[] = GUARD_KINDS.filter((kind) => KINDS[kind].goesByRuns);

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
