import type { BrowserContext, Page } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../../dev/browser.ts';
import type { BenchRun } from '../bench-run.ts';
import { builtExtension } from '../built-extension.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { bareExtension, extensionWithPages } from '../pages/build-pages.ts';

/** A page's message that has to start the background: ours against one that only listens. */
export async function backgroundStart(run: BenchRun): Promise<Figure[]> {
  await builtExtension();
  const [ours, bare] = [await extensionWithPages(), await bareExtension()];
  const open: ExtensionBrowser[] = [];
  try {
    const contender = async (extensionDir: string) => {
      const browser = await launchBrowser({ headless: true, extensionDir });
      open.push(browser);
      const page = await browser.openPage('empty.html');
      return { sample: () => coldStart(browser.context, page) };
    };
    const comparison = await run.compare(await contender(ours.path), await contender(bare.path), {
      full: 40,
      quick: 10,
    });
    return [
      ratioFigure('a background started cold by a message, against one that only listens', comparison, {
        unit: 'ms',
        askedRatio: 2.4,
        digits: 1,
      }),
    ];
  } finally {
    for (const browser of open) await browser.close();
    await ours.remove();
    await bare.remove();
  }
}

async function coldStart(context: BrowserContext, page: Page): Promise<number> {
  await stopBackground(context, page);
  return page.evaluate(async () => {
    const began = performance.now();
    await chrome.runtime.sendMessage({ type: 'nobody-knows-this' }).catch(() => undefined);
    return performance.now() - began;
  });
}

async function stopBackground(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  try {
    const stopped = new Promise<void>((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        if (versions.length > 0 && versions.every(({ runningStatus }) => runningStatus === 'stopped'))
          resolve();
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
  } finally {
    await session.detach();
  }
}
