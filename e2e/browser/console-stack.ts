import { type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { stableRendering } from './extension.ts';

/** Sizes with list and detail side by side; and with one column, as in the side panel. */
export const WIDE = { width: 1280, height: 820 };
export const PANEL = { width: 360, height: 740 };

/**
 * The demo account and a browser that is paired with its edge, for all tests of a file. Call it once, at the top.
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
  });

  return {
    service: () => running.stack.service,
    browser: () => running.browser,
    async openConsole(address: string, size = WIDE): Promise<Page> {
      const page = await running.browser.openPage(`console.html${address}`);
      await page.setViewportSize(size);
      return page;
    },
  };
}
