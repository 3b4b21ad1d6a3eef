import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SeedsRun, Shard } from './run-seeds.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

/** Runs a scenario's seeds from `from` on, in one thread per core. */
export async function runOnEveryCore(
  scenario: ScenarioName,
  { from, forMs, atMost }: { readonly from: number; readonly forMs: number; readonly atMost?: number },
): Promise<SeedsRun> {
  const step = availableParallelism();
  const shareOf = (at: number) => (atMost === undefined ? {} : { atMost: Math.ceil((atMost - at) / step) });
  const shards = Array.from({ length: step }, (_, at) =>
    runShard({ scenario, from: from + at, step, forMs, ...shareOf(at) }),
  );
  const runs = await Promise.all(shards);
  return {
    seeds: runs.reduce((sum, { seeds }) => sum + seeds, 0),
    failed: runs.flatMap((run) => run.failed),
  };
}

function runShard(shard: Shard): Promise<SeedsRun> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData: shard });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`A thread ended with ${code} before its seeds were done.`)),
    );
  });
}
