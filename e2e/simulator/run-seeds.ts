import { SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';

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
}

// The simulation replaces the process's clock; this one stays real.
const realNow = performance.now.bind(performance);

/** Runs every `step`-th seed from `from` on, until the time is over. A scenario that throws counts as failed. */
export async function runSeeds(
  scenario: ScenarioName,
  { from, step, forMs, atMost = Number.POSITIVE_INFINITY }: Omit<Shard, 'scenario'>,
): Promise<SeedsRun> {
  const until = realNow() + forMs;
  const failed: FailedSeed[] = [];
  let seeds = 0;
  for (let seed = from; realNow() < until && seeds < atMost; seed += step) {
    const problems = await problemsOf(scenario, seed);
    seeds++;
    if (problems.length > 0) failed.push({ scenario, seed, problems });
  }
  return { seeds, failed };
}

async function problemsOf(scenario: ScenarioName, seed: number): Promise<readonly string[]> {
  try {
    return (await SCENARIOS[scenario](seed)).problems;
  } catch (failure) {
    return [failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)];
  }
}

/** How to reproduce a failed seed. */
export function inWords({ scenario, seed, problems }: FailedSeed): string {
  return `seed ${seed} of ${scenario}: ${problems.join('; ')}\n  again: npm run soak -- --scenario ${scenario} --seed ${seed}`;
}
