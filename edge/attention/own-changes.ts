import type { AttentionState } from '../../shared/attention/item.ts';
import { resolveWhere } from '../../shared/attention/lifecycle.ts';
import type { Announcement } from '../../shared/attention/news.ts';
import { settleProject } from '../../shared/attention/reduce.ts';
import { budgetFieldOf, CAP_FIELD, featureLimitsRecord } from '../../shared/builder-api/limits.ts';
import { happenedAt, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { GatewayCall, GatewayResponse } from '../gateway/gateway.ts';

/** A change that a device made, until what follows from it is to be expected no more. */
export type OwnChange = { deviceId: string; projectId: string; operation: string; at: InstantMs };

/** What follows from a change is reported within this time. */
const FOLLOWS_WITHIN_MS = 2 * MINUTE_MS;

type About = Announcement['about'];

/** Whether an announcement about the project may follow from an operation. What stops building is told whoever caused it. */
const FOLLOWING: Readonly<Record<string, (about: About) => boolean>> = {
  setFeatureLimits: ({ kind }) =>
    ['feature-budget', 'feature-warning', 'feature-disabled', 'feature-enabled'].includes(kind),
  stopAgent: (about) => about.kind === 'run-finished' && about.outcome === 'stopped',
};

export type Command = Pick<GatewayCall, 'operation' | 'parameters' | 'body'>;

/** The changes with a new one, without those that nothing can follow any more. */
export function withOwnChange(
  changes: OwnChange[],
  deviceId: string,
  { operation, parameters: { projectId } }: Command,
  now: InstantMs,
): OwnChange[] {
  if (projectId === undefined || FOLLOWING[operation] === undefined) return changes;
  const recent = changes.filter(({ at }) => now - happenedAt(at, now) < FOLLOWS_WITHIN_MS);
  return [...recent, { deviceId, projectId, operation, at: now }];
}

/** The device whose own change an announcement follows. */
export function causeOf(
  changes: readonly OwnChange[],
  { about, projectId }: Pick<Announcement, 'about' | 'projectId'>,
  now: InstantMs,
): string | undefined {
  return changes.findLast(
    (change) =>
      change.projectId === projectId &&
      now - happenedAt(change.at, now) < FOLLOWS_WITHIN_MS &&
      FOLLOWING[change.operation]?.(about),
  )?.deviceId;
}

type Amount = number | null | undefined;

/** What an answer of the service shows of budgets, as the change that set them, whoever made it; null: nothing. */
export function changeShownBy({ operation, parameters }: Command, answer: unknown): Command | null {
  if (operation !== 'getFeatureLimits') return null;
  const { text } = answer as GatewayResponse;
  const read = featureLimitsRecord.safeParse((JSON.parse(text) as { data?: unknown }).data);
  // Without a budget of its own, that of the plan counts.
  const set = (of: Amount) => of ?? undefined;
  const features = Object.entries(read.data?.features ?? {}).map(([name, one]) => [
    name,
    { monthlyCreditCap: set(one.monthlyCreditCap), monthlyUnitCap: set(one.monthlyUnitCap) },
  ]);
  const body = JSON.stringify({ features: Object.fromEntries(features) });
  return { operation: 'setFeatureLimits', parameters, body };
}

/** Ends the items that a change has settled: a cap or a budget above what is spent, a project that is gone. */
export function settledBy(
  state: AttentionState,
  { operation, parameters: { projectId = '' }, body }: Command,
  now: InstantMs,
): AttentionState {
  if (operation === 'deleteProject') return settleProject(state, projectId, now);
  const isAbove = (to: Amount, spent: number | null) =>
    to === null || (to !== undefined && spent !== null && to > spent);
  if (operation === 'setCreditLimits') {
    const caps = JSON.parse(body ?? '{}') as Record<string, Amount>;
    return resolveWhere(
      state,
      ({ projectId: of, reason }) =>
        of === projectId &&
        reason.kind === 'credit-cap' &&
        (reason.category === 'development' || reason.category === 'infrastructure') &&
        isAbove(caps[CAP_FIELD[reason.category]], reason.spent ?? reason.limit),
      now,
    );
  }
  if (operation === 'setFeatureLimits') {
    const { features = {} } = JSON.parse(body ?? '{}') as {
      features?: Record<string, Record<string, Amount>>;
    };
    return resolveWhere(
      state,
      ({ projectId: of, reason }) =>
        of === projectId &&
        (reason.kind === 'feature-budget' || reason.kind === 'feature-warning') &&
        isAbove(features[reason.feature]?.[budgetFieldOf(reason.capKind)], reason.used ?? reason.cap),
      now,
    );
  }
  return state;
}
