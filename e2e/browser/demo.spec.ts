import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { expectAccessible, stableRendering, takePicture } from './extension.ts';
import { walkConsole } from './walk-console.ts';

const POPUP = { width: 380, height: 600 };
const WIDE = { width: 1280, height: 800 };
const RECORDING = join(import.meta.dirname, '../../extension/public/demo.json');
const CREDITS: number = JSON.parse(readFileSync(RECORDING, 'utf8')).snapshot.sections.account.data.credits;

let browser: ExtensionBrowser;
/** Requests of this browser to anything but its own extension. */
const requests: string[] = [];

test.beforeAll(async () => {
  stableRendering();
  browser = await launchBrowser({ headless: true });
  browser.context.on('request', (request) => {
    if (!/^(chrome-extension|data|blob|about):/.test(request.url())) requests.push(request.url());
  });
});
test.afterAll(() => browser.close());

test('without an edge, a demo account can be tried, marked on every view, without network requests', async () => {
  test.setTimeout(300_000);
  const first = await browser.openPage('first.html');
  await first.setViewportSize({ width: 1000, height: 700 });
  await expectAccessible(first);
  const opened = browser.context.waitForEvent('page');
  await first.getByRole('button', { name: 'Look around' }).click();
  const console = await opened;
  await console.setViewportSize(WIDE);
  const mark = { name: 'Demo account' };
  await expect(console.getByRole('complementary', mark)).toBeVisible();
  await console.goto(`chrome-extension://${browser.extensionId}/console.html#/projects`);
  await console.getByRole('link', { name: /^Recipe box/ }).click();
  await expect(console.getByText('Add a shopping list page').first()).toBeVisible();
  await expect(console.getByRole('complementary', mark)).toBeVisible();
  await expectAccessible(console);
  for (const colorScheme of ['light', 'dark'] as const) {
    await console.emulateMedia({ colorScheme });
    await takePicture(console, `demo-console-${colorScheme}`);
  }

  // Every view of the rail and every tab of the project.
  const links = console.locator('nav a[href^="#/"]');
  const addresses = new Set(
    await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')),
  );
  expect(addresses.size).toBeGreaterThan(10);
  for (const address of addresses) {
    await console.goto(`chrome-extension://${browser.extensionId}/console.html${address}`);
    await expect(console.getByRole('heading').first(), address).toBeVisible();
    await expect(console.getByRole('complementary', mark), `the mark is missing at ${address}`).toBeVisible();
  }

  await console.goto(`chrome-extension://${browser.extensionId}/console.html#/projects/recipe-box/data`);
  expect(
    await console.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    'the mark takes no room that the console has',
  ).toBe(0);

  const popup = await browser.openPage('popup.html');
  await popup.setViewportSize(POPUP);
  await expect(popup.getByRole('complementary', mark)).toBeVisible();
  await expect(popup.getByText(CREDITS.toLocaleString('en'), { exact: true })).toBeVisible();
  await expect(popup.getByText('Barber bookings is at its cap')).toBeVisible();
  await expectAccessible(popup);
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    await takePicture(popup, `demo-popup-${colorScheme}`);
  }
  await expect(popup.locator('a[href^="http"]'), 'links that lead out').toHaveCount(0);
  const panel = await browser.openPage('sidepanel.html');
  await expect(panel.getByRole('complementary', mark)).toBeVisible();

  const stored = await (await browser.background()).evaluate(() => chrome.storage.local.get(null));
  expect(JSON.stringify(stored), 'what is kept of the demo').not.toMatch(/Recipe box|demo\.invalid|Barber/);

  await popup.getByRole('button', { name: 'End the demo' }).click();
  for (const page of [popup, console, panel]) {
    await expect(page.getByRole('complementary', mark)).toHaveCount(0);
    await expect(page.getByText('Recipe box')).toHaveCount(0);
  }
  await expect(popup.getByRole('button', { name: 'Pair this browser' })).toBeVisible();
  const left = await (await browser.background()).evaluate(() => chrome.storage.session.get('demo'));
  expect(left).toEqual({});
  expect(requests).toEqual([]);
});

/** What a view says of something that was not read, or that the demo does not have. */
const UNREAD =
  /try again|not read (?:yet|since)|could not be read|does not answer|the demo account sends nothing|unexpected answer/i;

test('every view of the demo shows what was recorded, and they say the same', async () => {
  test.setTimeout(300_000);
  const first = await browser.openPage('first.html');
  const opened = browser.context.waitForEvent('page');
  await first.getByRole('button', { name: 'Look around' }).click();
  const console = await opened;
  await console.setViewportSize({ width: 1280, height: 1600 });
  await expect(console.locator('nav.rail')).toBeVisible();
  const visited = new Set<string>();
  await walkConsole(
    console,
    async (address) => {
      const main = console.locator('main');
      await expect(main, address).not.toContainText('Reading…');
      const lines = (await main.innerText()).split('\n');
      expect
        .soft(
          lines.filter((line) => UNREAD.test(line)),
          address,
        )
        .toEqual([]);
      visited.add(address.replace(/^(#\/projects\/)[^/]+/, '$1*').replace(/(\*\/\w+).*/, '$1'));
    },
    1,
  );
  expect([...visited]).toEqual(
    expect.arrayContaining([
      ...['now', 'projects', 'money', 'activity', 'settings', 'launch', 'import'].map((view) => `#/${view}`),
      ...['talk', 'ship', 'limits', 'data', 'database'].map((tab) => `#/projects/*/${tab}`),
    ]),
  );

  // What needs the user is marked in the list, the worst first.
  const root = `chrome-extension://${browser.extensionId}/console.html`;
  await console.goto(`${root}#/now`);
  const needs = console.getByRole('region', { name: 'Needs you' }).getByRole('listitem');
  const worst = await needs.first().locator('strong').innerText();
  await console.goto(`${root}#/projects`);
  const rows = console.getByRole('list', { name: 'Projects' }).getByRole('listitem');
  await rows.first().waitFor();
  const count = await rows.count();
  const marked = rows.filter({
    has: console.locator('.glyph :is([fill="var(--critical)"], [fill="var(--warning)"])'),
  });
  const chip = console.getByRole('button', { name: /^needs me/ });
  const needing = await marked.count();
  expect(needing).toBeGreaterThan(1);
  const used = await rows.locator('.used-amount').allInnerTexts();
  expect(used).toHaveLength(count);
  expect(new Set(used).size, 'figures of their own').toBeGreaterThan(count / 2);
  await chip.click();
  await expect(rows).toHaveCount(needing);
  expect(worst).toContain(await rows.first().locator('strong').innerText());
  expect(requests).toEqual([]);
});
