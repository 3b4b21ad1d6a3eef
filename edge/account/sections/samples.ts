import type {
  DeployState,
  RunHistory,
  RunState,
  UsualRange,
} from '../../../shared/snapshot/project-state.ts';

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
  if (run.phase !== 'finished') return samples;
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
