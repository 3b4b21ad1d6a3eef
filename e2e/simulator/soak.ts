import './platform/module-hooks.ts';
import './platform/chrome-setup.ts';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { FailedSeed, SeedsRun } from './run-seeds.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'soak.md');
const MINUTE_MS = 60_000;
/** `npm test` runs the first seeds; the long run starts where it never comes. */
const FIRST_SEED = 100_000;

interface Shard {
  readonly scenario: ScenarioName;
  readonly from: number;
  readonly step: number;
  readonly forMs: number;
}

// Loaded late: what they import is resolved by the hooks above.
const { inWords, runSeeds } = await import('./run-seeds.ts');
const { SCENARIO_NAMES, SCENARIOS } = await import('./scenarios/scenarios.ts');

if (isMainThread) await main();
else parentPort?.postMessage(await runSeeds((workerData as Shard).scenario, workerData as Shard));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      scenario: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const names = SCENARIO_NAMES.filter((name) => !values.scenario || name === values.scenario);
  if (values.seed !== undefined) return replay(names, Number(values.seed));
  const forMs = (Number(values.minutes) * MINUTE_MS) / names.length;
  const rows: string[] = [];
  const failed: FailedSeed[] = [];
  for (const scenario of names) {
    const run = await runOnEveryCore(scenario, forMs);
    failed.push(...run.failed);
    rows.push(`| ${scenario} | ${run.seeds} | ${run.failed.length} | ${(forMs / MINUTE_MS).toFixed(1)} |`);
    console.log(`${scenario}: ${run.seeds} seeds, ${run.failed.length} failed`);
  }
  for (const seed of failed) console.log(inWords(seed));
  if (!values.scenario) await writeFile(PAGE, toPage(rows, failed));
  process.exit(failed.length === 0 ? 0 : 1);
}

async function replay(names: readonly ScenarioName[], seed: number): Promise<void> {
  for (const name of names) {
    const { trace, problems } = await SCENARIOS[name](seed);
    console.log(trace.join('\n'));
    console.log(
      problems.length === 0 ? `${name}, seed ${seed}: all promises were kept.` : problems.join('\n'),
    );
    if (problems.length > 0) process.exitCode = 1;
  }
}

async function runOnEveryCore(scenario: ScenarioName, forMs: number): Promise<SeedsRun> {
  const step = availableParallelism();
  const shards = Array.from({ length: step }, (_, at) =>
    runShard({ scenario, from: FIRST_SEED + at, step, forMs }),
  );
  const runs = await Promise.all(shards);
  return {
    seeds: runs.reduce((sum, { seeds }) => sum + seeds, 0),
    failed: runs.flatMap((run) => run.failed),
  };
}

function runShard(shard: Shard): Promise<SeedsRun> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: shard });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function toPage(rows: readonly string[], failed: readonly FailedSeed[]): string {
  return `<!-- Written by \`npm run soak\`. Changes made here are lost with its next run. -->
# The long run of the simulator

One seed decides everything: the clock, KV (stale, failing, slow, down), restarts of the object and of the backgrounds between
any two steps, what the service and its sender do wrong, what is lost on the way. The edge and the backgrounds are the real
ones; afterwards each promise in \`e2e/simulator/invariants\` must hold.

Last run: ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.versions.node}.

| Scenario | Seeds | Failed | Minutes |
|---|---|---|---|
${rows.join('\n')}
${failed.map((seed) => `\n- ${inWords(seed)}`).join('')}
`;
}
