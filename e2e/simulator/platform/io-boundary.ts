import type { Random } from '../../random/random.ts';
import { currentLife, type Life, never } from './processes.ts';
import type { Timeline } from './timeline.ts';

/** What may happen around every step out of a life: time passes, and the life may end before or after it. */
export interface Rim {
  /**
   * One step of input or output. It takes effect after `latencyMs`, unless the life that asked is over by then; its answer
   * comes only to a life that is not over.
   */
  step<T>(effect: () => T | Promise<T>, latencyMs?: number): Promise<T>;
}

const MAX_LATENCY_MS = 40;

/** @param endingChance the chance, 0 to 1, that this life ends at a step */
export function createRim(timeline: Timeline, random: Random, endingChance: (life: Life) => number): Rim {
  return {
    step: async (effect, latencyMs = 1 + random.below(MAX_LATENCY_MS)) => {
      const life = currentLife();
      if (life?.over) return never();
      const ends = life !== null && random.chance(endingChance(life));
      const before = ends && random.chance(0.5);
      if (before) life.end();
      if (before) return never();
      await new Promise<void>((resolve) => timeline.after(latencyMs, resolve));
      if (life?.over) return never();
      const answer = await settled(effect);
      if (ends) life.end();
      if (life?.over) return never();
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
  };
}

async function settled<T>(effect: () => T | Promise<T>): Promise<PromiseSettledResult<T>> {
  try {
    return { status: 'fulfilled', value: await effect() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}
