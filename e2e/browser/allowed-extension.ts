import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CHROME_BUILD, type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import type { Closing } from '../dev/closing.ts';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';

/** A browser whose extension may read a test site's pages, and the site. Both end with `closing`. */
export async function startReadingBrowser(
  closing: Closing,
  options: {
    readonly locale?: string;
    readonly args?: readonly string[];
    /** Pages that the extension may read. */
    readonly hosts?: readonly string[];
    /** What the browser calls the site, where pictures show its name. */
    readonly siteName?: string;
  } = {},
): Promise<{ browser: ExtensionBrowser; site: FixtureSite }> {
  const site = await startFixtureSite();
  closing.add(() => site.close());
  const { siteName = 'localhost', hosts = [`http://${siteName}/*`], args = [], ...launch } = options;
  const extension = await allowedExtension(hosts);
  closing.add(extension.remove);
  const named = `--host-resolver-rules=MAP ${siteName}:80 ${new URL(site.foreignUrl).host}`;
  const browser = await launchBrowser({
    headless: true,
    extensionDir: extension.dir,
    args: [...args, named],
    ...launch,
  });
  closing.add(() => browser.close());
  return { browser, site: options.siteName ? { ...site, url: `http://${siteName}` } : site };
}

/** Injects a built script into a page like the extension does. @returns the script's result */
export async function runInTab<T>(browser: ExtensionBrowser, page: Page, file: string): Promise<T> {
  const background = await browser.background();
  const output = await background.evaluate(
    async ([url, script]) => {
      const tabs = await chrome.tabs.query({});
      const tabId = tabs.find((tab) => tab.url === url)?.id ?? 0;
      const [injected] = await chrome.scripting.executeScript({ target: { tabId }, files: [script] });
      return injected?.result;
    },
    [page.url(), file] as const,
  );
  return output as T;
}

/**
 * Chooses an item of the extension's context menu on a page, as a click does: no test can open that menu.
 * @param info what the browser tells of the click besides the page
 */
export async function chooseMenuItem(
  browser: ExtensionBrowser,
  page: Page,
  info: { readonly menuItemId: string; readonly selectionText?: string; readonly srcUrl?: string },
): Promise<void> {
  await dispatchOn(browser, page, 'menu', { ...info, editable: false, pageUrl: page.url() });
}

/** Sends a command to the extension, as its keys do: no test can press keys of the browser itself. */
export async function pressShortcut(browser: ExtensionBrowser, page: Page, command: string): Promise<void> {
  await dispatchOn(browser, page, 'command', command);
}

/** Dispatches an event of the browser on the tab of a page. */
async function dispatchOn(
  browser: ExtensionBrowser,
  page: Page,
  kind: 'menu' | 'command',
  what: object | string,
): Promise<void> {
  const background = await browser.background();
  await background.evaluate(
    async ([url, name, first]) => {
      const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
      // The browser's own events can be dispatched by hand, which is missing in the types.
      const event = (name === 'menu'
        ? chrome.contextMenus.onClicked
        : chrome.commands.onCommand) as unknown as {
        dispatch(first: object | string, tab: object | undefined): void;
      };
      event.dispatch(first, tab);
    },
    [page.url(), kind, what] as const,
  );
}

/**
 * Copies the built extension with access to some pages, by default those of `http://localhost` (the edge is
 * at 127.0.0.1, another host). A headless browser can't have the user's click, which grants `activeTab`.
 */
async function allowedExtension(
  hosts: readonly string[],
): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-light-extension-'));
  await cp(CHROME_BUILD, dir, { recursive: true });
  const manifestPath = join(dir, 'manifest.json');
  const manifest: Record<string, unknown> = JSON.parse(await readFile(manifestPath, 'utf8'));
  await writeFile(manifestPath, JSON.stringify({ ...manifest, host_permissions: hosts }));
  return { dir, remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }) };
}
