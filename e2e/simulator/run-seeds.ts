import type { ReachedCounts } from './meant-to-reach.ts';
import { SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';
import type { SeedResult } from './scenarios/seed-result.ts';

/** The part of one thread: every `step`-th seed from `from` on, for a limited time. */
export interface Shard {
  readonly scenario: ScenarioName;
  readonly from: number;
  readonly step: number;
  readonly forMs: number;
  readonly atMost?: number;
}

/** A seed that violated an invariant, with how to reproduce it. */
export interface FailedSeed {
  readonly scenario: ScenarioName;
  readonly seed: number;
  readonly problems: readonly string[];
}

export interface SeedsRun {
  readonly seeds: number;
  readonly failed: readonly FailedSeed[];
  readonly reached: ReachedCounts;
}

// The simulation replaces the process's clock; this one stays real.
const realNow = performance.now.bind(performance);

/** Runs every `step`-th seed from `from` on, until the time is over. One that throws counts as failed. */
export async function runSeeds(
  scenario: ScenarioName,
  { from, step, forMs, atMost = Number.POSITIVE_INFINITY }: Omit<Shard, 'scenario'>,
): Promise<SeedsRun> {
  const until = realNow() + forMs;
  const failed: FailedSeed[] = [];
  const reached: ReachedCounts = {};
  let seeds = 0;
  for (let seed = from; realNow() < until && seeds < atMost; seed += step) {
    const result = await resultOf(scenario, seed);
    const { problems } = result;
    for (const probe of result.reached) reached[probe] = (reached[probe] ?? 0) + 1;
    seeds++;
    if (problems.length > 0) failed.push({ scenario, seed, problems });
  }
  return { seeds, failed, reached };
}

async function resultOf(
  scenario: ScenarioName,
  seed: number,
): Promise<Pick<SeedResult, 'problems' | 'reached'>> {
  try {
    return await SCENARIOS[scenario](seed);
  } catch (failure) {
    const words = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
    return { problems: [words], reached: new Set() };
  }
}

/** How to reproduce a failed seed. */
export function inWords({ scenario, seed, problems }: FailedSeed): string {
  return `seed ${seed} of ${scenario}: ${problems.join('; ')}\n  again: npm run soak -- --scenario ${scenario} --seed ${seed}`;
}
