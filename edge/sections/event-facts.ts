import { type DeployPhase, deployPhaseOf } from '../../shared/endings/deploy-ending.ts';
import { SAME_END_MS } from '../../shared/endings/ending.ts';
import { endingWith, runProgress } from '../../shared/endings/run-ending.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { PHASE_OF_ENDING, unknownRun } from '../../shared/snapshot/project-reading.ts';
import {
  type DeployState,
  endingOf,
  type ProjectState,
  type RunState,
} from '../../shared/snapshot/project-state.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { WorkRow } from '../../shared/work/rows.ts';
import type { ReadSectionName } from './reader.ts';

/** The newest event about the end of a project's run or deployment. */
export interface EndFact {
  at: InstantMs;
  status: string | null;
  errorText: string | null;
  creditRefunded: boolean | null;
}

export interface ProjectFacts {
  run: EndFact | null;
  deploy: EndFact | null;
  /** When the service last accepted a stop request of ours. */
  stop?: { at: InstantMs } | null;
  /** When the development cap was last reported as reached. */
  cap?: { at: InstantMs } | null;
}

export type FactKind = keyof ProjectFacts;

/** The service may serve Get Project from a cache of a few seconds. */
const SERVICE_CACHE_MS = 10 * SECOND_MS;

/** Facts of an event about how work ends or ended; null when there are none. */
export function endFactOf(event: KeptEvent): { kind: 'run' | 'deploy' | 'cap'; fact: EndFact } | null {
  const kind = KIND_OF[event.event];
  if (kind === undefined || event.projectId === null) return null;
  const { status, errorText, errorDetails, creditRefunded, category } = event.facts;
  if (kind === 'cap' && typeof category === 'string' && !/^dev/i.test(category)) return null;
  const words = typeof errorText === 'string' ? errorText : errorDetails;
  return {
    kind,
    fact: {
      at: event.at,
      status: typeof status === 'string' ? status : null,
      errorText: typeof words === 'string' ? words.slice(0, 200) : null,
      creditRefunded: typeof creditRefunded === 'boolean' ? creditRefunded : null,
    },
  };
}

const KIND_OF: Readonly<Record<string, 'run' | 'deploy' | 'cap'>> = {
  'project.credit_limit.reached': 'cap',
  'agent.prompt.finished': 'run',
  'deployment.finished': 'deploy',
};

/**
 * Applies facts from events to what was read: a reported end overrides a read that still shows the work as running,
 * unless the work began after that end. @param readAt when the state was read. @param runReadAt when its run was,
 * where that was earlier
 */
export function withFacts(
  state: ProjectState,
  facts: ProjectFacts | undefined,
  readAt: InstantMs,
  runReadAt: InstantMs = readAt,
): ProjectState {
  if (facts === undefined) return state;
  const { run: end } = facts;
  const run = end ? runWithFact(state.run, end, { readAt, runReadAt }) : state.run;
  return {
    ...state,
    run: withStopOrCap(run, facts),
    deploy: facts.deploy ? deployWithFact(state.deploy, facts.deploy, readAt) : state.deploy,
  };
}

/** The end of a run that only an event tells, as its row has it: another reading may have told more of that. */
export function asItsRow(state: ProjectState, rowsOf: () => readonly WorkRow[]): ProjectState {
  const { run } = state;
  if (run === null || run.startedAt !== null || run.finishedAt === null) return state;
  const row = rowsOf().findLast(({ kind, endedAt }) => kind === 'run' && endedAt === run.finishedAt);
  const ending = row?.ending ?? 'not-known';
  if (row === undefined || ending === 'not-known') return state;
  const creditsSpent = run.creditsSpent ?? row.credits;
  return { ...state, run: { ...run, ending, phase: PHASE_OF_ENDING[ending], creditsSpent } };
}

function endsIt(startedAt: InstantMs | null, fact: EndFact, readAt: InstantMs): boolean {
  return startedAt === null ? readAt < fact.at + SERVICE_CACHE_MS : startedAt <= fact.at;
}

function runWithFact(
  run: RunState | null,
  fact: EndFact,
  { readAt, runReadAt }: { readAt: InstantMs; runReadAt: InstantMs },
): RunState | null {
  const known = run ?? unknownRun;
  const ending = endingOf(known);
  if (ending === null) {
    // One prompt of an unfinished batch is not its end.
    if (known.batch) return run;
    if (known.phase === 'running' && !endsIt(known.startedAt, fact, readAt)) return run;
    return { ...known, ...endedBy(fact) };
  }
  if (isLaterRun(known, fact, runReadAt)) return { ...unknownRun, ...endedBy(fact) };
  if (known.startedAt === null || known.startedAt > fact.at) return run;
  return ending === 'not-known' ? { ...known, ...endedBy(fact) } : { ...known, finishedAt: fact.at };
}

/**
 * Whether an event is about another run than the last one read, which finished in between. One that was over when it was
 * read does not end after that. @param runReadAt when it was read
 */
export function isLaterRun({ finishedAt }: RunState, { at }: EndFact, runReadAt: InstantMs): boolean {
  return finishedAt !== null && at > (runReadAt < at ? finishedAt : finishedAt + SAME_END_MS);
}

function endedBy({ status, at }: EndFact): Pick<RunState, 'phase' | 'status' | 'finishedAt' | 'ending'> {
  const progress = runProgress({ event: { status } });
  const ending = progress.kind === 'ended' ? progress.ending : 'not-known';
  return { phase: PHASE_OF_ENDING[ending], status, finishedAt: at, ending };
}

/** Explains the end of a run for which the service gives no reason by a stop of ours or a cap. */
function withStopOrCap(run: RunState | null, { stop, cap }: ProjectFacts): RunState | null {
  const before = run && endingOf(run);
  if (!run || !before) return run;
  const ending = endingWith(before, {
    stopAccepted: stop != null && isWithin(run, stop.at),
    capReached: cap != null && isWithin(run, cap.at),
  });
  return ending === before ? run : { ...run, ending, phase: PHASE_OF_ENDING[ending] };
}

function isWithin({ startedAt, finishedAt }: RunState, at: InstantMs): boolean {
  if (finishedAt === null || at > finishedAt + SAME_END_MS) return false;
  return at >= (startedAt ?? finishedAt - SAME_END_MS);
}

function deployWithFact(deploy: DeployState | null, fact: EndFact, readAt: InstantMs): DeployState | null {
  if (deploy === null) return null;
  const { errorText, creditRefunded } = fact;
  const phase = fact.status ? deployPhaseOf(fact.status) : 'unknown';
  const ended = { phase, status: fact.status, finishedAt: fact.at, errorText, creditRefunded };
  if (deploy.phase === 'deploying')
    return endsIt(deploy.startedAt, fact, readAt) ? { ...deploy, ...ended } : deploy;
  if (deploy.startedAt !== null && deploy.startedAt > fact.at) return deploy;
  if (deploy.phase === 'unknown') return { ...deploy, ...ended };
  if (isLaterDeploy(deploy, phase, fact, readAt))
    return { ...deploy, ...ended, startedAt: null, step: null, liveUrl: null };
  if (phase !== 'unknown' && phase !== deploy.phase) return deploy;
  return {
    ...deploy,
    finishedAt: fact.at,
    errorText: deploy.phase === 'failed' ? (errorText ?? deploy.errorText) : deploy.errorText,
    creditRefunded: creditRefunded ?? deploy.creditRefunded,
  };
}

/** Whether an event is about another deployment than the last one read, which ended otherwise or before. */
function isLaterDeploy(
  { phase: read, startedAt, finishedAt }: DeployState,
  phase: DeployPhase,
  fact: EndFact,
  readAt: InstantMs,
): boolean {
  const isReadBefore = readAt < fact.at + SERVICE_CACHE_MS;
  if (phase === 'unknown')
    return isReadBefore && fact.at > (finishedAt ?? startedAt ?? Number.NEGATIVE_INFINITY) + SAME_END_MS;
  return phase !== read && (startedAt !== null || isReadBefore);
}

/** Sections that an event makes stale, besides its project. */
export const STALE_BY_EVENT: Readonly<Record<string, readonly ReadSectionName[]>> = {
  'agent.prompt.finished': ['account'],
  'deployment.finished': ['account'],
  'project.credit_limit.reached': ['atLimit', 'account'],
  'project.credits.exhausted': ['account'],
};
