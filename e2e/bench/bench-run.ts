import type { Random } from '../random/random.ts';
import { type Comparison, compare, compareUntilValid } from './statistics/compare.ts';
import type { Contender } from './statistics/rounds.ts';

/** Passed to every measurement. */
export interface BenchRun {
  /** Fewer rounds and smaller amounts: a smoke test, not precise figures. */
  readonly quick: boolean;
  readonly random: Random;
  /** How long a quiet day is watched, in real minutes. */
  readonly quietMinutes: number;
  say(line: string): void;
  /**
   * Measures side by side; a void comparison is repeated, at most three times, or once in a quick run.
   * @param twin for the A/A control, where that must be another instance than the reference
   */
  compare(
    ours: Contender,
    reference: Contender,
    rounds: { readonly full: number; readonly quick: number },
    twin?: Contender,
  ): Promise<Comparison & { readonly attempts: number }>;
}

const ATTEMPTS = 3;
const QUICK_ATTEMPTS = 2;

export function createBenchRun(
  random: Random,
  { quick, quietMinutes }: Pick<BenchRun, 'quick' | 'quietMinutes'>,
  say: (line: string) => void,
): BenchRun {
  const attempts = quick ? QUICK_ATTEMPTS : ATTEMPTS;
  return {
    quick,
    random,
    quietMinutes,
    say,
    compare: (ours, reference, rounds, twin) => {
      const settings = {
        rounds: quick ? rounds.quick : rounds.full,
        warmUpRounds: quick ? 2 : 5,
        random,
      };
      return compareUntilValid(attempts, () => compare(ours, reference, settings, twin));
    },
  };
}

/** A contender that does `times` pieces of work in sequence; its samples are milliseconds per piece. */
export function timed(times: number, work: () => Promise<unknown>): Contender {
  return {
    sample: async () => {
      const began = performance.now();
      for (let n = 0; n < times; n++) await work();
      return (performance.now() - began) / times;
    },
  };
}
