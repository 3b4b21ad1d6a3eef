import type { BenchRun } from '../bench-run.ts';
import { countFigure, type Figure } from '../figure.ts';
import { measuredBy } from '../measured-by-test.ts';

/** What the free plan gives a request of the Worker; the object's requests have 30 s (Cloudflare, limits). */
const FREE_PLAN_MS = 10;

/** CPU that a request takes of Worker and object, by route: measured by the test that bounds it. */
export async function cpuOfRoutes(run: BenchRun): Promise<Figure[]> {
  run.say('   requests of each route…');
  const measured = await measuredBy('e2e/cloudflare/cpu-of-routes.test.ts');
  return measured
    .flatMap(({ cpu = [] }) => cpu)
    .map(({ route, ms }) =>
      countFigure(`${route}, a year’s past: CPU of Worker and object`, ms, {
        ...{ unit: 'ms', atMost: route.startsWith('GET') ? FREE_PLAN_MS : null, digits: 1 },
      }),
    );
}
