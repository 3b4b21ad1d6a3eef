import { afterAll, expect, test } from 'vitest';
import type { Probe } from '../../edge/object/probes.ts';
import { addCounts, MEANT_TO_REACH, type ReachedCounts } from './meant-to-reach.ts';
import { startSeedThreads } from './run-on-every-core.ts';
import { inWords } from './run-seeds.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';

/** The same seeds on every machine, however busy it is; `npm run soak` continues from there. */
const SEEDS: Record<ScenarioName, number> = {
  launches: 200,
  imports: 150,
  guards: 200,
  confirmations: 60,
  announcements: 24,
  alerts: 16,
  links: 30,
  whole: 16,
  liveness: 5,
};
const TIMEOUT_MS = 600_000;

const threads = startSeedThreads();
const reachedBy: ReachedCounts[] = [];
afterAll(() => threads.stop());

test.each(SCENARIO_NAMES)(
  'under every fault, the promises hold: %s',
  { timeout: TIMEOUT_MS },
  async (scenario) => {
    const atMost = SEEDS[scenario];
    const { seeds, failed, reached } = await threads.run(scenario, { from: 1, forMs: TIMEOUT_MS, atMost });
    expect(failed.map(inWords)).toEqual([]);
    expect(seeds).toBe(atMost);
    reachedBy.push(reached);
  },
);

test('these seeds reach every rare state that the edge names', () => {
  const counts = addCounts(reachedBy);
  const unreached = (Object.keys(MEANT_TO_REACH) as Probe[]).filter((probe) => !counts[probe]);
  expect(unreached).toEqual([]);
});

/** All but the longest, of whose parts the others consist. */
const REPLAYED = SCENARIO_NAMES.filter((name) => name !== 'liveness');

test.each(REPLAYED)('a seed replays exactly: %s', async (scenario) => {
  const first = await SCENARIOS[scenario](4_711);
  expect(first.trace.length).toBeGreaterThan(1);
  expect((await SCENARIOS[scenario](4_711)).trace).toEqual(first.trace);
});
