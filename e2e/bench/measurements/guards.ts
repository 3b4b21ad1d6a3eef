import type { BenchRun } from '../bench-run.ts';
import { allCalls, COUNTED_HOURS, dayCost, quotaFigures } from '../day-cost.ts';
import { countFigure, type Figure } from '../figure.ts';
import { simulator } from '../simulated-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GUARDED = [1, 100, 1_000] as const;

/**
 * What guards cost a day, on simulated time. Each project has a time limit for runs and a day budget, and one
 * project works under a run budget all day. The cost of the same day without guards is subtracted.
 */
export async function guards(run: BenchRun): Promise<Figure[]> {
  const { createWorld, twoBrowsers } = await simulator();
  const figures: Figure[] = [];
  for (const guarded of GUARDED) {
    run.say(`   ${COUNTED_HOURS} hours of guards on ${guarded} projects…`);
    const costs = [];
    for (const isGuarded of [false, true]) {
      const world = await createWorld(1, { webhooks: false });
      try {
        const [owner] = await twoBrowsers(world, ['shop']);
        const send = (method: string, path: string, body: object, headers = {}) =>
          world.until(owner.request(path, { method, body: JSON.stringify(body), headers }));
        world.service.control.addProjects(guarded - 1);
        if (isGuarded)
          for (const id of world.service.control.projectIds().slice(0, guarded)) {
            await send('PUT', `/guards/${id}`, { kind: 'run-time', minutes: 240 });
            await send('PUT', `/guards/${id}`, { kind: 'day-budget', credits: 5_000, stopsRun: true });
          }
        world.service.control.setDurations({ runMs: [3 * HOUR_MS, 3 * HOUR_MS] });
        const budget = isGuarded ? { 'run-budget': '400' } : {};
        const headers = { 'idempotency-key': crypto.randomUUID(), ...budget };
        const path = '/service/projects/shop/agent/start';
        await send('POST', path, { prompt: 'Build' }, headers);
        await world.runFor(10 * MINUTE_MS);
        costs.push(await dayCost(world, allCalls));
      } finally {
        world.close();
      }
    }
    const [without, within] = costs;
    if (!without || !within) throw new Error('Nothing was counted.');
    figures.push(
      ...quotaFigures(`guards on ${guarded} projects`, within, without),
      countFigure(
        `guards on ${guarded} projects: calls of the service a day`,
        Math.max(0, within.calls - without.calls),
        { unit: '', atMost: null },
      ),
    );
  }
  return figures;
}
