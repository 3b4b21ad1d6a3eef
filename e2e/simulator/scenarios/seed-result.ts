import type { Probe } from '../../../edge/object/probes.ts';
import { createWorld, type World, type WorldOptions } from '../world.ts';

/** Result of a seed. */
export interface SeedResult {
  /** One sentence per violated invariant; empty on success. */
  readonly problems: readonly string[];
  /** What happened, in order, by the simulated clock. */
  readonly trace: readonly string[];
  /** The rare states of the edge that were reached. */
  readonly reached: ReadonlySet<Probe>;
  /** The actions and faults that happened, by name. */
  readonly happened: readonly string[];
}

/**
 * Runs one seed in a world of its own.
 * @param work what happens; returns one sentence per violated invariant
 */
export async function inWorld(
  seed: number,
  options: WorldOptions,
  work: (world: World) => Promise<readonly string[]>,
): Promise<SeedResult> {
  const world = await createWorld(seed, options);
  try {
    return {
      problems: await work(world),
      trace: world.trace,
      reached: world.reached,
      happened: world.happened,
    };
  } finally {
    world.close();
  }
}
