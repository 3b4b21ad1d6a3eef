import type { Page } from '@playwright/test';
import { popupStates } from '../../../extension/fixtures/popup-states.ts';
import { type ExtensionBrowser, launchBrowser } from '../../dev/browser.ts';
import { Closing } from '../../dev/closing.ts';
import { pairByHand } from '../../dev/pair.ts';
import { startStack } from '../../dev/stack.ts';
import type { BenchRun } from '../bench-run.ts';
import { countFigure, type Figure, ratioFigure } from '../figure.ts';
import { extensionWithPages } from '../pages/build-pages.ts';
import { paintedAfter, watchFirstRows } from '../pages/first-rows.ts';

const PROJECTS = 10_000;
const TAB = { width: 1280, height: 820 };
/** Storage key of the first page of the list. */
const FIRST_PAGE = 'answer:/projects?limit=100&sortField=lastModified';
/** Scrolls a tenth of the list at a fast wheel's pace, then jumps through all of it. */
const STEPS = 300;
const STEP_PX = 220;
const JUMPS = 40;

/** A list of 10,000 projects in the console: time to its first rows, and long tasks while scrolling. */
export async function consoleProjects(run: BenchRun): Promise<Figure[]> {
  const closing = new Closing();
  try {
    const folder = await extensionWithPages();
    closing.add(() => folder.remove());
    const args = ['--window-size=1280,900'];
    const browser = await launchBrowser({ headless: true, extensionDir: folder.path, args });
    closing.add(() => browser.close());
    const painted = await firstRows(run, browser);
    return [painted, await scrolling(browser, closing)];
  } finally {
    await closing.closeAll();
  }
}

async function firstRows(run: BenchRun, browser: ExtensionBrowser): Promise<Figure> {
  const now = Date.now();
  const listed = Array.from({ length: 100 }, (_, index) => ({
    projectId: `bulk-${String(index).padStart(5, '0')}`,
    label: `Project number ${index}`,
    plan: 'api',
    createdAt: new Date(now - index * 60_000).toISOString(),
    lastModifiedAt: new Date(now - index * 60_000).toISOString(),
  }));
  const unread = { data: null, readAt: null, error: null };
  const rows = listed.map(({ projectId, ...one }) => ({
    ...{ projectId, listed: { projectId, ...one } },
    ...{ isGone: false, state: unread, limits: unread, nearest: null },
  }));
  const seeded: Record<string, unknown> = {
    ...popupStates(now)['many-projects'],
    [FIRST_PAGE]: { json: JSON.stringify({ rows, total: PROJECTS }), readAt: now },
  };
  await (await browser.background()).evaluate((values) => chrome.storage.local.set(values), seeded);
  const page = await browser.context.newPage();
  await page.setViewportSize(TAB);
  await watchFirstRows(page, '.project-row, p.row');
  const open = (path: string) => ({
    sample: () => paintedAfter(page, `chrome-extension://${browser.extensionId}/${path}`),
  });
  const rounds = { full: 60, quick: 12 };
  const comparison = await run.compare(open('console.html#/projects'), open('empty.html'), rounds);
  await page.close();
  return ratioFigure('console: first rows of 10,000 projects, against an empty extension page', comparison, {
    unit: 'ms',
    askedRatio: 3,
    digits: 1,
  });
}

/** Scrolls through the list of a real account that is read while it becomes visible. */
async function scrolling(browser: ExtensionBrowser, closing: Closing): Promise<Figure> {
  const stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  stack.service.control.addProjects(PROJECTS);
  await (await browser.background()).evaluate(() => chrome.storage.local.clear());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
  const page = await browser.context.newPage();
  await page.setViewportSize(TAB);
  await page.goto(`chrome-extension://${browser.extensionId}/console.html#/projects`);
  await page.waitForFunction(
    (count) => document.querySelector(`.virtual > li[aria-setsize="${count}"] .list-words`) !== null,
    PROJECTS,
  );
  const tasks = await longTasks(page);
  return countFigure(`console: tasks over 50 ms while scrolling ${PROJECTS} projects`, tasks, {
    unit: '',
    atMost: 0,
  });
}

/** Number of tasks over 50 ms while the list is scrolled, frame by frame and in jumps. */
async function longTasks(page: Page): Promise<number> {
  return page.evaluate(
    async ({ steps, stepPx, jumps }) => {
      const list = document.querySelector('.long-list');
      if (!list) throw new Error('There is no list.');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let idle = 0; idle < 60; idle++) await frame();
      let count = 0;
      const observer = new PerformanceObserver((entries) => {
        count += entries.getEntries().length;
      });
      observer.observe({ type: 'longtask' });
      for (let step = 0; step < steps; step++) {
        list.scrollTop += stepPx;
        await frame();
      }
      for (let jump = 1; jump <= jumps; jump++) {
        list.scrollTop = (list.scrollHeight * jump) / jumps;
        for (let wait = 0; wait < 6; wait++) await frame();
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      observer.disconnect();
      return count;
    },
    { steps: STEPS, stepPx: STEP_PX, jumps: JUMPS },
  );
}
