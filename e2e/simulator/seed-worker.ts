import './platform/module-hooks.ts';
import './platform/chrome-setup.ts';
import { parentPort } from 'node:worker_threads';
import type { Shard } from './run-seeds.ts';

// Imported late: the hooks above resolve its imports.
const { runSeeds } = await import('./run-seeds.ts');
parentPort?.on('message', async ({ scenario, ...seeds }: Shard) => {
  parentPort?.postMessage(await runSeeds(scenario, seeds));
});
