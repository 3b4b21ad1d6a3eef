import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type Mutation, mutated, SERVICE_ROOT } from './mutation.ts';

const mutation = workerData as Mutation;
const target = pathToFileURL(join(SERVICE_ROOT, mutation.file)).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== target) return loaded;
    return { ...loaded, source: mutated(mutation, String(loaded.source)) };
  },
});

// Loaded late: what they import goes through the hook above.
const { openBench } = await import('../conformance/bench.ts');
const { CONFORMANCE } = await import('../conformance/table.ts');

parentPort?.postMessage({ caughtBy: await firstFailingRow() });

/** Runs the table until a row fails. @returns that row, null when none does */
async function firstFailingRow(): Promise<string | null> {
  const bench = await openBench();
  try {
    for (const { section, rows } of CONFORMANCE) {
      for (const row of rows) {
        if ('notProvable' in row) continue;
        try {
          await row.prove(bench.fresh());
        } catch {
          return `${section}: ${row.what}`;
        }
      }
    }
    return null;
  } finally {
    await bench.close();
  }
}
