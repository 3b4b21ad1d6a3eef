import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const FIND_BROWSER = join(import.meta.dirname, 'find-browser.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A program of that name on the path, which does what the lines of the shell say. */
function program(name: string, lines: string): void {
  const path = join(folder, 'bin', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
}

/**
 * Looks for a Chromium in a process of its own, with only what the test put on the path: without apt, as on
 * macOS, and without root.
 * @param installer what stands in for Playwright's command line, which can't download in a test
 */
function findChromium(installer: string): { path: string; printed: string } {
  const standIn = join(folder, 'installer.mjs');
  writeFileSync(standIn, installer);
  const script = `
    import { findBrowser } from ${JSON.stringify(FIND_BROWSER)};
    try {
      console.log('FOUND ' + findBrowser('chromium', ${JSON.stringify(standIn)}));
    } catch (failure) {
      console.log(failure.name + ': ' + failure.message);
    }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { PATH: join(folder, 'bin'), HOME: folder, PLAYWRIGHT_BROWSERS_PATH: join(folder, 'cache') },
  });
  return { path: /^FOUND (.*)$/m.exec(stdout)?.[1] ?? '', printed: stdout };
}

const FAILS = 'process.exit(1);';
const INSTALLS = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { dirname } from 'node:path';
  import { createRequire } from 'node:module';
  const { chromium } = createRequire(${JSON.stringify(FIND_BROWSER)})('@playwright/test');
  if (process.argv.slice(2).join(' ') !== 'install --no-shell chromium') process.exit(2);
  mkdirSync(dirname(chromium.executablePath()), { recursive: true });
  writeFileSync(chromium.executablePath(), '');`;

test('a Chromium on the path is taken, and nothing is installed', () => {
  program('chromium', 'exit 0');
  expect(findChromium(FAILS)).toEqual({
    path: join(folder, 'bin', 'chromium'),
    printed: expect.not.stringContaining('Installing'),
  });
});

test('without a Chromium, Playwright installs one without root, and its size is told before', () => {
  const { path, printed } = findChromium(INSTALLS);
  expect(path).toContain(join(folder, 'cache'));
  expect(printed).toMatch(/^Installing Playwright’s Chromium for this user \(once, about \d+ MB/);
});

test('Google Chrome, which ignores extensions given on the command line, is never taken', () => {
  program('google-chrome', 'exit 0');
  program('google-chrome-stable', 'exit 0');
  expect(findChromium(INSTALLS).path).toContain(join(folder, 'cache'));
  expect(findChromium(INSTALLS).path).not.toContain('google-chrome');
});

test('where none can be installed it says what to do', () => {
  const { printed } = findChromium(FAILS);
  expect(printed).toContain('BrowserMissingError: No chromium was found');
  expect(printed).toContain('sudo apt-get install chromium');
  expect(printed).toContain('CHROMIUM_PATH');
});
