import type { Random } from '../../random/random.ts';

/** One of the things that are measured side by side. */
export interface Contender {
  /** Does one batch of the work. @returns its cost, in a unit that all contenders share */
  sample(): Promise<number>;
}

export interface RoundSettings {
  /** Rounds that count. */
  readonly rounds: number;
  /** Rounds before those, discarded. */
  readonly warmUpRounds: number;
  readonly random: Random;
}

/** Samples of each contender, one per round. The order within a round is shuffled. */
export async function runRounds<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, warmUpRounds, random }: RoundSettings,
): Promise<Record<Name, number[]>> {
  const names = namesOf(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const name of random.shuffled(names)) {
      const took = await contenders[name].sample();
      if (round >= 0) samples[name].push(took);
    }
  }
  return samples;
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}
