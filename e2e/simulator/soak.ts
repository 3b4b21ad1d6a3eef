import './platform/module-hooks.ts';
import './platform/chrome-setup.ts';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { addCounts, type ReachedCounts, reachOf } from './meant-to-reach.ts';
import { startSeedThreads } from './run-on-every-core.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';
import { keepRun, keptRun } from './soak-page.ts';

const MINUTE_MS = 60_000;
/** `npm test` runs the first seeds; the long run starts beyond them. */
const FIRST_SEED = 100_000;
/** Seeds per part of a run: about a minute on an idle machine. */
const PART_SEEDS: Record<ScenarioName, number> = {
  launches: 2_000,
  imports: 800,
  guards: 500,
  confirmations: 300,
  announcements: 150,
  alerts: 30,
  links: 60,
  whole: 100,
  liveness: 20,
};

/** Failed seeds per part that are shrunk: each is run some hundred times. */
const SHRUNK_MAX = 2;

// Imported late: the hooks above resolve their imports.
const { inWords } = await import('./run-seeds.ts');
const { asTest, shrinkSeed } = await import('./shrink.ts');
const { SCENARIO_NAMES, SCENARIOS } = await import('./scenarios/scenarios.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seeds: { type: 'string' },
    scenario: { type: 'string' },
    seed: { type: 'string' },
    /** Goes on after the last run's seeds, which were of the same code, and adds up. */
    more: { type: 'boolean', default: false },
  },
});
const names = SCENARIO_NAMES.filter((name) => !values.scenario || name === values.scenario);
if (names.length === 0) throw new Error(`There is only: ${SCENARIO_NAMES.join(', ')}.`);
if (values.seed === undefined) await runAll();
else await replay(Number(values.seed));

/** Runs every scenario for its share of the minutes, or until it has run the requested number of seeds. */
async function runAll(): Promise<void> {
  const forMs = (Number(values.minutes) * MINUTE_MS) / names.length;
  const wanted = Number(values.seeds ?? Number.POSITIVE_INFINITY);
  let failures = values.scenario === undefined ? runInFull() : 0;
  for (const scenario of names) failures += await runLong(scenario, wanted, forMs);
  process.exit(failures === 0 ? 0 : 1);
}

/** Runs the property tests in full, of which `npm test` runs a tenth. @returns how many failed */
function runInFull(): number {
  const full = { WHITELIST_REQUESTS: '1000000', FORGED_DELIVERIES: '1000000', RANDOM_ORDERS: '10000' };
  const files = [
    'edge/gateway/whitelist.property.test.ts',
    'edge/account/intake-orders.test.ts',
    'e2e/simulator/forged-deliveries.test.ts',
  ];
  const command = ['run', '--config', 'vitest.config.ts', '--testTimeout', String(10 * MINUTE_MS), ...files];
  const { status } = spawnSync('vitest', command, { stdio: 'inherit', env: { ...process.env, ...full } });
  return status === 0 ? 0 : 1;
}

/**
 * Saves the result after every part, so that an interrupted run counts.
 * @returns failed seeds, and rare states that were never reached
 */
async function runLong(scenario: ScenarioName, wanted: number, forMs: number): Promise<number> {
  const began = performance.now();
  const threads = startSeedThreads();
  const elapsedMs = () => performance.now() - began;
  const failed: string[] = [];
  const before = values.more ? await keptRun(scenario) : null;
  let seeds = before?.seeds ?? 0;
  let counts: ReachedCounts = Object.fromEntries(before?.reached ?? []);
  while (seeds < wanted && elapsedMs() < forMs) {
    const atMost = Math.min(PART_SEEDS[scenario], wanted - seeds);
    const part = await threads.run(scenario, {
      from: FIRST_SEED + seeds,
      forMs: forMs - elapsedMs(),
      atMost,
    });
    seeds += part.seeds;
    counts = addCounts([counts, part.reached]);
    for (const words of part.failed.map(inWords)) {
      console.log(words);
      failed.push(words);
    }
    for (const one of part.failed.slice(0, SHRUNK_MAX)) {
      const shrunk = await shrinkSeed(one);
      if (shrunk) console.log(asTest(shrunk));
    }
    const minutes = (before?.minutes ?? 0) + elapsedMs() / MINUTE_MS;
    console.log(`${scenario}: ${seeds} seeds, ${failed.length} failed, in ${minutes.toFixed(1)} minutes`);
    await keepRun({ scenario, seeds, minutes, failed, reached: reachOf(scenario, counts) });
  }
  await threads.stop();
  let unreached = 0;
  for (const [probe, times] of reachOf(scenario, counts)) {
    console.log(`${scenario}: ${times === 0 ? 'NEVER REACHED' : `reached in ${times} seeds`}: ${probe}`);
    if (times === 0) unreached++;
  }
  return failed.length + unreached;
}

async function replay(seed: number): Promise<void> {
  for (const name of names) {
    const { trace, problems } = await SCENARIOS[name](seed);
    console.log(trace.join('\n'));
    console.log(
      problems.length === 0 ? `${name}, seed ${seed}: all promises were kept.` : problems.join('\n'),
    );
    if (problems.length > 0) process.exitCode = 1;
  }
}
