import { mayActAs, type Role } from '../edge-api/role.ts';
import type { RunHistory } from '../snapshot/project-state.ts';
import { lastingOf } from '../snapshot/work.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, nextMonth, SECOND_MS } from '../time.ts';
import { type Act, CAUSE_KINDS, type Cause, EFFECTS, type Effect } from './cause.ts';

/** When a cause ends on its own, by the clock of `now`. */
export type Ends =
  | { kind: 'at'; at: InstantMs }
  | { kind: 'between'; from: InstantMs; to: InstantMs }
  | { kind: 'not-by-itself' }
  | { kind: 'not-known' };

/** The action that lifts a cause. `none`: nobody can lift it. */
export const LIFTS = [
  'pair',
  'try-again',
  'set-key',
  'confirm-account',
  'ask-owner',
  'buy-credits',
  'remove-project',
  'raise-cap',
  'raise-daily-limit',
  'change-guard',
  'raise-budget',
  'switch-on',
  'raise-visitor-limit',
  'open-project',
  'stop-run',
  'start-server',
  'prompt-fix',
  'wait',
  'none',
] as const;
export type Lift = (typeof LIFTS)[number];

/** One cause as it affects an act. */
export interface Blocker {
  cause: Cause;
  effect: Effect;
  ends: Ends;
  lift: Lift;
}

/** Facts that the end of a cause and its remedy depend on. */
export interface Circumstances extends Pick<RunHistory, 'runDurationMs' | 'deployDurationMs'> {
  now: InstantMs;
  role: Role | null;
  /** Whether the edge's key belongs to the owner (`canEdit` of the at-limit list); null: not read. */
  canEdit: boolean | null;
}

/** @param effect what the service did, where it has refused */
export function blockerOf(cause: Cause, act: Act, given: Circumstances, effect?: Effect): Blocker {
  return {
    cause,
    effect: effect ?? EFFECTS[cause.kind][act],
    ends: endsOf(cause, given),
    lift: liftOf(cause, given),
  };
}

const EFFECT_ORDER: readonly Effect[] = ['refused', 'unsure', 'waits', 'none'];

/** Sorts causes that stop the act first, then by severity, then by how long they last. */
export function worstFirst(one: Blocker, other: Blocker): number {
  return (
    EFFECT_ORDER.indexOf(one.effect) - EFFECT_ORDER.indexOf(other.effect) ||
    CAUSE_KINDS.indexOf(one.cause.kind) - CAUSE_KINDS.indexOf(other.cause.kind) ||
    lastingUntil(other.ends) - lastingUntil(one.ends)
  );
}

function lastingUntil(ends: Ends): number {
  if (ends.kind === 'at') return ends.at;
  return ends.kind === 'between' ? ends.to : Number.MAX_VALUE;
}

/** Duration of the service's other work (service reference, What the service does; published reference). */
const RECOVERY_MS = { low: MINUTE_MS, high: 4 * MINUTE_MS };
const REBUILD_MS = { low: MINUTE_MS, high: 4 * MINUTE_MS };
const IMPORT_MS = { low: MINUTE_MS, high: 30 * MINUTE_MS };
const SERVER_MS = { low: 2 * MINUTE_MS, high: 4 * MINUTE_MS };
const BUSY_MS = { low: 3 * SECOND_MS, high: MINUTE_MS };
/** Creations are limited per minute and per hour. */
const CREATIONS_MS = { low: MINUTE_MS, high: HOUR_MS };

const NOT_BY_ITSELF: Ends = { kind: 'not-by-itself' };
const NOT_KNOWN: Ends = { kind: 'not-known' };

function endsOf(cause: Cause, given: Circumstances): Ends {
  const { now } = given;
  switch (cause.kind) {
    case 'not-paired':
    case 'key-rejected':
    case 'account-unconfirmed':
    case 'key-restricted':
    case 'role-too-low':
    case 'project-gone':
    case 'project-not-allowed':
    case 'not-available':
    case 'projects-used-up':
    case 'emergency-stop':
    case 'project-paused':
    case 'failure-guard':
    case 'app-broken':
    case 'feature-off':
    case 'visitor-limit':
      return NOT_BY_ITSELF;
    case 'offline':
    case 'edge-not-answering':
    case 'service-not-answering':
    // Plan credits return with a billing period whose day is unknown.
    case 'balance-used-up':
    case 'pull-running':
      return NOT_KNOWN;
    case 'development-cap':
    case 'infrastructure-cap':
    case 'feature-budget':
      return { kind: 'at', at: cause.resetsAt ?? nextMonth(now) };
    case 'run-budget':
      return cause.until === null ? NOT_KNOWN : { kind: 'at', at: cause.until };
    case 'daily-limit':
      // A browser that may spend nothing may not do so tomorrow.
      return cause.limit === 0 ? NOT_BY_ITSELF : { kind: 'at', at: now - (now % DAY_MS) + DAY_MS };
    case 'day-budget':
      return { kind: 'at', at: now - (now % DAY_MS) + DAY_MS };
    case 'media-paused':
      return { kind: 'at', at: cause.resetsAt ?? now - (now % HOUR_MS) + HOUR_MS };
    case 'agent-running':
      return within(cause.startedAt, lastingOf('run', given), now);
    case 'batch-running':
      return batchEnds(cause, lastingOf('run', given), now);
    case 'deployment-running':
      return within(cause.startedAt, lastingOf('deploy', given), now);
    case 'recovery-running':
      return within(cause.startedAt, RECOVERY_MS, now);
    case 'rebuild-running':
      return within(cause.startedAt, REBUILD_MS, now);
    case 'import-running':
      return within(cause.startedAt, IMPORT_MS, now);
    case 'server-not-ready':
      return cause.server === 'starting' ? within(now, SERVER_MS, now) : NOT_BY_ITSELF;
    case 'created-too-fast':
      return after(cause.retryAfterMs, CREATIONS_MS, now);
    case 'asked-too-often':
    case 'calls-queued':
    case 'project-busy':
      return after('retryAfterMs' in cause ? cause.retryAfterMs : null, BUSY_MS, now);
  }
}

type Lasting = { low: number; high: number };

/** Ends after the usual duration; what takes longer has no known end. */
function within(startedAt: InstantMs | null, { low, high }: Lasting, now: InstantMs): Ends {
  if (startedAt === null || startedAt + high <= now) return NOT_KNOWN;
  return { kind: 'between', from: Math.max(now, startedAt + low), to: startedAt + high };
}

function batchEnds(
  { done, total }: Extract<Cause, { kind: 'batch-running' }>,
  { low, high }: Lasting,
  now: InstantMs,
): Ends {
  if (done === null || total === null || total <= done) return NOT_KNOWN;
  const left = total - done;
  return { kind: 'between', from: now + (left - 1) * low, to: now + left * high };
}

function after(retryAfterMs: number | null, lasting: Lasting, now: InstantMs): Ends {
  return retryAfterMs === null ? within(now, lasting, now) : { kind: 'at', at: now + retryAfterMs };
}

function liftOf(cause: Cause, { role, canEdit }: Circumstances): Lift {
  const isOwner = role !== null && mayActAs(role, 'owner');
  const isBuilder = role !== null && mayActAs(role, 'builder');
  const byOwner = (lift: Lift): Lift => (isOwner ? lift : 'ask-owner');
  /** Only the account's owner can change this at the service. */
  const onService = (lift: Lift): Lift => (canEdit === false ? 'ask-owner' : byOwner(lift));
  switch (cause.kind) {
    case 'not-paired':
      return 'pair';
    case 'offline':
    case 'edge-not-answering':
    case 'service-not-answering':
      return 'try-again';
    case 'key-rejected':
      return 'set-key';
    case 'account-unconfirmed':
      return byOwner('confirm-account');
    case 'key-restricted':
    case 'role-too-low':
    case 'project-not-allowed':
      return 'ask-owner';
    case 'project-gone':
    case 'not-available':
      return 'none';
    case 'balance-used-up':
      return 'buy-credits';
    case 'projects-used-up':
      return 'remove-project';
    case 'emergency-stop':
    case 'project-paused':
      return 'open-project';
    case 'development-cap':
    case 'infrastructure-cap':
      return onService('raise-cap');
    case 'daily-limit':
      return byOwner('raise-daily-limit');
    case 'run-budget':
    case 'day-budget':
    case 'failure-guard':
      return byOwner('change-guard');
    case 'agent-running':
      return isBuilder ? 'stop-run' : 'wait';
    case 'server-not-ready':
      return cause.server === 'asleep' && isBuilder ? 'start-server' : 'wait';
    case 'app-broken':
      return isBuilder ? 'prompt-fix' : 'ask-owner';
    case 'recovery-running':
    case 'batch-running':
    case 'deployment-running':
    case 'rebuild-running':
    case 'import-running':
    case 'pull-running':
    case 'created-too-fast':
    case 'asked-too-often':
    case 'project-busy':
    case 'media-paused':
    case 'calls-queued':
      return 'wait';
    case 'feature-off':
      return onService('switch-on');
    case 'feature-budget':
      return onService('raise-budget');
    case 'visitor-limit':
      return onService('raise-visitor-limit');
  }
}
