import { computed } from '@preact/signals';
import { buildFactsOf, otherWorkIn } from '../../shared/attention/build-facts.ts';
import type { AttentionItem } from '../../shared/attention/item.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import type { CapOverride } from '../../shared/edge-api/guards.ts';
import type { Blocker, Circumstances } from '../../shared/spending/blocker.ts';
import { blockers, type ProjectFacts } from '../../shared/spending/blockers.ts';
import type { Act, Cause, CauseKind } from '../../shared/spending/cause.ts';
import type { Price } from '../../shared/spending/price.ts';
import { canBuild } from '../../shared/spending/readiness.ts';
import { committedCredits, nothingCommitted } from '../../shared/spending/runs.ts';
import { type Verdict, verdictOf } from '../../shared/spending/verdict.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { linkOf, unheardSince } from '../connection/status.ts';
import { byEdgeClock, edgeNow, statusNow } from './page-state.ts';
import { stored } from './stored-state.ts';

/** What the end and the remedy of causes depend on, as far as this browser knows. */
export const circumstancesNow = computed<Circumstances>(() => factsNow('prompt', null));

/** A price that the caller knows better, project facts beyond the snapshot; `role` null: for any role. */
export type More = { price?: Price | null; known?: Partial<ProjectFacts>; role?: null };

/**
 * Answers "can I build?" from stored data.
 * @param projectId null: the account itself, or a project that does not exist yet
 */
export function buildingNow(
  act: Act,
  projectId: string | null,
  more: More = {},
): { verdict: Verdict; blockers: Blocker[] } {
  const snapshot = stored.value?.snapshot?.snapshot;
  const committed = snapshot ? committedCredits(snapshot) : nothingCommitted;
  const facts = factsNow(act, projectId, more);
  const answer = canBuild(facts, act, committed);
  return {
    verdict: verdictOf(answer, facts.now),
    blockers: answer.blockers,
  };
}

/** The verdict of {@link buildingNow}. That somebody only looks is no state of what is looked at. */
export function verdictIn(act: Act, projectId: string | null, more: More = {}): Verdict {
  const isViewer = stored.value?.connection?.role === 'viewer';
  return buildingNow(act, projectId, isViewer ? { ...more, role: null } : more).verdict;
}

/** Whether a launch is accepted: several parts of a page ask, and it is answered once. */
const launchNow = computed(() => buildingNow('launch', null));
/** Whether launches are accepted, and the balance has room for a usual run, whoever looks. */
export const isAccountWell = computed(() => {
  const verdict = verdictIn('launch', null);
  return verdict.kind === 'free' && verdict.readiness.kind !== 'short';
});

/** Whether the account has no credits at all: with fewer than a launch takes at once it still has some. */
export const isOutOfCredits = (): boolean =>
  launchNow.value.blockers.some(({ cause }) => cause.kind === 'balance-used-up' && (cause.credits ?? 0) <= 0);

/** Whether a launch would be refused now: it can still be written, but its button is not the primary one. */
export const isLaunchRefused = (): boolean => launchNow.value.verdict.kind === 'stopped';

/** Whether its cap may stop the run under way, which is nearer than what the pace says of that cap. */
export function isNearerThanPace(
  { reason, projectId }: Pick<AttentionItem, 'reason' | 'projectId'>,
  known: Partial<ProjectFacts> = {},
): boolean {
  if (reason.kind !== 'cap-forecast' || reason.category !== 'development') return false;
  const { verdict } = buildingNow('prompt', projectId, { known });
  return verdict.kind === 'working' && verdict.atCap !== null;
}

/** What else goes on in a project, as `otherWorkIn` finds it. */
export const otherWorkNow = (projectId: string, known: Partial<ProjectFacts> = {}) =>
  otherWorkIn(stored.value?.snapshot?.snapshot ?? null, projectId, edgeNow.value, known);

/** The edge reads a project again after a refusal, and the service may answer as before for some seconds. */
const READ_AGAIN_MS = 15 * SECOND_MS;

/** Whether what was refused for this cause would no longer be, by what was read since. */
export function isOverNow(cause: Cause, act: Act, projectId: string, refusedAt: number): boolean {
  const { account, projects, atLimit } = stored.value?.snapshot?.snapshot.sections ?? {};
  const isRead = [account, projects, atLimit].every(
    (section) => section?.error === null && (section.readAt ?? 0) > refusedAt + READ_AGAIN_MS,
  );
  const facts = factsNow(act, projectId);
  if (!isRead || !facts.project?.isRead) return false;
  if (cause.kind === 'server-not-ready') return facts.project.server === 'ready';
  const same = cause.kind === 'agent-running' ? RUNS : [cause.kind];
  return (
    READ_OF_ALL.has(cause.kind) && !blockers(facts, act).some(({ cause: { kind } }) => same.includes(kind))
  );
}

const RUNS: readonly CauseKind[] = ['agent-running', 'batch-running'];

/** Causes that every reading shows, where they are. */
const READ_OF_ALL: ReadonlySet<CauseKind> = new Set<CauseKind>([
  ...RUNS,
  'balance-used-up',
  'daily-limit',
  'day-budget',
  'deployment-running',
  'development-cap',
  'failure-guard',
  'import-running',
  'recovery-running',
  'run-budget',
]);

function factsNow(act: Act, projectId: string | null, more: More = {}) {
  const state = stored.value;
  const unheard = unheardSince(statusNow.value);
  return buildFactsOf(state?.snapshot?.snapshot ?? null, {
    now: edgeNow.value,
    role: state?.connection?.role ?? null,
    link: linkOf(statusNow.value),
    unheardSince: unheard === null ? null : byEdgeClock(unheard),
    act,
    projectId,
    ...more,
  });
}

/** The limit that a guard has set over a project's development cap, from the snapshot. */
export const capOverrideOf = (projectId: string, category: Category = 'development'): CapOverride | null =>
  stored.value?.snapshot?.snapshot.guards?.overrides.find(
    (one) => one.projectId === projectId && one.category === category,
  ) ?? null;
