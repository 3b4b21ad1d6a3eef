import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

export type BrowserName = 'chromium' | 'firefox';

const VERSION_TIMEOUT_MS = 20_000;
const PLAYWRIGHT = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);

interface BrowserKind {
  readonly variable: string;
  readonly commands: readonly string[];
  readonly usualPlaces: readonly string[];
  readonly debianPackage: string;
}

const KINDS: Record<BrowserName, BrowserKind> = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    // Never Google Chrome: since 137 it ignores `--load-extension`.
    commands: ['chromium', 'chromium-browser'],
    usualPlaces: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
    debianPackage: 'chromium',
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    usualPlaces: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    debianPackage: 'firefox-esr',
  },
};

/** No browser is installed or can be installed; the message says what to do. */
export class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError';
}

/**
 * Returns the path of an installed browser: of the variable (`CHROMIUM_PATH`, `FIREFOX_PATH`), else
 * Playwright's own, else common commands and paths. Installs a missing one: on Debian as root from its
 * packages, elsewhere Chromium by Playwright, without root.
 * @param playwright its command line
 * @throws BrowserMissingError when there is none and none could be installed
 */
export function findBrowser(name: BrowserName, playwright = PLAYWRIGHT): string {
  const kind = KINDS[name];
  const named = process.env[kind.variable];
  if (named) {
    if (existsSync(named)) return named;
    throw new BrowserMissingError(
      `${kind.variable} names ${named}, and there is no such file: correct or unset it.`,
    );
  }
  const found = lookAround(name);
  if (found) return found;
  if (installFromDebian(kind.debianPackage) || (name === 'chromium' && installByPlaywright(playwright))) {
    const installed = lookAround(name);
    if (installed) return installed;
  }
  throw new BrowserMissingError(
    `No ${name} was found, and none could be installed. ${name === 'chromium' ? 'Google Chrome can’t take its place: it ignores --load-extension. ' : ''}Install one (Debian: sudo apt-get install ${kind.debianPackage}) or set ${kind.variable} to its path.`,
  );
}

function lookAround(name: BrowserName): string | null {
  const kind = KINDS[name];
  if (name === 'chromium' && existsSync(chromium.executablePath())) return chromium.executablePath();
  for (const command of kind.commands) {
    const path = onPath(command);
    if (path) return path;
  }
  return kind.usualPlaces.find((place) => existsSync(place)) ?? null;
}

function onPath(command: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, command);
    if (isExecutable(path)) return path;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installFromDebian(debianPackage: string): boolean {
  if (process.getuid?.() !== 0 || onPath('apt-get') === null) return false;
  console.log(`Installing Debian's ${debianPackage} (once)…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, { stdio: 'ignore', env: environment }).status === 0;
  // The package list of a new machine is as old as its image, and so would be the browser.
  apt('update');
  return apt('install', '-y', '--no-install-recommends', debianPackage);
}

/** Downloads the Chromium that belongs to the installed Playwright into the user's own cache. */
function installByPlaywright(playwright: string): boolean {
  console.log('Installing Playwright’s Chromium for this user (once, about 170 MB to download)…');
  const words = [playwright, 'install', '--no-shell', 'chromium'];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status === 0 && process.platform === 'linux')
    console.log(
      'If it doesn’t start, libraries are missing; as root: npx playwright install-deps chromium (on Debian, the package chromium brings them).',
    );
  return status === 0;
}

/** Version of an installed browser, such as `Chromium 156.0.8078.79`; null when unknown. */
export function browserVersion(path: string): string | null {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS });
  return /^\S+(?: \S+)* [\d.]+\w*/.exec(stdout?.trim() ?? '')?.[0] ?? null;
}
