import type { Page } from '@playwright/test';
import { launchBrowser } from '../../dev/browser.ts';
import { Closing } from '../../dev/closing.ts';
import { pairByHand } from '../../dev/pair.ts';
import { type Stack, startStack } from '../../dev/stack.ts';
import type { BenchRun } from '../bench-run.ts';
import { builtExtension } from '../built-extension.ts';
import { countFigure, type Figure, leftOutFigure } from '../figure.ts';
import { startProxyWithoutSockets } from '../proxy-without-sockets.ts';
import { median, quantile } from '../statistics/quantile.ts';

const SOCKET_DOWN = 'webhook to notification, socket down (the alarm alone), longest';
const CAP_CREDITS = 100;
const LOOK_EVERY_MS = 20;
const GIVE_UP_MS = 100_000;
const SECOND_MS = 1_000;

/** From a project crossing its cap at the service to the notification in the browser. */
export async function webhookToNotification(run: BenchRun): Promise<Figure[]> {
  await builtExtension();
  const up = await delays('up', run.quick ? 8 : 40);
  const second = { unit: 's', digits: 3 };
  return [
    countFigure('webhook to notification, socket up, 95th percentile', quantile(up, 0.95) / SECOND_MS, {
      ...second,
      atMost: 1,
    }),
    countFigure('the same, median', median(up) / SECOND_MS, { ...second, atMost: null }),
    run.quick ? leftOutFigure(SOCKET_DOWN) : await socketDown(),
  ];
}

/** Each event waits for the alarm, once a minute. */
async function socketDown(): Promise<Figure> {
  const longest = Math.max(...(await delays('down', 2)));
  return countFigure(SOCKET_DOWN, longest / SECOND_MS, { unit: 's', atMost: null, digits: 1 });
}

async function delays(socket: 'up' | 'down', events: number): Promise<number[]> {
  const closing = new Closing();
  try {
    const stack = await startStack({ demo: 'empty' });
    closing.add(() => stack.stop());
    for (let at = 0; at < events; at++) {
      const projectId = `project-${at}`;
      stack.service.control.addProject({ projectId, label: `Project ${at}` });
      stack.service.control.setProject(projectId, {
        creditLimits: { maxDevelopmentCreditsPerMonth: CAP_CREDITS, maxInfrastructureCreditsPerMonth: null },
      });
    }
    const browser = await launchBrowser({ headless: true });
    closing.add(() => browser.close());
    const address = socket === 'up' ? stack.edge.url : await proxied(stack, closing);
    await pairByHand(browser, address, stack.pairingCode);
    // A page sees the notifications without starting the background or keeping it alive.
    const page = await browser.openPage('options.html');
    await settled(stack, page);
    const measured: number[] = [];
    for (let at = 0; at < events; at++) measured.push(await oneEvent(stack, page, `project-${at}`));
    return measured;
  } finally {
    await closing.closeAll();
  }
}

async function proxied(stack: Stack, closing: Closing): Promise<string> {
  const proxy = await startProxyWithoutSockets(stack.edge.url);
  closing.add(() => proxy.stop());
  return proxy.url;
}

/** The edge is subscribed and the browser has refreshed: later changes are announced. */
async function settled(stack: Stack, page: Page): Promise<void> {
  const isSubscribed = async () => {
    const headers = { 'api-key': stack.service.apiKey };
    const response = await fetch(`${stack.service.url}/api/v1/vcaas/webhooks`, { headers });
    return (await response.text()).includes('"project.credit_limit.reached"');
  };
  const hasLooked = () =>
    page.evaluate(async () => {
      const { health } = await chrome.storage.local.get('health');
      return (
        typeof health === 'object' && health !== null && 'lastOkAt' in health && health.lastOkAt !== null
      );
    });
  const deadline = performance.now() + GIVE_UP_MS;
  while (!((await isSubscribed()) && (await hasLooked()))) {
    if (performance.now() > deadline)
      throw new Error('The edge did not subscribe, or the browser never looked.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function oneEvent(stack: Stack, page: Page, projectId: string): Promise<number> {
  const shown = async () => {
    const all = await page.evaluate(
      () => new Promise<object>((resolve) => chrome.notifications.getAll((found) => resolve(found))),
    );
    return Object.keys(all).some((id) => id.includes(projectId));
  };
  const began = performance.now();
  stack.service.control.crossCap(projectId);
  while (!(await shown().catch(() => false))) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error(`No notification of ${projectId}'s cap.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return performance.now() - began;
}
