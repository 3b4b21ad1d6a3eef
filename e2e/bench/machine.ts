import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, release, totalmem, type } from 'node:os';
import { findBrowser } from '../dev/find-browser.ts';

const PACKAGES = ['wrangler', 'miniflare', 'workerd', 'preact', 'hono', 'zod', 'standardwebhooks'];

/** Machine and versions of the measurement, in one line each. */
export async function machineAndVersions(): Promise<string[]> {
  const cores = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const versions: string[] = [];
  for (const name of PACKAGES) versions.push(`${name} ${await versionOf(name)}`);
  return [
    `${cores.length} x ${cores[0]?.model.trim() ?? 'unknown'}, ${memoryGb} GB, ${type()} ${release()}`,
    `Node ${process.versions.node}, ${browserVersion()}`,
    versions.join(', '),
  ];
}

async function versionOf(name: string): Promise<string> {
  const path = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.map((folder) => `${folder}/${name}/package.json`);
  for (const candidate of path ?? []) {
    const text = await readFile(candidate, 'utf8').catch(() => null);
    if (text === null) continue;
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
      return String(manifest.version);
  }
  return 'missing';
}

function browserVersion(): string {
  const run = spawnSync(findBrowser('chromium'), ['--version'], { encoding: 'utf8' });
  return run.stdout?.trim() || 'Chromium of unknown version';
}
