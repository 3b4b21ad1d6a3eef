import { GUARD_KINDS, type GuardKind, type GuardRequest } from '../../../shared/edge-api/guards.ts';
import { dayBudget } from './day-budget.ts';
import { failures } from './failures.ts';
import type { Kind } from './kind.ts';
import { raise } from './raise.ts';
import { runBudget } from './run-budget.ts';
import { runTime } from './run-time.ts';

const KINDS: { readonly [K in GuardKind]: Kind<K> } = {
  'run-budget': runBudget,
  raise,
  'run-time': runTime,
  failures,
  'day-budget': dayBudget,
};

export const kindOf = ({ kind }: GuardRequest): Kind<GuardKind> => KINDS[kind] as Kind<GuardKind>;

export const BY_RUNS: readonly GuardKind[] = GUARD_KINDS.filter((kind) => KINDS[kind].goesByRuns);
