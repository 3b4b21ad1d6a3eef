import type { World } from '../simulator/world.ts';
import { countFigure, type Figure } from './figure.ts';

/** Simulated hours from which a day is extrapolated. */
export const COUNTED_HOURS = 2;
const MINUTE_MS = 60_000;
const QUOTA_A_DAY = 100_000;
const SHARE_PERCENT = 30;

/** What an edge uses in a day. */
export interface DayCost {
  readonly 'requests of the object': number;
  readonly 'rows written': number;
  readonly calls: number;
}

export const allCalls = (requests: Readonly<Record<string, number>>) =>
  Object.values(requests).reduce((sum, count) => sum + count, 0);

/**
 * Lets time pass and counts. @param callsIn the calls to count, of all requests by operation
 * @param eachMinute what happens in the account meanwhile
 */
export async function dayCost(
  world: World,
  callsIn: (requests: Readonly<Record<string, number>>) => number,
  eachMinute?: () => void,
): Promise<DayCost> {
  const read = (): DayCost => {
    const { calls, alarms, rowsWritten } = world.edge.object.counts;
    return {
      'requests of the object': calls + alarms,
      'rows written': rowsWritten,
      calls: callsIn(world.service.world.counters.requests),
    };
  };
  const before = read();
  await passMinutes(world, COUNTED_HOURS * 60, eachMinute);
  const after = read();
  const aDay = (name: keyof DayCost) => ((after[name] - before[name]) * 24) / COUNTED_HOURS;
  return {
    'requests of the object': aDay('requests of the object'),
    'rows written': aDay('rows written'),
    calls: aDay('calls'),
  };
}

export async function passMinutes(world: World, minutes: number, eachMinute?: () => void): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    eachMinute?.();
    await world.runFor(MINUTE_MS);
  }
}

/** What comes on top of `without`, as shares of the free plan's quotas. */
export function quotaFigures(name: string, cost: DayCost, without: DayCost): Figure[] {
  return (['requests of the object', 'rows written'] as const).map((what) =>
    countFigure(
      `${name}: ${what} a day (${QUOTA_A_DAY} are free)`,
      (Math.max(0, cost[what] - without[what]) / QUOTA_A_DAY) * 100,
      { unit: '%', atMost: SHARE_PERCENT, digits: 1 },
    ),
  );
}
