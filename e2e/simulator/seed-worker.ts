import './platform/module-hooks.ts';
import './platform/chrome-setup.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { Shard } from './run-seeds.ts';

// Loaded late: what it imports is resolved by the hooks above.
const { runSeeds } = await import('./run-seeds.ts');
const { scenario, ...seeds } = workerData as Shard;
parentPort?.postMessage(await runSeeds(scenario, seeds));
