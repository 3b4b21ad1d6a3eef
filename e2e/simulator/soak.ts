import './platform/module-hooks.ts';
import './platform/chrome-setup.ts';
import { parseArgs } from 'node:util';
import { runOnEveryCore } from './run-on-every-core.ts';
import { keepRun } from './soak-page.ts';

const MINUTE_MS = 60_000;
/** `npm test` runs the first seeds; the long run starts where it never comes. */
const FIRST_SEED = 100_000;

// Loaded late: what they import is resolved by the hooks above.
const { inWords } = await import('./run-seeds.ts');
const { SCENARIO_NAMES, SCENARIOS } = await import('./scenarios/scenarios.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seeds: { type: 'string' },
    scenario: { type: 'string' },
    seed: { type: 'string' },
  },
});
const names = SCENARIO_NAMES.filter((name) => !values.scenario || name === values.scenario);
if (names.length === 0) throw new Error(`There is only: ${SCENARIO_NAMES.join(', ')}.`);
if (values.seed === undefined) await runAll();
else await replay(Number(values.seed));

/** Every scenario for its share of the minutes, or until it has run as many seeds as were asked for. */
async function runAll(): Promise<void> {
  const forMs = (Number(values.minutes) * MINUTE_MS) / names.length;
  const atMost = values.seeds === undefined ? {} : { atMost: Number(values.seeds) };
  let failures = 0;
  for (const scenario of names) {
    const began = performance.now();
    const { seeds, failed } = await runOnEveryCore(scenario, { from: FIRST_SEED, forMs, ...atMost });
    const minutes = (performance.now() - began) / MINUTE_MS;
    console.log(`${scenario}: ${seeds} seeds, ${failed.length} failed, in ${minutes.toFixed(1)} minutes`);
    for (const seed of failed) console.log(inWords(seed));
    await keepRun({ scenario, seeds, minutes, failed: failed.map(inWords) });
    failures += failed.length;
  }
  process.exit(failures === 0 ? 0 : 1);
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
