import { afterAll, expect, test } from 'vitest';
import { startSeedThreads } from './run-on-every-core.ts';
import { inWords } from './run-seeds.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';

/** The same seeds on every machine, however busy it is; `npm run soak` continues from there. */
const SEEDS: Record<ScenarioName, number> = {
  launches: 200,
  imports: 150,
  guards: 30,
  confirmations: 30,
  whole: 6,
};
const TIMEOUT_MS = 600_000;

const threads = startSeedThreads();
afterAll(() => threads.stop());

test.each(SCENARIO_NAMES)(
  'under every fault, the promises hold: %s',
  { timeout: TIMEOUT_MS },
  async (scenario) => {
    const atMost = SEEDS[scenario];
    const { seeds, failed } = await threads.run(scenario, { from: 1, forMs: TIMEOUT_MS, atMost });
    expect(failed.map(inWords)).toEqual([]);
    expect(seeds).toBe(atMost);
  },
);

test.each(SCENARIO_NAMES)('a seed replays exactly: %s', async (scenario) => {
  const first = await SCENARIOS[scenario](4_711);
  expect(first.trace.length).toBeGreaterThan(1);
  expect((await SCENARIOS[scenario](4_711)).trace).toEqual(first.trace);
});
