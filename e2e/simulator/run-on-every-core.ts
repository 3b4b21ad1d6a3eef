import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { addCounts } from './meant-to-reach.ts';
import type { SeedsRun, Shard } from './run-seeds.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

/** Threads that run seeds, one per core. */
export interface SeedThreads {
  /** Runs a scenario's seeds from `from` on, shared out over the threads. One run at a time. */
  run(
    scenario: ScenarioName,
    seeds: { readonly from: number; readonly forMs: number; readonly atMost?: number },
  ): Promise<SeedsRun>;
  stop(): Promise<void>;
}

/** Starts one thread per core. Each loads the edge and the extension once, which takes seconds. */
export function startSeedThreads(): SeedThreads {
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('./seed-worker.ts', import.meta.url)),
  );
  const step = threads.length;
  return {
    run: async (scenario, { from, forMs, atMost }) => {
      const shareOf = (at: number) =>
        atMost === undefined ? {} : { atMost: Math.ceil((atMost - at) / step) };
      const runs = await Promise.all(
        threads.map((thread, at) =>
          runShard(thread, { scenario, from: from + at, step, forMs, ...shareOf(at) }),
        ),
      );
      return {
        seeds: runs.reduce((sum, { seeds }) => sum + seeds, 0),
        failed: runs.flatMap((run) => run.failed),
        reached: addCounts(runs.map(({ reached }) => reached)),
      };
    },
    stop: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

async function runShard(thread: Worker, shard: Shard): Promise<SeedsRun> {
  const over = new AbortController();
  // It says that it ends once only.
  if (thread.threadId < 0) throw new Error('A thread has ended before these seeds.');
  thread.postMessage(shard);
  try {
    const [run] = await Promise.race([
      once(thread, 'message', over),
      once(thread, 'exit', over).then(([code]) => {
        throw new Error(`A thread ended with ${code} before its seeds were done.`);
      }),
    ]);
    return run;
  } finally {
    over.abort();
  }
}
