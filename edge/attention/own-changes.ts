import type { AttentionState } from '../../shared/attention/item.ts';
import { resolveWhere } from '../../shared/attention/lifecycle.ts';
import type { Announcement, News } from '../../shared/attention/news.ts';
import { settleProject } from '../../shared/attention/reduce.ts';
import { budgetFieldOf, CAP_FIELD, featureLimitsRecord } from '../../shared/builder-api/limits.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { GatewayCall, GatewayResponse } from '../gateway/gateway.ts';

/** A change that a device made, and what is announced of it: the end of the run that it stopped, or the switch of a feature. */
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
 * The device whose own change is announced, and the changes of which something is still to be. What stops building is told whoever
 * caused it.
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
