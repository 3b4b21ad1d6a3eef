import type { Kept } from './decisions.ts';
import type { FailedSeed } from './run-seeds.ts';
import { SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';

/** A failing seed with the fewest of its actions and faults that still fail in the same way. */
export interface Shrunk {
  readonly scenario: ScenarioName;
  readonly seed: number;
  readonly kept: readonly string[];
  readonly problems: readonly string[];
}

/** @returns null when the seed does not fail by its actions and faults alone, or no more, or breaks off */
export async function shrinkSeed({ scenario, seed }: Omit<FailedSeed, 'problems'>): Promise<Shrunk | null> {
  const whole = await SCENARIOS[scenario](seed).catch(() => null);
  if (whole === null) return null;
  const kinds = new Set(whole.problems.map(kindOf));
  const problemsWith = async (kept: readonly string[]) => {
    const { problems } = await SCENARIOS[scenario](seed, new Set(kept)).catch(() => ({ problems: [] }));
    return problems.some((problem) => kinds.has(kindOf(problem))) ? problems : null;
  };
  if ((await problemsWith(whole.happened)) === null) return null;
  const kept = await fewest(whole.happened, async (some) => (await problemsWith(some)) !== null);
  return { scenario, seed, kept, problems: (await problemsWith(kept)) ?? [] };
}

/**
 * Delta debugging: leaves out ever smaller parts as long as it still fails.
 * @returns a part that fails, and of which nothing alone can be left out
 */
export async function fewest(
  all: readonly string[],
  fails: (some: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let left = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const without = [...left.slice(0, from), ...left.slice(from + size)];
      if (await fails(without)) {
        left = without;
        // What was needed before may not be any more.
        if (size === 1) from = 0;
      } else from += size;
    }
  }
  return left;
}

/** The problem without what differs from run to run: numbers and ids. */
const kindOf = (problem: string): string => problem.replace(/[\da-f]*\d[\da-f-]*/g, '#');

/** A test to keep beside the simulator's own. */
export function asTest({ scenario, seed, kept, problems }: Shrunk): string {
  const names: Kept = new Set(kept);
  return `// ${problems.join('; ')}
test('seed ${seed} of ${scenario}, with nothing but what it took to fail', async () => {
  const kept = new Set(${JSON.stringify([...names])});
  expect((await SCENARIOS.${scenario}(${seed}, kept)).problems).toEqual([]);
});`;
}
