import type { Random } from '../../random/random.ts';
import { median, quantile } from './quantile.ts';

/** A median with the interval in which it lies in 5 to 95 of 100 repetitions. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const LOW = 0.05;
const HIGH = 0.95;
const RESAMPLES = 2_000;

/** Median and its bootstrap interval (percentiles of the medians of resamples). */
export function estimate(values: readonly number[], random: Random): Estimate {
  const medians = Array.from({ length: RESAMPLES }, () => median(values.map(() => random.pick(values))));
  return { value: median(values), low: quantile(medians, LOW), high: quantile(medians, HIGH) };
}

/** Whether the interval excludes 1: in an A/A comparison the run then can't be trusted. */
export function excludesOne({ low, high }: Estimate): boolean {
  return low > 1 || high < 1;
}
