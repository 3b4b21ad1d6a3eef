import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../dev/step.ts';
import { startLocalService } from '../mock-service/service.ts';
import { packEdge } from '../store/pack-edge.ts';
import { startCloudflare } from './cloudflare.ts';
import { runDeploy } from './deploy-command.ts';
import { testDeployment } from './deployment.ts';

/** The edge's own package: packed, installed into an empty folder without a network, and used there. */

const BYTES_MAX = 2 * 1024 * 1024;
const READY_MAX_MS = 60_000;
const PATIENCE_MS = 240_000;
const run = promisify(execFile);
const folders: string[] = [];
const temporary = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-package-'));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

let tarball: Promise<string> | null = null;
const packed = () => {
  tarball ??= temporary().then(async (folder) => join(folder, await packEdge(folder)));
  return tarball;
};

/**
 * Installs it as a person does, with the checkout's wrangler in place of a download.
 * @returns the file of its program
 */
async function install(): Promise<string> {
  const file = await packed();
  const home = await temporary();
  const wrangler = `file:${await realpath(join(ROOT, 'node_modules', 'wrangler'))}`;
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, overrides: { wrangler } }));
  const cache = join(home, 'cache');
  await mkdir(cache);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--cache', cache, file], {
    cwd: home,
    shell: process.platform === 'win32',
  });
  return realpath(join(home, 'node_modules', '.bin', 'pilot-light-edge'));
}

test(
  'is small, holds what deploys and nothing else, and can be published under no name that is not owned',
  async () => {
    const file = await packed();
    expect((await stat(file)).size).toBeLessThan(BYTES_MAX);
    const installed = join(await install(), '..');
    expect((await readdir(installed, { recursive: true })).sort()).toEqual([
      'LICENSE',
      'commands',
      'commands/main.js',
      'commands/refuse-redirects.js',
      'commands/stop.js',
      'package.json',
      'start.js',
      'third-party-licenses.txt',
      'worker.js',
      'wrangler.jsonc',
    ]);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual(['wrangler']);
    const { published } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest.private ?? false).toBe(published.edgePackage === null);
  },
  PATIENCE_MS,
);

test(
  'from an empty folder to an edge that waits for its first browser in less than a minute',
  async () => {
    const service = await startLocalService({ demo: 'calm', apiKey: 'local-key' });
    const cloudflare = await startCloudflare({ 'service.test': service.url });
    try {
      await packed();
      const begun = performance.now();
      const program = await install();
      const installed = performance.now();
      const help = await runDeploy(['--help'], cloudflare.environment(), program);
      expect(help).toMatchObject({ exitCode: 0, printed: expect.stringContaining('rotate-key') });
      expect(help.printed, 'how it is run again').toMatch(/^npx /m);
      const answers = { SERVICE_URL: 'https://service.test', SERVICE_API_KEY: 'local-key', CI: 'true' };
      const deployed = await runDeploy([], { ...cloudflare.environment(), ...answers }, program);
      expect(deployed.exitCode, deployed.printed).toBe(0);
      const ready = performance.now();
      console.log(
        `Installed in ${Math.round(installed - begun)} ms, of which nothing was downloaded (wrangler and its packages are then, once); ready in ${Math.round(ready - installed)} ms more.`,
      );
      expect(ready - begun).toBeLessThan(READY_MAX_MS);
    } finally {
      await cloudflare.stop();
      await service.stop();
    }
  },
  PATIENCE_MS,
);

describe('does what `npm run deploy` does', () => testDeployment(install));
