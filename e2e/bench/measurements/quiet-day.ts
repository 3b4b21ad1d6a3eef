import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../../dev/browser.ts';
import { Closing } from '../../dev/closing.ts';
import { pairByHand } from '../../dev/pair.ts';
import { startStack } from '../../dev/stack.ts';
import type { BenchRun } from '../bench-run.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { countFigure, type Figure } from '../figure.ts';
import { extensionWithPages } from '../pages/build-pages.ts';
import { cpuSecondsSince, descendantsWith } from '../processes.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 8 * 60;
const PROJECTS = 100;
/** The edge is subscribed, and everything is read: projects in rotation, over the first minutes. */
const SETTLE_MS = 7 * MINUTE_MS;

interface Counts {
  readonly alarms: number;
  readonly writes: number;
  readonly bytes: number;
  readonly sent: number;
  readonly extensionSeconds: number;
  readonly edgeSeconds: number;
}

/**
 * Extrapolates eight hours of a paired browser, without events or open views, from some real minutes. Run it
 * in a process without other browsers or edges: it counts what all of its descendants use.
 */
export async function quietDay(run: BenchRun): Promise<Figure[]> {
  const closing = new Closing();
  try {
    const folder = await extensionWithPages();
    closing.add(() => folder.remove());
    const stack = await startStack({ demo: 'empty' });
    closing.add(() => stack.stop());
    stack.service.control.addProjects(PROJECTS);
    const proxy = await startCountingProxy(stack.edge.url);
    closing.add(() => proxy.stop());
    const browser = await launchBrowser({ headless: true, extensionDir: folder.path });
    closing.add(() => browser.close());
    await pairByHand(browser, proxy.url, stack.pairingCode);
    // A page without a script of ours, which counts and starts nothing.
    const page = await browser.openPage('empty.html');
    await countIn(page);
    await sleep(SETTLE_MS);
    const extension = descendantsWith('--extension-process');
    const edge = descendantsWith('workerd', 'serve');
    if (extension.length === 0 || edge.length === 0) throw new Error('The processes were not found.');
    const extensionSeconds = cpuSecondsSince(extension);
    const edgeSeconds = cpuSecondsSince(edge);
    const read = async (): Promise<Counts> => ({
      ...(await countedIn(page)),
      sent: proxy.sent(),
      extensionSeconds: extensionSeconds(),
      edgeSeconds: edgeSeconds(),
    });
    run.say(`   ${run.quietMinutes} quiet minutes…`);
    const before = await read();
    await sleep(run.quietMinutes * MINUTE_MS);
    const after = await read();
    return figuresOf(before, after, run.quietMinutes);
  } finally {
    await closing.closeAll();
  }
}

function figuresOf(before: Counts, after: Counts, minutes: number): Figure[] {
  const aDay = (name: keyof Counts) => ((after[name] - before[name]) * DAY_MINUTES) / minutes;
  const told = `a quiet day (8 h open, no event; from ${minutes} minutes)`;
  const count = (what: string, name: keyof Counts, unit = '', digits = 0, atMost: number | null = null) =>
    countFigure(`${told}: ${what}`, aDay(name), { unit, atMost, digits });
  return [
    count('alarms that wake the background', 'alarms'),
    count('requests and pings that it sends', 'sent'),
    count('CPU of the extension', 'extensionSeconds', 's', 1),
    count('writes to its storage', 'writes', '', 0, 0),
    count('bytes written to its storage', 'bytes', 'B', 0, 0),
    count('CPU of the edge', 'edgeSeconds', 's', 1),
  ];
}

declare const quietCounts: { alarms: number; writes: number; bytes: number };

/** Counts what happens to the extension, in a page that is told of it like the background. */
async function countIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counts = { alarms: 0, writes: 0, bytes: 0 };
    Reflect.set(globalThis, 'quietCounts', counts);
    chrome.alarms.onAlarm.addListener(() => {
      counts.alarms += 1;
    });
    chrome.storage.local.onChanged.addListener((changes) => {
      counts.writes += 1;
      for (const [key, { newValue }] of Object.entries(changes))
        counts.bytes += new TextEncoder().encode(key + JSON.stringify(newValue ?? null)).length;
    });
  });
}

const countedIn = (page: Page) => page.evaluate(() => ({ ...quietCounts }));
