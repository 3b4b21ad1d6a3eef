import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'wxt';

/** What `wxt` builds while it watches, for Chromium. */
export const WATCHED_BUILD = join(import.meta.dirname, '..', '..', '.output', 'chrome-mv3-dev');

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Builds the extension for one browser into `.output`.
 * @throws Error with the build's output when it fails
 */
export async function buildExtension(browser: 'chrome' | 'firefox'): Promise<void> {
  const wxt = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const child = spawn(process.execPath, [wxt, 'build', '-b', browser], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let words = '';
  const remember = (chunk: Buffer) => {
    words += chunk.toString();
  };
  child.stdout.on('data', remember);
  child.stderr.on('data', remember);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The extension could not be built:\n${words}`);
}

/**
 * Builds the extension for Chromium into `WATCHED_BUILD`, and again whenever a file is saved; the running
 * extension reloads what changed.
 * @returns ends watching
 */
export async function watchExtension(): Promise<() => Promise<void>> {
  const server = await createServer({ root: ROOT, browser: 'chrome', webExt: { disabled: true } });
  await server.start();
  return () => server.stop();
}
