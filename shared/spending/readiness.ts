import type { UsualRange } from '../snapshot/project-state.ts';
import type { InstantMs } from '../time.ts';
import type { Blocker } from './blocker.ts';
import type { BuildFacts, Unlooked } from './blockers.ts';
import { blockers } from './blockers.ts';
import type { Act } from './cause.ts';
import { RUN_START_CREDITS } from './price.ts';
import { type CommittedCredits, leastRoom, middleOf, type Room, type RunBound } from './runs.ts';

/** Facts that were not read and would be needed to say more. */
export type Missing = 'balance' | 'work' | 'limits' | 'features';

/** How many usual runs it lasts for. */
export type Lasting =
  /** `by`: what ends first. */
  { kind: 'runs'; runs: number; by: RunBound; usual: UsualRange } | { kind: 'no-history' };

/** Whether the act would be accepted now. */
export type Readiness =
  | { kind: 'no'; because: Blocker }
  /** The reference does not say what the service does in this state. */
  | { kind: 'unsure'; because: Blocker }
  /** `since`: it was read then, and not since, which is too long ago. */
  | { kind: 'not-known'; missing: Missing[]; since: InstantMs | null }
  /** Nothing is in the way, but less than one usual run is left. */
  | { kind: 'short'; left: number; by: RunBound; usual: UsualRange }
  /** `after`: accepted, begins later. `lasting`, `room` (what runs may still take): for runs only. */
  | { kind: 'yes'; lasting: Lasting | null; room: Room | null; after: Blocker | null };

/** An unreached development cap with fewer credits left than the present or next run usually still takes. */
export type NearCap = { used: number; cap: number; usual: UsualRange };

/** Only a refusal tells of the plan's projects and their rate (published reference, Errors). */
const LAUNCH_UNLOOKED: readonly Unlooked[] = ['plan-count', 'plan-rate'];

/**
 * Answers "can I build?". `notLooked`: what was not read, and may be in the way.
 * @param committed what running work may still take
 */
export function canBuild(
  facts: BuildFacts,
  act: Act,
  committed: CommittedCredits,
): { readiness: Readiness; blockers: Blocker[]; atCap: NearCap | null; notLooked: readonly Unlooked[] } {
  const found = blockers(facts, act);
  return {
    readiness: readinessOf(facts, act, committed, found),
    blockers: found,
    atCap: nearCapOf(facts, committed),
    notLooked: act === 'launch' ? LAUNCH_UNLOOKED : (facts.project?.notLooked ?? []),
  };
}

/** What a run under way took when it began may be in the usage already: only the rest is compared. */
function nearCapOf({ project }: BuildFacts, { of: usual }: CommittedCredits): NearCap | null {
  if (!project?.limits || project.limits.runBudget || !usual) return null;
  const { used, cap, isReached } = project.limits.development;
  if (isReached !== false || used === null || cap === null) return null;
  const taken = project.run || project.batch ? RUN_START_CREDITS : 0;
  return cap - used < middleOf(usual) - taken ? { used, cap, usual } : null;
}

function readinessOf(
  facts: BuildFacts,
  act: Act,
  committed: CommittedCredits,
  found: readonly Blocker[],
): Readiness {
  const [first] = found;
  const isAway = first !== undefined && first.cause === facts.link;
  if (facts.notReadSince !== null && !isAway)
    return { kind: 'not-known', missing: [], since: facts.notReadSince };
  if (first?.effect === 'refused') return { kind: 'no', because: first };
  if (first?.effect === 'unsure') return { kind: 'unsure', because: first };
  const missing = missingFor(facts, act);
  if (missing.length > 0) return { kind: 'not-known', missing, since: null };
  const after = first?.effect === 'waits' ? first : null;
  if (act !== 'prompt' && act !== 'launch') return { kind: 'yes', lasting: null, room: null, after };
  const room = roomOf(facts, committed);
  if (room === null || !committed.of) return { kind: 'yes', lasting: { kind: 'no-history' }, room, after };
  const usual = committed.of;
  const runs = Math.floor(room.left / Math.max(middleOf(usual), Number.EPSILON));
  if (runs < 1) return { kind: 'short', left: Math.max(0, room.left), by: room.by, usual };
  return { kind: 'yes', lasting: { kind: 'runs', runs, by: room.by, usual }, room, after };
}

/**
 * What remains for runs: of the balance without committed credits and the fixed price, below the project's
 * own cap and day's budget, and of what this browser may spend today.
 */
function roomOf(
  { balance, price, project, dailyLimit }: BuildFacts,
  committed: CommittedCredits,
): Room | null {
  if (balance?.credits == null || committed.credits === null) return null;
  const { cap, used } = project?.limits?.development ?? { cap: null, used: null };
  const day = project?.guards?.day ?? null;
  const fixed = price?.most ?? 0;
  return leastRoom({
    balance: balance.credits - committed.credits - fixed,
    'development-cap': cap === null || used === null ? null : cap - used,
    'daily-limit': dailyLimit && dailyLimit.limit - dailyLimit.spent - fixed,
    'day-budget': day && day.limit - day.spent,
  });
}

function missingFor({ balance, project }: BuildFacts, act: Act): Missing[] {
  const missing: Missing[] = [];
  if (balance === null) missing.push('balance');
  if (project && act !== 'launch' && act !== 'app' && !project.isRead) missing.push('work');
  if (project && act === 'prompt' && (project.limits?.development.isReached ?? null) === null)
    missing.push('limits');
  if (project && act === 'app') {
    if ((project.limits?.infrastructure.isReached ?? null) === null) missing.push('limits');
    if (project.features === null) missing.push('features');
  }
  return missing;
}
