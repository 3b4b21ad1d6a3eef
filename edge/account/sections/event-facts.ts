import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { DeployState, ProjectState, RunState } from '../../../shared/snapshot/project-state.ts';
import { type InstantMs, SECOND_MS } from '../../../shared/time.ts';
import { deployPhaseOf, runPhaseOf, unknownRun } from './project-reading.ts';

/** What the newest event told about the end of a project's run or deployment. */
export interface EndFact {
  at: InstantMs;
  status: string | null;
  errorText: string | null;
  creditRefunded: boolean | null;
}

export interface ProjectFacts {
  run: EndFact | null;
  deploy: EndFact | null;
}

/** The service may answer Get Project from a cache of a few seconds. */
const SERVICE_CACHE_MS = 10 * SECOND_MS;

/** The end that an event tells of; null when it tells of none. */
export function endFactOf(event: KeptEvent): { kind: 'run' | 'deploy'; fact: EndFact } | null {
  const kind = KIND_OF[event.event];
  if (kind === undefined || event.projectId === null) return null;
  const { status, errorText, errorDetails, creditRefunded } = event.facts;
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

const KIND_OF: Readonly<Record<string, 'run' | 'deploy'>> = {
  'agent.prompt.finished': 'run',
  'deployment.finished': 'deploy',
};

/**
 * Puts what events told over what was read: an end that was told beats a read that still shows the work running, unless
 * that work began after the end. @param readAt when the state was read
 */
export function withFacts(
  state: ProjectState,
  facts: ProjectFacts | undefined,
  readAt: InstantMs,
): ProjectState {
  if (facts === undefined) return state;
  return {
    ...state,
    run: facts.run ? runWithFact(state.run, facts.run, readAt) : state.run,
    deploy: facts.deploy ? deployWithFact(state.deploy, facts.deploy, readAt) : state.deploy,
  };
}

function endsIt(startedAt: InstantMs | null, fact: EndFact, readAt: InstantMs): boolean {
  return startedAt === null ? readAt < fact.at + SERVICE_CACHE_MS : startedAt <= fact.at;
}

function runWithFact(run: RunState | null, fact: EndFact, readAt: InstantMs): RunState | null {
  const known = run ?? unknownRun;
  if (known.phase === 'running' || known.phase === 'unknown') {
    if (known.phase === 'running' && !endsIt(known.startedAt, fact, readAt)) return run;
    return { ...known, phase: runPhaseOf(fact.status), status: fact.status, finishedAt: fact.at };
  }
  return known.startedAt !== null && known.startedAt <= fact.at ? { ...known, finishedAt: fact.at } : run;
}

function deployWithFact(deploy: DeployState | null, fact: EndFact, readAt: InstantMs): DeployState | null {
  if (deploy === null) return null;
  const { errorText, creditRefunded } = fact;
  if (deploy.phase === 'deploying') {
    if (!endsIt(deploy.startedAt, fact, readAt)) return deploy;
    const phase = fact.status ? deployPhaseOf(fact.status) : 'unknown';
    return { ...deploy, phase, status: fact.status, finishedAt: fact.at, errorText, creditRefunded };
  }
  if (deploy.startedAt !== null && deploy.startedAt > fact.at) return deploy;
  return {
    ...deploy,
    finishedAt: fact.at,
    errorText: deploy.phase === 'failed' ? (errorText ?? deploy.errorText) : deploy.errorText,
    creditRefunded: creditRefunded ?? deploy.creditRefunded,
  };
}
