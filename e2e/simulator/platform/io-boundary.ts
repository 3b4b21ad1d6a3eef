import type { Random } from '../../random/random.ts';
import type { Decisions } from '../decisions.ts';
import { currentProcess, never, type SimulatedProcess } from './processes.ts';
import type { Timeline } from './timeline.ts';

/** Faults around every I/O step of a process: time passes, and the process may stop before or after it. */
export interface IoBoundary {
  /**
   * One step of input or output. It takes effect after `latencyMs`, unless the calling process has stopped by
   * then; its result reaches only a running process.
   */
  step<T>(effect: () => T | Promise<T>, latencyMs?: number): Promise<T>;
}

const MAX_LATENCY_MS = 40;

/** @param endingChance probability, 0 to 1, that this process stops at a step */
export function createIoBoundary(
  timeline: Timeline,
  random: Random,
  endingChance: (process: SimulatedProcess) => number,
  decisions: Decisions,
): IoBoundary {
  return {
    step: async (effect, latencyMs = 1 + random.below(MAX_LATENCY_MS)) => {
      const process = currentProcess();
      if (process?.over) return never();
      const ends = process !== null && decisions.happens('ending', endingChance(process), random);
      const before = ends && random.chance(0.5);
      if (before) process.end();
      if (before) return never();
      await new Promise<void>((resolve) => timeline.after(latencyMs, resolve));
      if (process?.over) return never();
      const response = await settled(effect);
      if (ends) process.end();
      if (process?.over) return never();
      if (response.status === 'rejected') throw response.reason;
      return response.value;
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
