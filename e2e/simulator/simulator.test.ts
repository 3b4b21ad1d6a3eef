import { expect, test } from 'vitest';
import { runOnEveryCore } from './run-on-every-core.ts';
import { inWords } from './run-seeds.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios/scenarios.ts';

/** What `npm test` can spare; `npm run soak` goes on from there. */
const BUDGET_MS: Record<ScenarioName, number> = { launches: 8_000, confirmations: 8_000, whole: 10_000 };
const FEWEST_SEEDS: Record<ScenarioName, number> = { launches: 100, confirmations: 10, whole: 2 };

test.each(SCENARIO_NAMES)('whatever goes wrong, the promises hold: %s', async (scenario) => {
  const { seeds, failed } = await runOnEveryCore(scenario, { from: 1, forMs: BUDGET_MS[scenario] });
  console.log(`${scenario}: ${seeds} seeds`);
  expect(failed.map(inWords)).toEqual([]);
  expect(seeds).toBeGreaterThanOrEqual(FEWEST_SEEDS[scenario]);
});

test.each(SCENARIO_NAMES)('a seed replays exactly: %s', async (scenario) => {
  const first = await SCENARIOS[scenario](4_711);
  expect(first.trace.length).toBeGreaterThan(1);
  expect((await SCENARIOS[scenario](4_711)).trace).toEqual(first.trace);
});
