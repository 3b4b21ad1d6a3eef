import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { endBackground, seedStorage } from './extension.ts';

/**
 * Nobody who upgrades loses a pairing, a draft, a setting or a launch: the built extension starts on what an earlier build
 * wrote into this browser's storage. Looked at through its pages only, so that it holds whatever moves inside.
 */
const RECORDED = join(
  import.meta.dirname,
  '..',
  '..',
  'extension',
  'storage',
  'fixtures',
  'build-ecd18bc.json',
);

interface Recorded {
  readonly at: number;
  readonly local: Record<string, unknown> & {
    connection: { edge: string };
    'device-token': string;
    launches: { key: string; draft: { name: string; label: string } }[];
  };
  readonly session: Record<string, unknown>;
}

const closing = new Closing();
const tokens = new Set<string | undefined>();
let browser: ExtensionBrowser;
let recorded: Recorded;

test.beforeAll(async () => {
  recorded = JSON.parse(await readFile(RECORDED, 'utf8'));
  // An edge whose storage is down: what is painted is what was stored.
  const server = createServer((request, response) => {
    if (request.headers.authorization) tokens.add(request.headers.authorization);
    response.writeHead(request.method === 'OPTIONS' ? 204 : 503, {
      'content-type': 'application/json',
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key,if-none-match',
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
    });
    const errors = { errorCode: 'EDGE_STORAGE_FAILED', errorMessage: 'down' };
    response.end(JSON.stringify({ errors, data: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.add(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
  const shift = Date.now() - recorded.at;
  const moved = JSON.parse(
    JSON.stringify(recorded.local).replace(/(?<![\d.])1[78]\d{11}(?!\d)/g, (digits) =>
      String(Number(digits) + shift),
    ),
  );
  moved.connection.edge = `http://127.0.0.1:${port}`;
  await seedStorage(browser, moved);
  const background = await browser.background();
  await background.evaluate((session) => chrome.storage.session.set(session), recorded.session);
  await endBackground(browser);
});
test.afterAll(() => closing.closeAll());

test('the settings are as they were', async () => {
  const page = await browser.openPage('options.html');
  await expect(page.getByText('Paired', { exact: true })).toBeVisible();
  await expect(page.getByText(/as owner, since/)).toBeVisible();
  await expect(page.getByLabel('Dark')).toBeChecked();
  await page.getByRole('button', { name: 'Launching' }).click();
  await expect(page.getByLabel('the side panel, which stays while you browse')).toBeChecked();
  await expect(page.getByLabel('Keyboard shortcuts').first()).not.toBeChecked();
  await page.close();
});

test('the pairing goes on with its token; a captured page becomes its draft; what the edge tells waits for it', async () => {
  const page = await browser.openPage('popup.html');
  await expect.poll(() => [...tokens]).toEqual([`Bearer ${recorded.local['device-token']}`]);
  await expect(page.getByText('From this article'), 'what was captured last').toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  // The snapshot has another form: the edge has it, and until it answers nothing is said to be well.
  await expect(page.getByText('Your edge has a problem')).toBeVisible();
  await expect(page.getByText(/nothing needs you/i)).toHaveCount(0);
  await expect(page.getByText('The cap of Barber bookings is now 6,000'), 'what can be undone').toBeVisible();
  await page.close();
});

test('every draft, launch and template is there', async () => {
  const page = await browser.openPage('sidepanel.html#/launch');
  await page.getByRole('button', { name: 'Drafts' }).click();
  await expect(page.getByText('Words that must not be lost')).toBeVisible();
  await expect(page.getByText('A waiting list for a yoga studio')).toBeVisible();
  await page.getByRole('tab', { name: 'Launches' }).click();
  for (const { draft } of recorded.local.launches)
    await expect(page.getByText(draft.label || draft.name).first(), draft.name).toBeVisible();
  await page.getByRole('tab', { name: 'Templates' }).click();
  await expect(page.getByLabel('Words', { exact: true }).first()).toHaveValue('Like {title} on {host}');
  await page.getByRole('tab', { name: 'Drafts' }).click();
  await page.getByRole('button', { name: /Words that must not be lost/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('kept-draft');
  await page.getByRole('button', { name: '1 secret' }).click();
  await expect(page.getByText('Kept in memory', { exact: true }), 'the value in memory').toBeVisible();
  await page.close();
});

const storage = async () => (await browser.background()).evaluate(() => chrome.storage.local.get(null));
const plant = async (values: Record<string, unknown>) =>
  (await browser.background()).evaluate((broken) => chrome.storage.local.set(broken), values);

test('a value of another shape leaves no page white', async () => {
  const before = await storage();
  for (const [key, value] of [
    ['attention', { a: 1 }],
    ['cap-changes', 'x'],
    ['not-sent', 'x'],
    ['snapshot', 'x'],
    ['health', 7],
    ['watches', { version: 'x' }],
    ['notices', { a: 1 }],
    ['settings', 'x'],
    ['launch-ways', []],
    ['revocations', 'x'],
    ['console-address', 3],
  ] as const) {
    await plant({ [key]: value });
    for (const name of ['popup.html', 'console.html', 'options.html']) {
      const page = await browser.openPage(name);
      await expect(page.getByRole('main'), `${name} with ${key}`).not.toBeEmpty();
      await expect(page.getByText("Stored data can't be shown"), `${name} with ${key}`).toHaveCount(0);
      await page.close();
    }
    if (key === 'not-sent') expect((await storage())[key], 'what is owed is not overwritten').toBe('x');
    await (await browser.background()).evaluate((name) => chrome.storage.local.remove(name), key);
    if (before[key] !== undefined) await plant({ [key]: before[key] });
  }
});

test('a page that fails on what is stored leads out of that, and keeps the pairing, calls and drafts', async () => {
  for (const name of ['popup.html', 'console.html']) {
    await plant({
      snapshot: { snapshot: { version: 'v', sections: {} }, etag: null, receivedAt: 1, skewMs: 0 },
    });
    const before = await storage();
    const page = await browser.openPage(name);
    await page.getByRole('button', { name: "Reset this browser's copy" }).click();
    await expect(page.getByText('Pairing, calls, receipts and drafts stay')).toBeVisible();
    await page.getByRole('button', { name: "Reset this browser's copy" }).click();
    await expect(page.getByText("Stored data can't be shown")).toHaveCount(0);
    await expect(page.getByRole('main')).not.toBeEmpty();
    const after = await storage();
    expect(after).not.toHaveProperty('snapshot');
    for (const key of Object.keys(before).filter((one) =>
      /^(?:connection|device-token|launches|paid-calls|draft:)/.test(one),
    ))
      expect(after[key], key).toEqual(before[key]);
    await page.close();
  }
});
