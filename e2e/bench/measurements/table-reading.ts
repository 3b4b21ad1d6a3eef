import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeDraft } from '../../browser/import-drafts.ts';
import { bigTable } from '../../browser/import-pages.ts';
import { CHROME_BUILD, type ExtensionBrowser, launchBrowser } from '../../dev/browser.ts';
import type { BenchRun } from '../bench-run.ts';
import { builtExtension } from '../built-extension.ts';
import { countFigure, type Figure, ratioFigure } from '../figure.ts';

const ROWS = 5_000;
const LONG_TASK_MS = 50;

/** A table of 5,000 rows: read from its page, and shown in the console. */
export async function tableReading(run: BenchRun): Promise<Figure[]> {
  await builtExtension();
  const browser = await launchBrowser({ headless: true });
  try {
    const page = await browser.context.newPage();
    await page.route('http://table.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: bigTable(ROWS) }),
    );
    await page.goto('http://table.test/');
    const script = await readFile(join(CHROME_BUILD, 'read-page.js'), 'utf8');
    await page.addScriptTag({ content: `readPage = () => ${script.trim().replace(/;$/, '')}` });
    const ours = { sample: () => page.evaluate(readOnce) };
    const cells = { sample: () => page.evaluate(readCells) };
    const comparison = await run.compare(ours, cells, { full: 40, quick: 10 });
    const tasks = await longTasks(browser, await page.evaluate(() => readPage()));
    return [
      ratioFigure(`reading a table of ${ROWS} rows, against the text of its cells alone`, comparison, {
        unit: 'ms',
        askedRatio: 2,
        digits: 0,
      }),
      countFigure(`the same table in the console: tasks over ${LONG_TASK_MS} ms`, tasks, {
        unit: '',
        atMost: 0,
      }),
    ];
  } finally {
    await browser.close();
  }
}

/** The script that the extension injects: runs in the page, and answers what it offers. */
declare const readPage: () => unknown;

/** Runs in the page. @returns milliseconds */
function readOnce(): number {
  const began = performance.now();
  readPage();
  return performance.now() - began;
}

/** Runs in the page: what a person sees of each cell. @returns milliseconds */
function readCells(): number {
  const began = performance.now();
  const texts = [...document.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText);
  if (texts.length === 0) throw new Error('There are no cells.');
  return performance.now() - began;
}

/** Tasks of the console over the bound, while the form of the table is opened, turned through and edited. */
async function longTasks(browser: ExtensionBrowser, data: unknown): Promise<number> {
  const form = await browser.openPage('console.html#/import/test');
  await form.evaluate(storeDraft, { data, language: 'en' as const });
  await form.addInitScript((overMs) => {
    Reflect.set(globalThis, 'longTasks', 0);
    new PerformanceObserver((list) => {
      const over = list.getEntries().filter(({ duration }) => duration > overMs).length;
      Reflect.set(globalThis, 'longTasks', (Reflect.get(globalThis, 'longTasks') as number) + over);
    }).observe({ type: 'longtask', buffered: true });
  }, LONG_TASK_MS);
  await form.reload();
  await form.getByText('Row 49', { exact: true }).waitFor();
  for (const until of ['Row 99', 'Row 149']) {
    await form.locator('.grid-foot').getByRole('button', { name: 'Next' }).click();
    await form.getByText(until, { exact: true }).waitFor();
  }
  await form.getByLabel('Numbers and dates as in').selectOption('de');
  await form.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  return (await form.evaluate(() => Reflect.get(globalThis, 'longTasks'))) as number;
}
