import type { BenchRun } from '../bench-run.ts';
import { allCalls } from '../day-cost.ts';
import { countFigure, type Figure } from '../figure.ts';
import { simulator } from '../simulated-world.ts';

const MINUTE_MS = 60_000;
const PROJECTS = 100;
/** Both days are as long, so that what the edge asks regularly is the same in both. */
const COUNTED_MS = 150 * MINUTE_MS;

/**
 * What the check of published apps adds to a day on which each of 100 projects is deployed once and answers,
 * on simulated time. The same day without the check is subtracted. The other parts of rows (circles, the last
 * good version, statements) have no switch: they ask nothing that a deployment does not ask anyway.
 */
export async function liveCheck(run: BenchRun): Promise<Figure[]> {
  const { createWorld, twoBrowsers } = await simulator();
  run.say(`   ${PROJECTS} projects are deployed, with and without the check…`);
  const counted = [];
  for (const isOn of [false, true]) {
    const world = await createWorld(1, { webhooks: false });
    try {
      world.edge.setBinding('LIVE_CHECK', isOn ? 'on' : 'off');
      let visits = 0;
      world.instead = ({ url }) => {
        if (url.startsWith('https://service.')) return null;
        visits += 1;
        return Promise.resolve(new Response('It works', { headers: { 'content-type': 'text/plain' } }));
      };
      const [owner] = await twoBrowsers(world, []);
      world.service.control.addProjects(PROJECTS);
      world.service.control.setDurations({ deployMs: [MINUTE_MS, MINUTE_MS] });
      await world.runFor(10 * MINUTE_MS);
      const end = world.timeline.now() + COUNTED_MS;
      const before = allCalls(world.service.world.counters.requests);
      for (const id of world.service.control.projectIds().slice(0, PROJECTS)) {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const path = `/service/projects/${id}/deployments/deploy`;
        const { ok } = await world.until(owner.request(path, { method: 'POST', body: '{}', headers }));
        if (!ok) throw new Error(`${id} could not be deployed.`);
        await world.runFor(MINUTE_MS);
      }
      await world.runFor(end - world.timeline.now());
      counted.push({ visits, calls: allCalls(world.service.world.counters.requests) - before });
    } finally {
      world.close();
    }
  }
  const [without, within] = counted;
  if (!without || !within || without.visits > 0) throw new Error('Nothing was counted.');
  const told = `a day on which ${PROJECTS} projects are deployed once`;
  return [
    countFigure(`${told}: calls of the service that looking at them adds`, within.calls - without.calls, {
      unit: '',
      atMost: PROJECTS,
    }),
    countFigure(`${told}: visits of the apps`, within.visits, { unit: '', atMost: null }),
  ];
}
