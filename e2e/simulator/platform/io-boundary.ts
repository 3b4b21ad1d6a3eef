import type { Random } from '../../random/random.ts';
import { currentProcess, never, type SimulatedProcess } from './processes.ts';
import type { Timeline } from './timeline.ts';

/** What may happen around every step out of a process: time passes, and the process may end before or after it. */
export interface IoBoundary {
  /**
   * One step of input or output. It takes effect after `latencyMs`, unless the process that asked is over by then; its answer
   * comes only to a process that is not over.
   */
  step<T>(effect: () => T | Promise<T>, latencyMs?: number): Promise<T>;
}

const MAX_LATENCY_MS = 40;

/** @param endingChance the chance, 0 to 1, that this process ends at a step */
export function createIoBoundary(
  timeline: Timeline,
  random: Random,
  endingChance: (process: SimulatedProcess) => number,
): IoBoundary {
  return {
    step: async (effect, latencyMs = 1 + random.below(MAX_LATENCY_MS)) => {
      const process = currentProcess();
      if (process?.over) return never();
      const ends = process !== null && random.chance(endingChance(process));
      const before = ends && random.chance(0.5);
      if (before) process.end();
      if (before) return never();
      await new Promise<void>((resolve) => timeline.after(latencyMs, resolve));
      if (process?.over) return never();
      const answer = await settled(effect);
      if (ends) process.end();
      if (process?.over) return never();
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
