import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { once } from './once.ts';
import { runQuietly } from './run-quietly.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const EDGE_CONFIG = join(ROOT, 'edge', 'wrangler.jsonc');
const WORKERS = join(import.meta.dirname, 'workers');
const COMPATIBILITY_DATE = '2026-10-01';
/**
 * In production, rate limits run beside the Worker and respond at once. Here each is a Worker of the
 * development server, costs more than the whole edge, and would stop a measurement within a second. So the
 * measured edge gets limits that allow everything.
 */
const WITHOUT_GUARDS = `
import worker from './worker.js';
export * from './worker.js';
let env;
const open = { limit: async () => ({ success: true }) };
const isGuard = (name) => name.startsWith('FLOOD_');
export default {
  fetch(request, given, context) {
    env ??= { ...given, ...Object.fromEntries(Object.keys(given).filter(isGuard).map((name) => [name, open])) };
    return worker.fetch(request, env, context);
  },
};`;

export interface BenchWorker {
  readonly name: string;
  /** A file in `workers/`, or `edge` for the real one. */
  readonly source: string;
  readonly bindings: Record<string, string>;
  readonly kvNamespaces?: readonly string[];
}

export interface WorkerLogLine {
  readonly level: string;
  readonly message: string;
}

export interface RunningWorkers {
  /** Base address of a worker's own socket, without the development server. */
  readonly urls: Record<string, string>;
  readonly miniflare: Miniflare;
  stop(): Promise<void>;
}

/**
 * Bundles the workers like a deployment and runs all of them in one workerd, each on its own socket.
 * @param onLog called with every line of workers and workerd; nothing is printed
 */
export async function startWorkers(
  workers: readonly BenchWorker[],
  onLog: (line: WorkerLogLine) => void = () => {},
): Promise<RunningWorkers> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: await Promise.all(workers.map(workerOptions)),
      handleStructuredLogs: onLog,
      unsafeInspectDurableObjects: true,
    }),
  );
  const stop = () => miniflare.dispose();
  try {
    await miniflare.ready;
    const urls: Record<string, string> = {};
    for (const { name } of workers) urls[name] = (await miniflare.unsafeGetDirectURL(name)).origin;
    return { urls, miniflare, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

async function workerOptions(worker: BenchWorker): Promise<V4WorkerOptions> {
  const script = await bundled(worker.source);
  const own = worker.source === 'edge' ? unstable_getMiniflareWorkerOptions(EDGE_CONFIG).workerOptions : {};
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    ...own,
    ...(worker.kvNamespaces && { kvNamespaces: [...worker.kvNamespaces] }),
    name: worker.name,
    modules: [
      ...(worker.source === 'edge' ? [esModule('entry.js', WITHOUT_GUARDS)] : []),
      esModule('worker.js', script),
    ],
    bindings: worker.bindings,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  } as V4WorkerOptions;
}

function esModule(path: string, contents: string) {
  return { type: 'ESModule', path, contents } as const;
}

/** The script of a worker as `wrangler deploy` would upload it; built once per run. */
export const bundled = once(async (source: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-bench-'));
  try {
    let config = EDGE_CONFIG;
    if (source !== 'edge') {
      config = join(folder, 'wrangler.json');
      const main = join(WORKERS, source);
      const settings = { name: 'measured', main, compatibility_date: COMPATIBILITY_DATE };
      await writeFile(config, JSON.stringify(settings));
    }
    const outdir = join(folder, 'out');
    const wrangler = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
    const deploy = ['deploy', '--dry-run', '--minify', '--config', config, '--outdir', outdir];
    await runQuietly(process.execPath, [wrangler, ...deploy]);
    return await readFile(
      join(outdir, source === 'edge' ? 'index.js' : source.replace(/\.ts$/, '.js')),
      'utf8',
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
