import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The built extension for Chromium. */
export const CHROME_BUILD = join(ROOT, '.output', 'chrome-mv3');

const POPUP_TIMEOUT_MS = 30_000;
const FIRST_PAGE_TIMEOUT_MS = 60_000;
/** Shorter than a test's own limit, so that the failure names the action that never got its element. */
const ACTION_TIMEOUT_MS = 120_000;
/** Shorter than the limit of what is done before a file's tests, so that the failure names what hung. */
const START_TIMEOUT_MS = 90_000;
const NEW_TAB_TIMEOUT_MS = 60_000;

export interface ExtensionBrowser {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** The background; looked up each time, because the browser stops and restarts it. */
  background(): Promise<Worker>;
  /** A page of the extension in a tab of its own, e.g. `options.html`. */
  openPage(path: string): Promise<Page>;
  /** The real popup, as the toolbar button opens it. */
  openPopup(): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Starts a Chromium with the built extension.
 * @param profileDir kept after closing when given; else a temporary one
 * @throws BrowserMissingError when there is no Chromium
 */
export async function launchBrowser(options: {
  readonly headless: boolean;
  readonly profileDir?: string;
  readonly extensionDir?: string;
  readonly locale?: string;
  /** Further switches of Chromium. */
  readonly args?: readonly string[];
}): Promise<ExtensionBrowser> {
  const extensionDir = options.extensionDir ?? CHROME_BUILD;
  const profileDir = options.profileDir ?? (await mkdtemp(join(tmpdir(), 'pilot-light-profile-')));
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: findBrowser('chromium'),
    timeout: START_TIMEOUT_MS,
    headless: options.headless,
    viewport: null,
    // The caller ends the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    locale: options.locale ?? 'en-GB',
    args: [
      `--disable-extensions-except=${extensionDir}`,
      `--load-extension=${extensionDir}`,
      `--lang=${options.locale ?? 'en-GB'}`,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      ...(options.args ?? []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });

  context.setDefaultTimeout(ACTION_TIMEOUT_MS);

  const close = async () => {
    await context.close();
    if (!options.profileDir) await rm(profileDir, { recursive: true, force: true, maxRetries: 5 });
  };

  const background = async () =>
    context.serviceWorkers().find((worker) => worker.url().startsWith('chrome-extension://')) ??
    (await context.waitForEvent('serviceworker', { timeout: 60_000 }));

  try {
    const extensionId = new URL((await background()).url()).host;
    if (!options.profileDir && existsSync(join(extensionDir, 'first.html'))) await firstPage(context);
    const openPage = async (path: string) => {
      const page = await newTab(context);
      await page.goto(`chrome-extension://${extensionId}/${path}`);
      return page;
    };
    const openPopup = async () => {
      await (await background()).evaluate(() => chrome.action.openPopup());
      return attachToPopup(profileDir, `chrome-extension://${extensionId}/popup.html`);
    };
    return { context, extensionId, background, openPage, openPopup, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** A browser that opens no tab would hang a test without a word: Playwright waits for one without a limit. */
async function newTab(context: BrowserContext): Promise<Page> {
  let timer: NodeJS.Timeout | undefined;
  const none = new Promise<never>((_, reject) => {
    const urls = () => context.pages().map((page) => page.url());
    const fail = () =>
      reject(new Error(`Chromium opened no tab within a minute, beside ${urls().join(', ')}.`));
    timer = setTimeout(fail, NEW_TAB_TIMEOUT_MS);
  });
  return await Promise.race([context.newPage(), none]).finally(() => clearTimeout(timer));
}

/**
 * Waits until the tab that a new installation opens has loaded: while it navigates, operations on every page
 * of the browser (such as setting the clock) fail.
 */
async function firstPage(context: BrowserContext): Promise<void> {
  const deadline = Date.now() + FIRST_PAGE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const page = context.pages().find((page) => page.url().endsWith('/first.html'));
    if (page) return page.waitForLoadState();
    await sleep(50);
  }
  throw new Error(
    'No first page opened after the installation: look at the background’s errors in chrome://extensions.',
  );
}

/** Finds a popup by a new connection: one that was there before does not report what the toolbar opens. */
async function attachToPopup(profileDir: string, url: string): Promise<Page> {
  const [port] = (await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8')).split('\n');
  const deadline = Date.now() + POPUP_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const pages = connection.contexts().flatMap((context) => context.pages());
    const popup = pages.find((page) => page.url().startsWith(url) && page.viewportSize() === null);
    if (popup) {
      popup.once('close', () => void connection.close());
      return popup;
    }
    await connection.close();
  }
  throw new Error('The popup did not open: look at the background’s errors in chrome://extensions.');
}
