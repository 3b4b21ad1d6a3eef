import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';

export interface MutationResult {
  readonly mutation: Mutation;
  /** The first row of the conformance table that fails; null when none notices. */
  readonly caughtBy: string | null;
}

/** Plants each fault by itself and runs the conformance table on it, one per core at a time. */
export async function checkMutations(
  mutations: readonly Mutation[] = MUTATIONS,
  onResult: (result: MutationResult) => void = () => undefined,
): Promise<MutationResult[]> {
  const waiting = [...mutations];
  const results: MutationResult[] = [];
  const work = async () => {
    for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
      const result = { mutation, caughtBy: await caughtBy(mutation) };
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function caughtBy(mutation: Mutation): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./mutation-worker.ts', import.meta.url), {
      workerData: mutation,
      // The output of a broken service is ignored.
      stderr: true,
      stdout: true,
    });
    worker.once('message', ({ caughtBy }: { caughtBy: string | null }) => {
      resolve(caughtBy);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`The run of "${mutation.what}" ended without a result.`)));
  });
}
