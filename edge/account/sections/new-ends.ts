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
  /** When the look before this one was; null: there was none. */
  listedAt: InstantMs | null;
}

/**
 * Notes when work ended of which the service does not tell it, and what it took: of work that was seen, and of work that
 * began and ended between two looks. @param before as it was last seen
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

/** Whether what is over now was not when it was last looked at; of what was there at the first look nobody knows. */
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

/** An end moves the project's time of change; where that did not move it was about now. */
function endOf(
  before: ProjectState,
  { lastModifiedAt }: ProjectState,
  { startedAt }: RunState | DeployState,
  now: InstantMs,
): InstantMs {
  const hasMoved = lastModifiedAt !== null && lastModifiedAt !== before.lastModifiedAt;
  return hasMoved && lastModifiedAt >= (startedAt ?? lastModifiedAt) ? Math.min(now, lastModifiedAt) : now;
}
