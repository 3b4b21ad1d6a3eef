import { deployEnding } from '../endings/deploy-ending.ts';
import type { DeployEnding, Ending } from '../endings/ending.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../time.ts';
import type { ProjectState, RunHistory, RunState, UsualRange } from './project-state.ts';
import type { Snapshot } from './snapshot.ts';

/** Older work is history. */
const RECENT_FOR_MS = DAY_MS;
/** One run in five exceeds the usual range: only much longer ones are overdue. */
const OVERDUE_TIMES = 1.5;

export type RunningWork = {
  id: string;
  projectId: string;
  kind: 'run' | 'deploy';
  /** The agent's last message, in the service's words; null for a deployment, whose steps are not prose. */
  doing: string | null;
  elapsedMs: number | null;
  usual: UsualRange;
  overdue: boolean;
  /** 0 to 1 of the usual time, for the ring; null where its start is unknown. */
  progress: number | null;
  startedAt: InstantMs | null;
  previewUrl: string | null;
  /** The batch of prompts that a run belongs to. */
  batch: RunState['batch'];
};

export type EndedWork = {
  id: string;
  projectId: string;
  /** Number of its row; null: not known. */
  work: number | null;
  at: InstantMs;
  credits: number | null;
  refunded: boolean;
  url: string | null;
  errorText: string | null;
} & ({ kind: 'run'; ending: Ending } | { kind: 'deploy'; ending: DeployEnding });

/** What the service says of its own work (service reference, What the service does). */
const BY_SERVICE: Readonly<Record<RunningWork['kind'], UsualRange>> = {
  run: { low: 5 * MINUTE_MS, high: 40 * MINUTE_MS, count: 0 },
  deploy: { low: 2 * MINUTE_MS, high: 5 * MINUTE_MS, count: 0 },
};

/** How long work usually takes, in milliseconds: by the account's history, or the service's (`count` 0). */
export function lastingOf(
  kind: RunningWork['kind'],
  history: Pick<RunHistory, 'runDurationMs' | 'deployDurationMs'> | null,
): UsualRange {
  return (kind === 'run' ? history?.runDurationMs : history?.deployDurationMs) ?? BY_SERVICE[kind];
}

/** Runs and deploys in progress, longest first. @param now the edge's clock */
export function runningWork(snapshot: Snapshot | null, now: InstantMs): RunningWork[] {
  const history = snapshot?.sections.history.data ?? null;
  return (snapshot?.sections.projects.data?.items ?? [])
    .flatMap((project): RunningWork[] => {
      const { projectId, run, deploy, previewUrl } = project;
      const works: RunningWork[] = [];
      if (run?.phase === 'running') {
        const timing = timingOf(run.startedAt, lastingOf('run', history), now);
        works.push({
          id: `run:${projectId}`,
          projectId,
          kind: 'run',
          doing: run.lastMessage,
          previewUrl,
          batch: run.batch ?? null,
          ...timing,
        });
      }
      if (deploy?.phase === 'deploying') {
        const timing = timingOf(deploy.startedAt, lastingOf('deploy', history), now);
        works.push({
          id: `deploy:${projectId}`,
          projectId,
          kind: 'deploy',
          doing: null,
          previewUrl,
          batch: null,
          ...timing,
        });
      }
      return works;
    })
    .toSorted((a, b) => (b.elapsedMs ?? 0) - (a.elapsedMs ?? 0));
}

/** Recently ended work, newest first. @param now the edge's clock */
export function endedWork(snapshot: Snapshot | null, now: InstantMs): EndedWork[] {
  return (snapshot?.sections.projects.data?.items ?? [])
    .flatMap((project) => [endedRun(project), endedDeploy(project)].filter((work) => work !== null))
    .filter(({ at }) => now - at < RECENT_FOR_MS)
    .toSorted((a, b) => b.at - a.at);
}

function timingOf(
  startedAt: InstantMs | null,
  usual: UsualRange,
  now: InstantMs,
): Pick<RunningWork, 'elapsedMs' | 'usual' | 'overdue' | 'progress' | 'startedAt'> {
  const elapsedMs = startedAt === null ? null : Math.max(0, now - startedAt);
  return {
    startedAt,
    elapsedMs,
    usual,
    overdue: elapsedMs !== null && elapsedMs > OVERDUE_TIMES * usual.high,
    progress: elapsedMs !== null && usual.high > 0 ? Math.min(1, elapsedMs / usual.high) : null,
  };
}

function endedRun({ projectId, run, previewUrl }: ProjectState): EndedWork | null {
  const ending = run?.ending ?? null;
  if (!run || run.finishedAt === null || ending === null) return null;
  return {
    id: `run:${projectId}:${run.finishedAt}`,
    projectId,
    work: run.work ?? null,
    kind: 'run',
    ending,
    at: run.finishedAt,
    credits: costOf(run),
    refunded: false,
    url: previewUrl,
    errorText: ending === 'failed' ? run.lastMessage : null,
  };
}

function endedDeploy({ projectId, deploy, productionUrl }: ProjectState): EndedWork | null {
  const ending = deploy && deployEnding(deploy);
  if (!deploy || deploy.finishedAt === null || ending === null) return null;
  return {
    id: `deploy:${projectId}:${deploy.finishedAt}`,
    projectId,
    work: deploy.work ?? null,
    kind: 'deploy',
    ending,
    at: deploy.finishedAt,
    credits: null,
    refunded: deploy.creditRefunded ?? false,
    url: ending === 'succeeded' ? (deploy.liveUrl ?? productionUrl) : null,
    errorText: deploy.errorText,
  };
}

/** Whether prompts of its batch ended before the one whose times and credits these are. */
export const isOfSeveral = ({ promptEnds, startedAt }: RunState): boolean =>
  promptEnds?.some(({ at }) => startedAt === null || at < startedAt) ?? false;

/** Credits that it took; null where that is not known, as of a batch of several prompts. */
export const costOf = (run: RunState): number | null => (isOfSeveral(run) ? null : run.creditsSpent);
