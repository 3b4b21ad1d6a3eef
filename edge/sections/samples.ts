import {
  type DeployState,
  endingOf,
  type ProjectState,
  promptEndingOf,
  type RunHistory,
  type RunState,
  type UsualRange,
} from '../../shared/snapshot/project-state.ts';
import type { InstantMs } from '../../shared/time.ts';

/** Durations and costs of finished runs and deploys, newest last; milliseconds and credits. */
export interface Samples {
  runDurationsMs: readonly number[];
  runCredits: readonly number[];
  deployDurationsMs: readonly number[];
}

export const noSamples: Samples = { runDurationsMs: [], runCredits: [], deployDurationsMs: [] };

const SAMPLES_MAX = 50;
const ENOUGH = 3;
const LOW = 0.2;
const HIGH = 0.8;

export function finishedRun(samples: Samples, run: RunState): Samples {
  if (promptEndingOf(run) !== 'succeeded') return samples;
  return {
    ...samples,
    runDurationsMs: withSample(samples.runDurationsMs, durationMs(run)),
    runCredits: withSample(samples.runCredits, run.creditsSpent),
  };
}

export function finishedDeploy(samples: Samples, deploy: DeployState): Samples {
  if (deploy.phase !== 'live') return samples;
  return { ...samples, deployDurationsMs: withSample(samples.deployDurationsMs, durationMs(deploy)) };
}

/** The usual range: the middle of the samples, null while there are too few. */
export function historyOf(samples: Samples): RunHistory {
  return {
    runDurationMs: usual(samples.runDurationsMs),
    runCredits: usual(samples.runCredits),
    deployDurationMs: usual(samples.deployDurationsMs),
  };
}

function usual(values: readonly number[]): UsualRange | null {
  if (values.length < ENOUGH) return null;
  const sorted = values.toSorted((one, other) => one - other);
  return { low: percentile(sorted, LOW), high: percentile(sorted, HIGH), count: values.length };
}

/** Nearest rank in an ascending, non-empty list. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

function withSample(values: readonly number[], value: number | null): readonly number[] {
  return value === null || value < 0 ? values : [...values, value].slice(-SAMPLES_MAX);
}

function durationMs({ startedAt, finishedAt }: Pick<RunState, 'startedAt' | 'finishedAt'>): number | null {
  return startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
}

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
  const isOver = run !== null && endingOf(run) !== null;
  if (run && isOver && isNewEnd(before.run, run, before.run?.phase === 'running', looked)) {
    run = { ...run, finishedAt: run.finishedAt ?? endOf(before, after, run, looked.now) };
    known = finishedRun(known, run);
  } else if (run && promptEndingOf(run) === 'succeeded' && (before.run?.creditsSpent ?? null) === null) {
    // Its cost is known only now: estimates of a new account begin with the runs of before.
    known = { ...known, runCredits: withSample(known.runCredits, run.creditsSpent) };
  }
  // The end of a run that was over before was the last change then, if not earlier.
  if (run && isOver) run = { ...run, finishedAt: run.finishedAt ?? after.lastModifiedAt };
  // An unknown status may be one of a deployment that runs.
  const isDeployed = deploy?.phase === 'live' || deploy?.phase === 'failed';
  const wasDeploying = before.deploy?.phase === 'deploying';
  if (deploy && isDeployed && isNewEnd(before.deploy, deploy, wasDeploying, looked)) {
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
