import {
  type DeployState,
  endingOf,
  type ProjectState,
  type RunState,
} from '../../../shared/snapshot/project-state.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { finishedDeploy, finishedRun, type Samples } from './samples.ts';

interface ReadWork {
  now: InstantMs;
  /** When the projects were polled before; null: never. */
  listedAt: InstantMs | null;
}

/**
 * Records when work ended for which the service reports no end, and what it took: work that was seen, and work that
 * began and ended between two polls. @param before as last read
 */
export function settleEnds(
  before: ProjectState,
  after: ProjectState,
  samples: Samples,
  looked: ReadWork,
): { state: ProjectState; samples: Samples } {
  let { run, deploy } = after;
  let known = samples;
  if (run && endingOf(run) !== null && isNewEnd(before.run, run, before.run?.phase === 'running', looked)) {
    run = { ...run, finishedAt: run.finishedAt ?? endOf(before, after, run, looked.now) };
    known = finishedRun(known, run);
  }
  const isOver = deploy?.phase === 'live' || deploy?.phase === 'failed';
  const wasDeploying = before.deploy?.phase === 'deploying';
  if (
    deploy &&
    (wasDeploying ? deploy.phase !== 'deploying' : isOver && isNewEnd(before.deploy, deploy, false, looked))
  ) {
    deploy = { ...deploy, finishedAt: deploy.finishedAt ?? endOf(before, after, deploy, looked.now) };
    known = finishedDeploy(known, deploy);
  }
  return { state: { ...after, run, deploy }, samples: known };
}

/** Whether work that is over now was not over at the last poll; unknown for work found by the first poll. */
function isNewEnd(
  before: RunState | DeployState | null,
  { startedAt, finishedAt }: RunState | DeployState,
  wasAtWork: boolean,
  { listedAt }: ReadWork,
): boolean {
  if (wasAtWork) return true;
  if (startedAt === null || startedAt === before?.startedAt) return false;
  if (before !== null && before.startedAt !== null) return startedAt > before.startedAt;
  return listedAt !== null && (finishedAt ?? startedAt) > listedAt;
}

/** An end updates the project's time of change; otherwise it was about now. */
function endOf(
  before: ProjectState,
  { lastModifiedAt }: ProjectState,
  { startedAt }: RunState | DeployState,
  now: InstantMs,
): InstantMs {
  const hasMoved = lastModifiedAt !== null && lastModifiedAt !== before.lastModifiedAt;
  return hasMoved && lastModifiedAt >= (startedAt ?? lastModifiedAt) ? Math.min(now, lastModifiedAt) : now;
}
