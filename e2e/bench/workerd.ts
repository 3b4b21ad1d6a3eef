import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { runQuietly } from './run-quietly.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const EDGE_CONFIG = join(ROOT, 'edge', 'wrangler.jsonc');
const WORKERS = join(import.meta.dirname, 'workers');
const COMPATIBILITY_DATE = '2026-10-01';
/** The edge's guard against floods would stop a measurement within a second. */
const UNLIMITED = { simple: { limit: 1_000_000_000, period: 60 } };

export interface BenchWorker {
  readonly name: string;
  /** A file in `workers/`, or `edge` for the real one. */
  readonly source: string;
  readonly bindings: Record<string, string>;
  readonly kvNamespaces?: readonly string[];
}

export interface RunningWorkers {
  /** Base address of a worker's own socket: nothing of the development server stands between. */
  readonly urls: Record<string, string>;
  readonly miniflare: Miniflare;
  stop(): Promise<void>;
}

/** Bundles the workers as a deployment does and runs all of them in one workerd, each on a socket of its own. */
export async function startWorkers(workers: readonly BenchWorker[]): Promise<RunningWorkers> {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-bench-'));
  try {
    const options: V4WorkerOptions[] = [];
    for (const worker of workers) options.push(await workerOptions(worker, folder));
    const miniflare = new Miniflare(convertV4MiniflareOptions({ workers: options, handleStructuredLogs: () => {} }));
    await miniflare.ready;
    const urls: Record<string, string> = {};
    for (const { name } of workers) {
      const url = await miniflare.unsafeGetDirectURL(name);
      urls[name] = url.origin;
    }
    const stop = async () => {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    return { urls, miniflare, stop };
  } catch (failure) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    throw failure;
  }
}

async function workerOptions(worker: BenchWorker, folder: string): Promise<V4WorkerOptions> {
  const script = await readFile(await bundle(worker, folder), 'utf8');
  const own = worker.source === 'edge' ? unstable_getMiniflareWorkerOptions(EDGE_CONFIG).workerOptions : {};
  const limits = 'ratelimits' in own && own.ratelimits ? Object.keys(own.ratelimits) : [];
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    ...own,
    ...(limits.length > 0 && { ratelimits: Object.fromEntries(limits.map((name) => [name, { ...UNLIMITED, namespace_id: name }])) }),
    ...(worker.kvNamespaces && { kvNamespaces: [...worker.kvNamespaces] }),
    name: worker.name,
    modules: [{ type: 'ESModule', path: `${worker.name}.js`, contents: script }],
    bindings: worker.bindings,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  } as V4WorkerOptions;
}

/** @returns the path of the bundle, as `wrangler deploy` would upload it */
export async function bundle(
  { name, source }: Pick<BenchWorker, 'name' | 'source'>,
  folder: string,
): Promise<string> {
  let config = EDGE_CONFIG;
  if (source !== 'edge') {
    config = join(folder, `${name}.json`);
    const settings = { name, main: join(WORKERS, source), compatibility_date: COMPATIBILITY_DATE };
    await writeFile(config, JSON.stringify(settings));
  }
  const outdir = join(folder, name);
  const wrangler = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
  await runQuietly(process.execPath, [
    wrangler,
    'deploy',
    '--dry-run',
    '--minify',
    '--config',
    config,
    '--outdir',
    outdir,
  ]);
  return join(outdir, source === 'edge' ? 'index.js' : source.replace(/\.ts$/, '.js'));
}
