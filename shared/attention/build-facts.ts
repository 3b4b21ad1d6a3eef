import type { CapOverride } from '../edge-api/guards.ts';
import type { AtLimitProject, ProjectState } from '../snapshot/project-state.ts';
import type { Outlook, Snapshot } from '../snapshot/snapshot.ts';
import type { BuildFacts, LimitFacts, ProjectFacts } from '../spending/blockers.ts';
import type { Act } from '../spending/cause.ts';
import { effectiveLimit } from '../spending/effective-limit.ts';
import { type Price, type PricedOperation, price as priceOf } from '../spending/price.ts';
import { canBuild } from '../spending/readiness.ts';
import { nothingCommitted, usualCredits } from '../spending/runs.ts';
import { isOtherWork, type Verdict, verdictOf } from '../spending/verdict.ts';
import { DAY_MS, type InstantMs, nextMonth, utcDay } from '../time.ts';
import { wellRead } from './rule.ts';

/** The act, the caller and the project whose readiness is computed. */
export interface BuildQuestion extends Pick<BuildFacts, 'now' | 'role' | 'link'> {
  act: Act;
  /** null: the account itself, or a project that does not exist yet. */
  projectId: string | null;
  /** Fixed price of the act, when the caller knows it better than the price list. */
  price?: Price | null;
  /** Since when the caller has heard nothing of the edge, by whose clock this is; null or absent: it does. */
  unheardSince?: InstantMs | null;
  /** Facts about the project that the snapshot does not hold. */
  known?: Partial<ProjectFacts>;
}

/** Collects what a snapshot says about whether something can be built. */
export function buildFactsOf(
  snapshot: Snapshot | null,
  { act, projectId, price, known, unheardSince = null, ...who }: BuildQuestion,
): BuildFacts {
  const { account, atLimit, history, prices } = snapshot?.sections ?? {};
  const project = projectId === null ? null : { ...projectFactsOf(snapshot, projectId, who.now), ...known };
  const fixed = (operation: PricedOperation) => priceOf(operation, project?.engine ?? null, prices?.data);
  return {
    ...who,
    notReadSince: unheardSince ?? notReadSince(snapshot, projectId),
    canEdit: atLimit?.data?.canEdit ?? null,
    runDurationMs: history?.data?.runDurationMs ?? null,
    deployDurationMs: history?.data?.deployDurationMs ?? null,
    balance: balanceOf(account),
    price: price ?? (act === 'deploy' ? fixed('deploy') : null),
    serverPrice: fixed('startServer'),
    dailyLimit: dailyLimitOf(snapshot, act, who.now),
    project,
  };
}

/** What goes on in a project besides a run and a deployment, such as a restoration; null: nothing known. */
export function otherWorkIn(
  snapshot: Snapshot | null,
  projectId: string,
  now: InstantMs,
  known: Partial<ProjectFacts> = {},
): Extract<Verdict, { kind: 'working' }> | null {
  // A starting server stops only a deployment; who looks, and over which link, is no matter.
  const question = { now, role: null, link: null, act: 'deploy', projectId, known } as const;
  const verdict = verdictOf(canBuild(buildFactsOf(snapshot, question), 'deploy', nothingCommitted), now);
  return isOtherWork(verdict) ? verdict : null;
}

/** A refusal to read that is itself what is to be known. */
const SAYS_ENOUGH: ReadonlySet<string> = new Set(['not-available', 'no-credits']);

/** When the oldest overdue section that the answer depends on was read; null: none is overdue. */
function notReadSince(snapshot: Snapshot | null, projectId: string | null): InstantMs | null {
  const { account, projects, atLimit } = snapshot?.sections ?? {};
  const overdue = (projectId === null ? [account] : [account, projects, atLimit]).flatMap((section) =>
    section?.isOverdue && section.readAt !== null && !SAYS_ENOUGH.has(section.error?.code ?? '')
      ? [section.readAt]
      : [],
  );
  return overdue.length === 0 ? null : Math.min(...overdue);
}

/** What was spent counts for its UTC day; a run reserves what it usually takes. */
function dailyLimitOf(snapshot: Snapshot | null, act: Act, now: InstantMs): BuildFacts['dailyLimit'] {
  if (snapshot?.dailySpend === undefined) return null;
  const { spent, limit, since } = snapshot.dailySpend;
  const isRun = act === 'prompt' || act === 'launch';
  const reserve = isRun ? usualCredits(1, snapshot.sections.history.data?.runCredits ?? null) : null;
  return { spent: now - since < DAY_MS ? spent : 0, limit, reserve: reserve ?? 0 };
}

function balanceOf(account: Snapshot['sections']['account'] | undefined): BuildFacts['balance'] {
  if (!account) return null;
  // The service refuses reads to an account without credits (service reference, Errors).
  if (account.error?.code === 'no-credits') return { credits: null, isCurrent: true };
  return (
    account.data && {
      credits: account.data.credits,
      isCurrent: account.error === null && !account.isOverdue,
    }
  );
}

function projectFactsOf(snapshot: Snapshot | null, projectId: string, now: InstantMs): ProjectFacts {
  const state = snapshot?.sections.projects.data?.items.find((item) => item.projectId === projectId);
  const items = snapshot?.attention?.items.filter((item) => item.projectId === projectId) ?? [];
  const paused = items.find(({ reason }) => reason.kind === 'project-paused');
  const stopped = items.find(({ reason }) => reason.kind === 'kill-switch');
  const foreseen = snapshot && state ? foreseenOf(snapshot, state, now) : [];
  const work = workOf(state);
  return {
    projectId,
    engine: state?.engine ?? null,
    ...work,
    notLooked: foreseen.some(({ category }) => category === 'development')
      ? work.notLooked.filter((part) => part !== 'caps')
      : work.notLooked,
    paused: paused ? { since: paused.since, resumable: resumableOf(paused.reason) } : null,
    stopped: stopped ? { since: stopped.since } : null,
    limits: snapshot && limitsOf(snapshot, projectId, foreseen, now),
    features: null,
    visitors: null,
    guards: guardsOf(snapshot, projectId, now),
  };
}

const resumableOf = ({ resumable }: Record<string, unknown>): boolean | null =>
  typeof resumable === 'boolean' ? resumable : null;

/** What was spent of a day's budget counts for its UTC day. */
function guardsOf(snapshot: Snapshot | null, projectId: string, now: InstantMs): ProjectFacts['guards'] {
  if (snapshot?.guards === undefined) return null;
  const { refusing: all, dayBudgets } = snapshot.guards;
  const isToday = utcDay(snapshot.at) === utcDay(now);
  const refusing = all.filter((guard) => guard.projectId === projectId);
  const day = isToday ? refusing.find(({ kind }) => kind === 'day-budget') : undefined;
  const budget = isToday ? dayBudgets.find((one) => one.projectId === projectId) : undefined;
  return {
    day: day
      ? { spent: day.number ?? day.limit, limit: day.limit }
      : budget
        ? { spent: budget.spent, limit: budget.limit }
        : null,
    failures: refusing.find(({ kind }) => kind === 'failures')?.number ?? null,
  };
}

type Work = Pick<
  ProjectFacts,
  | 'isRead'
  | 'notLooked'
  | 'run'
  | 'batch'
  | 'deploy'
  | 'recovery'
  | 'rebuild'
  | 'importing'
  | 'pulling'
  | 'server'
>;

/** What a reading of a project says of its work; undefined: it was not read. */
export function workOf(state: ProjectState | undefined): Work {
  const { run = null, deploy = null } = state ?? {};
  const startedAt = run?.startedAt ?? null;
  return {
    isRead: run !== null && (run.phase !== 'unknown' || run.ending !== null),
    run: run?.phase === 'running' ? { startedAt } : null,
    batch: run?.batch ? { ...run.batch, startedAt } : null,
    deploy: deploy?.phase === 'deploying' ? { startedAt: deploy.startedAt } : null,
    recovery: state?.recovery ?? null,
    rebuild: null,
    importing: state?.importing ?? null,
    pulling: null,
    notLooked: ['caps', 'rebuild', 'pull'],
    server: serverOf(state?.server ?? null),
  };
}

/** The service's word for the development server is an open set; an unknown word says nothing. */
function serverOf(word: string | null): ProjectFacts['server'] {
  switch (word?.toLowerCase()) {
    case 'active':
      return 'ready';
    case 'creating':
    case 'starting':
    case 'unarchiving':
      return 'starting';
    case 'archived':
    case 'archiving':
      return 'asleep';
    default:
      return null;
  }
}

type Foreseen = Outlook['caps'];

/**
 * The caps of a project as its forecasts read them. Left out if something was done in it since, while a
 * deployment goes on or a guard overrides a cap, and after their month. During a run they give an upper
 * bound of what is left.
 */
function foreseenOf(
  { outlook, guards }: Snapshot,
  { projectId, lastModifiedAt, run, deploy }: ProjectState,
  now: InstantMs,
): Foreseen {
  if (guards?.overrides.some((one) => one.projectId === projectId)) return [];
  const read = outlook?.caps.filter((one) => one.projectId === projectId && now < one.resetsAt) ?? [];
  if (run?.phase === 'running') return read;
  if (deploy?.phase === 'deploying') return [];
  const changedAt = Math.max(lastModifiedAt ?? 0, run?.finishedAt ?? 0, deploy?.finishedAt ?? 0);
  return read.filter(({ readAt }) => readAt > changedAt);
}

/** A project missing from the whole at-limit list is at no cap. A list of last month says nothing of this. */
function limitsOf(
  snapshot: Snapshot,
  projectId: string,
  foreseen: Foreseen,
  now: InstantMs,
): LimitFacts | null {
  const read = wellRead(snapshot.sections.atLimit);
  if (!read) return null;
  const { projects, total, resetsAt } = read.data;
  const endsAt = resetsAt ?? nextMonth(read.readAt);
  if (read.readAt < endsAt && endsAt <= now) return null;
  const listed = projects.find((project) => project.projectId === projectId) ?? null;
  if (listed === null && projects.length < total) return null;
  return {
    development: capOf(listed, 'development', foreseen),
    infrastructure: capOf(listed, 'infrastructure', foreseen),
    resetsAt,
    runBudget: budgetOf(
      snapshot.guards?.overrides.find((one) => one.projectId === projectId && one.category === 'development'),
      listed,
    ),
  };
}

/** Applies only while the cap read is the one the edge set: somebody else set any other value. */
function budgetOf(override: CapOverride | undefined, listed: AtLimitProject | null): LimitFacts['runBudget'] {
  const limit = effectiveLimit(listed?.caps.development, override ?? null);
  return limit.kind === 'overridden' && limit.by.kind === 'run-budget' ? { until: limit.by.until } : null;
}

function capOf(
  listed: AtLimitProject | null,
  category: 'development' | 'infrastructure',
  foreseen: Foreseen,
) {
  const read = listed === null ? foreseen.find((one) => one.category === category) : undefined;
  return {
    isReached: listed?.atLimit[category] ?? false,
    used: listed?.used?.[category] ?? read?.used ?? null,
    cap: listed?.caps[category] ?? read?.cap ?? null,
  };
}
