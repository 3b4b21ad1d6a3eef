import { popupStates } from '../../../extension/fixtures/popup-states.ts';
import { launchBrowser } from '../../dev/browser.ts';
import type { BenchRun } from '../bench-run.ts';
import { type Figure, ratioFigure } from '../figure.ts';
import { extensionWithPages } from '../pages/build-pages.ts';
import { firstPaintAfter, paintedAfter, watchFirstRows } from '../pages/first-rows.ts';

const POPUP = { width: 380, height: 600 };

/** Compares painting rows from storage: the popup of a busy account, an empty page, a plain Preact page. */
export async function popupPaint(run: BenchRun): Promise<Figure[]> {
  const folder = await extensionWithPages();
  try {
    const browser = await launchBrowser({ headless: true, extensionDir: folder.path });
    try {
      const seeded: Record<string, unknown> = { ...popupStates(Date.now()).busy };
      await (await browser.background()).evaluate((values) => chrome.storage.local.set(values), seeded);
      const page = await browser.context.newPage();
      await page.setViewportSize(POPUP);
      await watchFirstRows(page, '.row');
      const open = (path: string, after = paintedAfter) => ({
        sample: () => after(page, `chrome-extension://${browser.extensionId}/${path}`),
      });
      const rounds = { full: 60, quick: 12 };
      const empty = await run.compare(open('popup.html'), open('empty.html'), rounds);
      const first = await run.compare(
        open('popup.html', firstPaintAfter),
        open('empty.html', firstPaintAfter),
        rounds,
      );
      const preact = await run.compare(open('popup.html'), open('bare-preact.html'), rounds);
      return [
        ratioFigure('popup: rows painted from storage, against an empty extension page', empty, {
          unit: 'ms',
          askedRatio: 2,
          digits: 1,
        }),
        ratioFigure('popup: first paint, against that of an empty extension page', first, {
          unit: 'ms',
          askedRatio: 1.3,
          digits: 1,
        }),
        ratioFigure('popup: rows painted from storage, against a bare Preact page', preact, {
          unit: 'ms',
          askedRatio: null,
          digits: 1,
        }),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await folder.remove();
  }
}
