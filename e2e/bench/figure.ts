import type { Comparison } from './statistics/compare.ts';
import type { Estimate } from './statistics/estimate.ts';

export const OUTCOMES = ['met', 'missed', 'void', 'informational'] as const;
/** `void`: the control failed, so there is no outcome. `informational`: without a target. */
export type Outcome = (typeof OUTCOMES)[number];

/** One row of the table. */
export interface Figure {
  readonly what: string;
  /** With their units. */
  readonly ours: string;
  readonly reference: string;
  readonly ratio: Estimate | null;
  readonly control: Estimate | null;
  readonly asked: string;
  readonly outcome: Outcome;
}

/** A row of a side-by-side comparison: met at a median ratio of at most `askedRatio` (null: no target). */
export function ratioFigure(
  what: string,
  comparison: Comparison & { readonly attempts?: number },
  options: { readonly unit: string; readonly askedRatio: number | null; readonly digits?: number },
): Figure {
  const { unit, askedRatio, digits = 2 } = options;
  const again = comparison.attempts !== undefined && comparison.attempts > 1;
  return {
    what: again ? `${what} (run ${comparison.attempts}, the ones before it were void)` : what,
    ours: `${comparison.ours.toFixed(digits)} ${unit}`,
    reference: `${comparison.reference.toFixed(digits)} ${unit}`,
    ratio: comparison.ratio,
    control: comparison.control,
    asked: askedRatio === null ? '' : `at most ${askedRatio}x`,
    outcome: ratioOutcome(comparison, askedRatio),
  };
}

function ratioOutcome({ isVoid, ratio }: Comparison, askedRatio: number | null): Outcome {
  if (isVoid) return 'void';
  if (askedRatio === null) return 'informational';
  return ratio.value <= askedRatio ? 'met' : 'missed';
}

/** A row of something counted or measured alone. Met when `value` is at most `atMost`; null = no target. */
export function countFigure(
  what: string,
  value: number,
  options: { readonly unit: string; readonly atMost: number | null; readonly digits?: number },
): Figure {
  const { unit, atMost, digits = 0 } = options;
  return {
    what,
    ours: `${value.toFixed(digits)} ${unit}`.trim(),
    reference: '',
    ratio: null,
    control: null,
    asked: atMost === null ? '' : `at most ${atMost} ${unit}`.trim(),
    outcome: atMost === null ? 'informational' : value <= atMost ? 'met' : 'missed',
  };
}

/** A row that a quick run skips, because it takes longer than all the others together. */
export function leftOutFigure(what: string): Figure {
  const ours = 'only in a full run';
  return { what, ours, reference: '', ratio: null, control: null, asked: '', outcome: 'informational' };
}

/** A row of a measurement that failed; counts as missed. */
export function failedFigure(what: string, failure: unknown): Figure {
  const words = failure instanceof Error ? failure.message : String(failure);
  const ours = `could not be measured: ${words.split('\n')[0]?.slice(0, 80)}`;
  return { what, ours, reference: '', ratio: null, control: null, asked: '', outcome: 'missed' };
}
