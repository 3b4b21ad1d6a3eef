import type { AttentionState, KeptItem } from '../../shared/attention/item.ts';
import { isOutdatedBy, resolveWhere } from '../../shared/attention/lifecycle.ts';
import type { Announcement, News } from '../../shared/attention/news.ts';
import { settleProject } from '../../shared/attention/reduce.ts';
import { budgetFieldOf, CAP_FIELD } from '../../shared/builder-api/limits.ts';
import type { FeatureLimits } from '../../shared/builder-api/limits-schema.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { GatewayCall } from '../gateway/gateway.ts';

/** A device's change, and what is announced of it: the end of the run it stopped, or a feature's switch. */
export type OwnChange = { deviceId: string; projectId: string; of: string; kind: News['kind'] };

/** Of changes of which nothing is ever announced, as without webhooks. */
const OWN_MAX = 50;

export type Command = Pick<GatewayCall, 'operation' | 'parameters' | 'body'>;

/** The changes with a new one. @param stopped number of the run that it stopped */
export function withOwnChange(
  changes: OwnChange[],
  deviceId: string,
  { operation, parameters: { projectId }, body }: Command,
  stopped: number | undefined,
): OwnChange[] {
  const made: Pick<OwnChange, 'of' | 'kind'>[] = [];
  if (operation === 'stopAgent' && stopped !== undefined)
    made.push({ of: `run ${stopped}`, kind: 'run-finished' });
  if (operation === 'setFeatureLimits')
    for (const [feature, { enabled }] of Object.entries<{ enabled?: boolean }>(
      JSON.parse(body ?? '{}').features ?? {},
    ))
      if (enabled !== undefined)
        made.push({ of: `feature ${feature}`, kind: enabled ? 'feature-enabled' : 'feature-disabled' });
  if (projectId === undefined || made.length === 0) return changes;
  return [...changes, ...made.map((one) => ({ deviceId, projectId, ...one }))].slice(-OWN_MAX);
}

/**
 * The device whose own change is announced, and the changes of which an announcement is still to come. What
 * stops building is told whoever caused it.
 */
export function causeOf(
  changes: OwnChange[],
  { about, projectId, work }: Pick<Announcement, 'about' | 'projectId' | 'work'>,
): { deviceId: string | undefined; left: OwnChange[] } {
  if (changes.length === 0) return { deviceId: undefined, left: changes };
  const of = thingOf(about, work);
  const isOfIt = (change: OwnChange) => change.projectId === projectId && change.of === of;
  const at = changes.findIndex((change) => isOfIt(change) && change.kind === about.kind);
  // What somebody else did meanwhile is announced too.
  return {
    deviceId: changes[at]?.deviceId,
    left: changes.filter((change, index) => !isOfIt(change) || (at >= 0 && index > at)),
  };
}

function thingOf(about: Announcement['about'], work: number | undefined): string | null {
  if (about.kind === 'feature-disabled' || about.kind === 'feature-enabled')
    return `feature ${about.feature}`;
  return about.kind === 'run-finished' && about.outcome === 'stopped' ? `run ${work}` : null;
}

type Amount = number | null | undefined;

/** The share of a budget that opens its warning, and below which it is over (service reference, States). */
const WARNS_AT = 0.8;

/**
 * Ends the needs of a project's feature budgets that an answer, whoever asked for it, shows to be over: it
 * has each budget and what is used of it. A need may know of later use than the answer does.
 */
export function settledByBudgets(
  state: AttentionState,
  projectId: string,
  { features }: FeatureLimits,
  { askedAt, now }: { askedAt: InstantMs; now: InstantMs },
): AttentionState {
  return resolveWhere(
    state,
    (item) => item.projectId === projectId && isUnderBudget(item, features, askedAt),
    now,
  );
}

function isUnderBudget(item: KeptItem, features: FeatureLimits['features'], askedAt: InstantMs): boolean {
  const { reason } = item;
  if (reason.kind !== 'feature-budget' && reason.kind !== 'feature-warning') return false;
  const field = budgetFieldOf(reason.capKind);
  const { [field]: own, planCeiling, consumed } = features[reason.feature] ?? {};
  // Without a budget of its own, that of the plan counts.
  const budget = own ?? planCeiling?.[field];
  if (budget === null) return true;
  const read = field === 'monthlyCreditCap' ? consumed?.credits : consumed?.units;
  if (budget === undefined || read === undefined) return false;
  const used = isOutdatedBy(item, askedAt) ? read : Math.max(read, reason.used ?? 0);
  return used < budget * (reason.kind === 'feature-warning' ? WARNS_AT : 1);
}

/** Ends the items that a change has settled: a cap above what is spent, a project that is gone. */
export function settledBy(
  state: AttentionState,
  { operation, parameters: { projectId = '' }, body }: Command,
  now: InstantMs,
): AttentionState {
  if (operation === 'deleteProject') return settleProject(state, projectId, now);
  if (operation !== 'setCreditLimits') return state;
  const isAbove = (to: Amount, spent: number | null) =>
    to === null || (to !== undefined && spent !== null && to > spent);
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
