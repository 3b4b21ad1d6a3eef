import { expect, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { stableRendering } from './extension.ts';

/** Sizes with list and detail side by side; and with one column, as in the side panel. */
export const WIDE = { width: 1280, height: 820 };
export const PANEL = { width: 360, height: 740 };

/**
 * Starts the demo account and a browser paired with its edge, for all tests of a file. Call once, at the top.
 * @param prepare changes the demo before the browser is paired
 */
export function consoleStack(prepare: (stack: Stack) => void = () => {}) {
  const closing = new Closing();
  let running: { stack: Stack; browser: ExtensionBrowser };

  test.beforeAll(async () => {
    stableRendering();
    const stack = await startStack({ demo: 'calm' });
    closing.add(() => stack.stop());
    prepare(stack);
    // A desktop window's width for pages that open by themselves, before anything sets their size.
    const browser = await launchBrowser({ headless: true, args: ['--window-size=1280,900'] });
    closing.add(() => browser.close());
    await pairByHand(browser, stack.edge.url, stack.pairingCode);
    running = { stack, browser };
  });
  test.afterAll(() => closing.closeAll());
  test.afterEach(async () => {
    running.stack.service.control.clearFaults();
    for (const page of running.browser.context.pages()) if (page.url() !== 'about:blank') await page.close();
    // A page closed within milliseconds of “Discard” keeps its draft, which the next test would resume.
    const background = await running.browser.background();
    await background.evaluate(async () => {
      await chrome.storage.local.remove('form-drafts');
      await chrome.storage.session.remove('data-form-drafts');
    });
  });

  return {
    service: () => running.stack.service,
    channels: () => running.stack.channels,
    edgeUrl: () => running.stack.edge.url,
    browser: () => running.browser,
    /** Asks the service itself, past extension and edge. @returns the response's data */
    async askService<T>(path: string, method = 'GET', body?: object): Promise<T> {
      const { url, apiKey } = running.stack.service;
      const response = await fetch(`${url}/api/v1/vcaas${path}`, {
        method,
        headers: { 'api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()).data;
    },
    async openConsole(address: string, size = WIDE): Promise<Page> {
      const page = await running.browser.openPage(`console.html${address}`);
      await page.setViewportSize(size);
      return page;
    },
  };
}

/**
 * Sends the one staged change, and confirms it, unless it is one of the preview that deletes nothing.
 * @param where as the button names it
 * @param typed what a deletion asks for
 */
export async function sendChange(
  page: Page,
  where: 'the app' | 'preview' | 'production',
  { typed }: { readonly typed?: string } = {},
): Promise<void> {
  const verb = `Send 1 change to ${where}`;
  await page.getByRole('button', { name: verb }).click();
  if (where !== 'preview' || typed !== undefined) {
    const question = page.getByRole('group', { name: verb });
    if (typed !== undefined) await question.getByRole('textbox').fill(typed);
    await question.getByRole('button', { name: verb }).click();
  }
  // A page that is closed before leaves a change of unknown outcome to the next one.
  await expect(
    page.getByRole('region', { name: 'Changes that are not sent yet' }).getByRole('progressbar'),
  ).toHaveCount(0);
}
