import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { SECRETS } from '../mock-channels/channels.ts';
import { addressesAt } from '../mock-channels/server.ts';
import { askEdgeAs, writeDataKey } from './data-key.ts';
import { walkConsole } from './walk-console.ts';
import { addWorkingDay } from './working-day.ts';

/**
 * Records the demo account anew, after `npm run build`: `node e2e/browser/record-demo.ts`. Keeps what the
 * console reads while every view is walked through, with the snapshot of that moment.
 */
const TO = join(import.meta.dirname, '../../extension/public/demo.json');
const SHOP = 'barber-bookings';
const STORE = 'acme-storefront';
const MINUTE_MS = 60_000;
const OPENED_OF_EACH = 30;
/** That are delivered before the recording: of three runs and two deployments. */
const EVENTS = 5;
/** That its channels tell of them at least. */
const ALERTS = 2;
/** Time after which the demo's clock restarts, on the same UTC day: ranges of days are asked for by date. */
const ROUND_MS = 10 * MINUTE_MS;

const OPENING_HOURS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (day, index) => ({
    ...{
      id: `day${index + 1}`,
      day,
      opens: index < 5 ? '09:00' : '10:00',
      closes: index < 5 ? '18:00' : '14:00',
    },
    closed: day === 'Sunday',
  }),
);
const REMINDERS = Array.from({ length: 24 }, (_, index) => ({
  id: `reminder${index + 1}`,
  channel: index % 3 === 0 ? 'email' : 'text message',
  hours_before: index % 3 === 0 ? 24 : 2,
  sent_at: new Date(Date.now() - index * 47 * MINUTE_MS).toISOString(),
  delivered: index % 11 !== 4,
}));

type Answer =
  | { ok: true; value: { value: unknown; total?: number } }
  | { ok: false; error: { kind: string } };
type Heard = { name: string; request: { path: string; body?: unknown }; result: Answer };

const closing = new Closing();
try {
  const stack = await startStack({ demo: 'calm' });
  closing.add(() => stack.stop());
  addWorkingDay(stack, SHOP);
  const browser = await launchBrowser({ headless: true, args: ['--window-size=1280,900'] });
  closing.add(() => browser.close());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
  await fill(stack, browser);
  const text = await record(browser, stack.channels.url);
  await writeFile(TO, text);
  console.log(`${TO}: ${Math.round(text.length / 1024)} KiB`);
} finally {
  await closing.closeAll();
}

/** What a studio that uses everything has set up. */
async function fill({ service: { control }, channels }: Stack, browser: ExtensionBrowser): Promise<void> {
  const ask = (method: string, path: string, body: unknown) => askEdgeAs(browser, method, path, body);
  for (const projectId of [SHOP, STORE]) await writeDataKey(browser, projectId, `data-local-${projectId}`);
  await ask('PUT', `/guards/${STORE}`, { kind: 'run-budget', credits: 60 });
  await ask('PUT', `/guards/${STORE}`, { kind: 'run-time', minutes: 90 });
  await ask('PUT', '/guards/recipe-box', { kind: 'day-budget', credits: 150, stopsRun: false });
  const at = addressesAt(channels.url);
  await ask('PUT', '/channels/studio-team', {
    ...{ kind: 'slack', name: 'Team', tells: ['needs-you', 'failures', 'money'], over: true, language: 'en' },
    hours: {
      from: '08:00',
      to: '19:00',
      days: [1, 2, 3, 4, 5],
      timeZone: 'Europe/Prague',
      stoppingPasses: true,
    },
    target: { kind: 'slack', url: at.slack },
  });
  await ask('PUT', '/channels/own-phone', {
    ...{
      kind: 'ntfy',
      name: 'Phone',
      tells: ['needs-you', 'limits'],
      over: false,
      language: 'en',
      hours: null,
    },
    target: { kind: 'ntfy', url: at.ntfy, token: SECRETS.ntfy },
  });
  for (const environment of ['development', 'production']) {
    control.addRows(SHOP, environment, 'opening_hours', OPENING_HOURS);
    control.addRows(SHOP, environment, 'reminders', REMINDERS);
  }
  const page = await browser.openPage('console.html#/now');
  await page.locator('main').getByText('Barber bookings').first().waitFor();
  // What ends from now on is delivered.
  for (const [projectId, prompt, minutes, credits] of [
    ['cajovna-u-zizku', 'A page for each of our twelve teas', 26, 31],
    ['soba-sakura', 'Let guests choose a table', 17, 19.5],
    ['landing-2026', 'Polish the home page', 11, 13],
  ] as const) {
    control.startRun(projectId, prompt, { startedAgoMs: minutes * MINUTE_MS, credits });
    control.finishRun(projectId);
  }
  control.startDeployment('landing-2026', { startedAgoMs: 3 * MINUTE_MS });
  control.finishDeployment('landing-2026');
  control.startDeployment('soba-sakura', { startedAgoMs: 2 * MINUTE_MS });
  control.finishDeployment('soba-sakura', 'error');
  await page.goto(page.url().replace(/#.*/, '#/activity'));
  await expect
    .poll(() => page.locator('.event-row').count(), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(EVENTS);
  await askEdgeAs(
    browser,
    'POST',
    '/imports',
    {
      ...{ projectId: SHOP, table: 'service', duplicates: { by: ['name'] } },
      rows: [
        { values: { name: 'Hot towel shave', price: 24, minutes: 30 } },
        { values: { name: 'Beard colour', price: 19, minutes: 25 } },
      ],
      source: {
        ...{ import: crypto.randomUUID(), url: 'https://prices.example/services', title: 'Price list' },
        ...{ readAt: Date.now(), mapping: { Service: 'name', Price: 'price', Duration: 'minutes' } },
      },
    },
    { 'idempotency-key': crypto.randomUUID() },
  );
  control.addSubscription({ url: 'https://books.example/hooks', event: 'agent.prompt.finished' });
  control.addSubscription({ url: 'https://books.example/hooks', event: 'project.credit_limit.reached' });
  control.addSubscription({ url: 'https://books.example/hooks', event: 'project.credits.exhausted' });
  await expect
    .poll(async () => (await channelsOf(browser)).flatMap(({ alerts }) => alerts).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(ALERTS);
  await page.close();
}

async function channelsOf(browser: ExtensionBrowser): Promise<{ alerts: unknown[] }[]> {
  const { data } = await askEdgeAs<{ channels: { alerts: unknown[] }[] }>(
    browser,
    'GET',
    '/channels',
    undefined,
  );
  return data.channels;
}

async function record(browser: ExtensionBrowser, channelsUrl: string): Promise<string> {
  const page = await browser.context.newPage();
  await page.addInitScript(hearMessages);
  await page.setViewportSize({ width: 1280, height: 900 });
  const root = `chrome-extension://${browser.extensionId}`;
  const heard: Heard[] = [];
  for (const name of ['console.html#/now', 'popup.html']) {
    await page.goto(`${root}/${name}`);
    if (name.startsWith('console')) await walkConsole(page, () => settled(page), OPENED_OF_EACH);
    await settled(page);
    heard.push(...(await page.evaluate(() => Reflect.get(globalThis, 'heard') as Heard[])));
  }
  const stored = await page.evaluate(() => chrome.storage.local.get('snapshot'));
  const { snapshot } = stored.snapshot as { snapshot: { at: number } };
  const recordedAt = Date.now();
  if (new Date(recordedAt).getUTCDate() !== new Date(recordedAt + ROUND_MS).getUTCDate())
    throw new Error('The day ends soon: record the demo after midnight UTC.');
  const answers: Record<string, unknown> = {};
  for (const { name, request, result } of heard) {
    // Earlier rows of work, and what the journal is narrowed to, are among the latest ones here.
    if (name !== 'readEdge' || /^\/work\/.*\?before=|^\/journal\?(?!limit=50$)/.test(request.path)) continue;
    if (!result.ok && result.error.kind !== 'refused')
      throw new Error(`${request.path}: ${JSON.stringify(result.error)}`);
    const key = request.body === undefined ? request.path : `${request.path} ${JSON.stringify(request.body)}`;
    answers[key] = result.ok
      ? { value: result.value.value, ...(result.value.total !== undefined && { total: result.value.total }) }
      : { error: result.error };
  }
  const lines = Object.entries(answers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, answer]) => `${JSON.stringify(key)}:${JSON.stringify(answer)}`);
  const { port } = new URL(await edgeOf(page));
  return `{"recordedAt":${recordedAt},
"snapshot":${JSON.stringify(snapshot)},
"answers":{
${lines.join(',\n')}
}}
`
    .replaceAll(`http://127.0.0.1:${port}`, 'https://demo.invalid')
    .replaceAll(new URL(channelsUrl).host, 'alerts.example');
}

function edgeOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { connection } = await chrome.storage.local.get('connection');
    return (connection as { edge: string }).edge;
  });
}

/** Until no message has been without its answer for a moment. */
async function settled(page: Page): Promise<void> {
  // What was just opened is asked for a moment later.
  await page.evaluate(() => {
    (Reflect.get(globalThis, 'waiting') as { at: number }).at = performance.now();
  });
  await page.waitForFunction(() => {
    const waiting = Reflect.get(globalThis, 'waiting') as { count: number; at: number };
    return waiting.count === 0 && performance.now() - waiting.at > 200;
  });
}

/** Keeps what the page asks the background, and the answers. Runs in the page. */
function hearMessages(): void {
  const heard: unknown[] = [];
  const waiting = { count: 0, at: 0 };
  Object.assign(globalThis, { heard, waiting });
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  Object.assign(chrome.runtime, {
    sendMessage: async (message: { name: string; request: unknown }) => {
      waiting.count += 1;
      waiting.at = performance.now();
      try {
        let answer = (await send(message)) as { result?: { ok: boolean; error?: { kind: string } } };
        // A connection that broke is no part of the account.
        for (let again = 0; again < 3 && message.name === 'readEdge'; again += 1)
          if (answer.result?.error && answer.result.error.kind !== 'refused') answer = await send(message);
        heard.push({ ...message, result: answer.result });
        return answer;
      } finally {
        waiting.count -= 1;
        waiting.at = performance.now();
      }
    },
  });
}
