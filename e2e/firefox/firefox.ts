import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { findBrowser } from '../dev/find-browser.ts';

/** The built extension for Firefox. */
export const FIREFOX_BUILD = join(import.meta.dirname, '..', '..', '.output', 'firefox-mv3');
/** Fixed, so that page addresses are known: Firefox would assign each profile's extension a random host. */
const EXTENSION_HOST = 'b7d4a1a6-6f0a-4c53-9a8e-0d6f2f9b1c11';
const OPEN_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 50;

export interface ExtensionFirefox {
  /** e.g. `firefox/153.7.0` */
  readonly version: string;
  /** A page of the extension in a tab of its own, loaded. */
  openPage(path: string): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Starts a headless Firefox with the built extension, driven over WebDriver BiDi.
 *
 * BiDi opens `moz-extension:` pages only with `--remote-allow-system-access`. A headless Firefox has no
 * desktop for notifications, so it must draw them itself.
 *
 * @param backgroundIdleMs idle time after which Firefox ends the background; 30 s by default
 * @throws BrowserMissingError when there is no Firefox
 */
export async function launchFirefox(
  options: { readonly extensionDir?: string; readonly backgroundIdleMs?: number } = {},
): Promise<ExtensionFirefox> {
  const extensionDir = options.extensionDir ?? FIREFOX_BUILD;
  const geckoId = await readGeckoId(extensionDir);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findBrowser('firefox'),
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'alerts.useSystemBackend': false,
      'extensions.webextensions.uuids': JSON.stringify({ [geckoId]: EXTENSION_HOST }),
      'intl.accept_languages': 'en-GB',
      ...(options.backgroundIdleMs && { 'extensions.background.idle.timeout': options.backgroundIdleMs }),
    },
  });
  try {
    await browser.installExtension(extensionDir);
    const openPage = async (path: string) => {
      const page = await browser.newPage();
      await open(page, `moz-extension://${EXTENSION_HOST}/${path}`);
      return page;
    };
    return { version: await browser.version(), openPage, close: () => browser.close() };
  } catch (failure) {
    await browser.close();
    throw failure;
  }
}

/**
 * Polls until a page of the extension has loaded: it runs in another process than the tab's first one, and
 * Firefox does not report that. The page may have moved on to an address within it.
 */
async function open(page: Page, address: string): Promise<void> {
  void page.goto(address).catch(() => undefined);
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    const loaded = await page
      .evaluate((wanted) => location.href.startsWith(wanted) && document.readyState === 'complete', address)
      .catch(() => false);
    if (loaded) return;
    if (Date.now() > deadline) throw new Error(`Firefox did not open ${address}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function readGeckoId(extensionDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'));
  const id = read(read(read(manifest, 'browser_specific_settings'), 'gecko'), 'id');
  if (typeof id === 'string') return id;
  throw new Error(`The manifest in ${extensionDir} names no gecko id: build it for Firefox.`);
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
