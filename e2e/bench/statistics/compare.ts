import { type Estimate, estimate, excludesOne } from './estimate.ts';
import { median } from './quantile.ts';
import { type Contender, type RoundSettings, runRounds } from './rounds.ts';

/** Ours against a reference, and the reference against itself (A/A) in the same rounds. */
export interface Comparison {
  /** Medians over the rounds, in the contenders' own unit. */
  readonly ours: number;
  readonly reference: number;
  /** Of the per-round ratios ours / reference. */
  readonly ratio: Estimate;
  readonly control: Estimate;
  /** The control's interval excludes 1: order or machine load moved the figures, so they say nothing. */
  readonly isVoid: boolean;
}

/**
 * Measures side by side.
 * @param twin for the A/A control: the reference itself, or another instance where contenders are instances
 */
export async function compare(
  ours: Contender,
  reference: Contender,
  settings: RoundSettings,
  twin = reference,
): Promise<Comparison> {
  const samples = await runRounds({ ours, reference, again: twin }, settings);
  const ratio = estimate(ratios(samples.ours, samples.reference), settings.random);
  const control = estimate(ratios(samples.again, samples.reference), settings.random);
  return {
    ours: median(samples.ours),
    reference: median(samples.reference),
    ratio,
    control,
    isVoid: excludesOne(control),
  };
}

/** Repeats a void comparison while it may have more `attempts`; returns the last one, void or not. */
export async function compareUntilValid(
  attempts: number,
  once: () => Promise<Comparison>,
): Promise<Comparison & { readonly attempts: number }> {
  for (let attempt = 1; ; attempt++) {
    const comparison = await once();
    if (!comparison.isVoid || attempt >= attempts) return { ...comparison, attempts: attempt };
  }
}

function ratios(values: readonly number[], bases: readonly number[]): number[] {
  return values.map((value, round) => value / (bases[round] ?? Number.NaN));
}
