import { expect, type Page, test } from '@playwright/test';
import type { FlameIcon } from '../../extension/background/badge.ts';
import { flameIcon } from '../../extension/background/badge.ts';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { endBackground, expectAccessible, stableRendering } from './extension.ts';

/** What users do with the popup, on a real edge and the local service; the background is killed between. */
test.describe.configure({ mode: 'serial' });

const CAP_CREDITS = 5_000;
const closing = new Closing();
let stack: Stack;
let browser: ExtensionBrowser;

test.beforeAll(async () => {
  stableRendering();
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  const { control } = stack.service;
  control.setAccount({ recurrentCredits: 100, oneTimeCredits: 312.5 });
  for (const [projectId, label] of [
    ['barber-bookings', 'Barber bookings'],
    ['recipe-box', 'Recipe box'],
  ] as const) {
    control.addProject({ projectId, label });
    control.setProject(projectId, {
      creditLimits: { maxDevelopmentCreditsPerMonth: CAP_CREDITS, maxInfrastructureCreditsPerMonth: 300 },
    });
  }
  control.startRun('recipe-box', 'Build the shopping list page');
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
});
test.afterAll(() => closing.closeAll());

/** The popup's page in a tab: it is the same page, and stays open while other pages come to the front. */
const openPopupPage = (): Promise<Page> => browser.openPage('popup.html');

const notificationIds = async (): Promise<string[]> => {
  const background = await browser.background();
  return background.evaluate(
    () => new Promise<string[]>((resolve) => chrome.notifications.getAll((all) => resolve(Object.keys(all)))),
  );
};

test('a wrong code and a wrong address are explained', async () => {
  const page = await browser.openPage('options.html');
  const pair = async (address: string, code: string) => {
    await page.getByLabel('Line to paste').fill(address);
    await page.getByLabel('Pairing code').fill(code);
    await page.getByRole('button', { name: 'Agree and pair' }).click();
  };
  await page.getByLabel('Line to paste').fill('http://edge.example/#pair=x');
  await page.getByRole('button', { name: 'Agree and pair' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'must start with https://' })).toBeVisible();
  await pair('http://127.0.0.1:9', 'x');
  await expect(page.getByRole('alert').filter({ hasText: 'Your edge does not answer' })).toBeVisible();
  await pair(stack.edge.url, 'wrong-code');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong, or too old' })).toBeVisible();
  await expectAccessible(page);
  await page.close();
});

test('paired, the connection tests itself step by step', async () => {
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
  const page = await browser.openPage('options.html');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('The edge answers')).toBeVisible();
  await expect(page.getByText('The service answers')).toBeVisible();
  await expectAccessible(page);
  await page.close();
});

test('after the background was killed the popup paints from storage, and asks again', async () => {
  await endBackground(browser);
  const page = await openPopupPage();
  await expect(page.getByTitle(/ monthly · /)).toBeVisible();
  await expect(page.getByText(/^Live/)).toBeVisible();
  await page.close();
});

test('a cap that is crossed while the background is dead is announced once when it starts, and not again', async () => {
  await endBackground(browser);
  stack.service.control.crossCap('barber-bookings');
  const page = await openPopupPage();
  await page.getByRole('button', { name: /Refresh/ }).click();
  await expect(page.getByText('Barber bookings is at its cap')).toBeVisible();
  await expect.poll(notificationIds).toHaveLength(1);
  const [id] = await notificationIds();
  expect(id).toMatch(/^credit-cap:barber-bookings:development:/);
  const background = await browser.background();
  await background.evaluate((shown) => chrome.notifications.clear(shown), id ?? '');
  await page.close();
  await endBackground(browser);
  const again = await openPopupPage();
  await again.getByRole('button', { name: /Refresh/ }).click();
  await expect(again.getByRole('button', { name: /Refresh/ })).toContainText('Live');
  expect(await notificationIds()).toEqual([]);
  await again.close();
});

test('raising the cap in place, by keyboard alone, and taking it back', async () => {
  const page = await openPopupPage();
  const raise = page.getByRole('button', { name: 'Raise', exact: true });
  await raise.focus();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('New monthly cap of development, credits');
  await expect(field).toBeFocused();
  // A fifth more would be 6,000; the account holds some 400 credits.
  await expect(field).toHaveValue('5400');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'The cap of Barber bookings is now 5,400' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Barber bookings is at its cap' })).toBeFocused();
  await page.close();
});

test('marked as seen, it stays open without a count', async () => {
  const page = await openPopupPage();
  await page.getByText('Barber bookings is at its cap').click();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByText(/^Seen · /)).toBeVisible();
  const background = await browser.background();
  await expect.poll(() => background.evaluate(() => chrome.action.getBadgeText({}))).toBe('');
  await expect.poll(() => background.evaluate(() => chrome.action.getTitle({}))).toMatch(/1 open, seen/);
  await page.close();
});

test('a run shows live, is stopped after a confirmation, and is announced', async () => {
  const page = await openPopupPage();
  await expect(page.getByRole('region', { name: 'Running' }).getByText('Recipe box')).toBeVisible();
  await page.getByRole('button', { name: /Recipe box/ }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop it now' }).click();
  // Rows do not leave from under the pointer.
  await page.mouse.move(4, 4);
  await expect(page.getByRole('region', { name: 'Running' })).toHaveCount(0, { timeout: 30_000 });
  await page.close();
});

test('at 200 % nothing is cut off, and the arrows lead from row to row', async () => {
  const page = await openPopupPage();
  // Browsers let a popup grow to 800 px: at 200 % it is 760 px wide.
  await page.setViewportSize({ width: 760, height: 600 });
  await page.evaluate(() => {
    document.documentElement.style.zoom = '2';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: /^Recent/ }).click();
  await page.locator('.sentence').first().focus();
  await page.keyboard.press('ArrowDown');
  const first = await page.locator('.row').first().getAttribute('id');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.row')?.id ?? null))
    .not.toBe(first);
  await page.close();
});

test('while the edge is down the popup says so and keeps what was read', async () => {
  const edge = stack.edge;
  await edge.stop();
  const page = await openPopupPage();
  await page.getByRole('button', { name: /Refresh/ }).click();
  await expect(page.getByText('Your edge cannot be reached')).toBeVisible();
  await expect(page.getByTitle(/ monthly · /)).toBeVisible();
  const background = await browser.background();
  await expect.poll(() => background.evaluate(() => chrome.action.getBadgeText({}))).toMatch(/\?$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your edge cannot be reached')).toBeVisible();
  await stack.restartEdge();
  // Tries follow each other after at most half a minute, and the alarm's after a minute.
  await expect(page.getByText('Your edge cannot be reached'), 'it is tried again by itself').toHaveCount(0, {
    timeout: 90_000,
  });
  await page.close();
});

test('an owner limits what a browser may spend a day, and takes the limit away', async () => {
  const page = await browser.openPage('options.html');
  await page.getByRole('button', { name: 'Set a daily limit' }).click();
  const field = page.getByLabel(/^Credits a day for /);
  await expect(field).toBeFocused();
  await field.fill('plenty');
  await expect(page.getByText('Enter a number, or leave it empty.')).toBeVisible();
  await field.fill('40');
  await page.keyboard.press('Enter');
  const limited = page.getByRole('button', { name: 'Refused after 40 credits a day' });
  await expect(limited).toBeFocused();
  await page.reload();
  await limited.click();
  await expectAccessible(page);
  await field.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Set a daily limit' })).toBeVisible();
  await page.close();
});

test('the settings survive export, reset and import', async () => {
  const page = await browser.openPage('options.html');
  await page.getByLabel('Dark').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'File, reset' })
      .click()
      .then(() => page.getByRole('button', { name: 'Export' }).click()),
  ]);
  const file = await download.path();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.getByRole('button', { name: 'Reset now' }).click();
  await expect(page.getByLabel('Line to paste')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Import').setInputFiles(file);
  await expect(page.getByText('Imported.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const popup = await openPopupPage();
  await expect(popup.getByText('Not paired yet')).toBeVisible();
  await popup.close();
  await page.close();
});

test('every look of the toolbar flame is there for the browser to show', async () => {
  const looks: Record<FlameIcon, null> = { calm: null, count: null, outlined: null, struck: null };
  const background = await browser.background();
  for (const look of Object.keys(looks) as FlameIcon[]) {
    await background.evaluate((path) => chrome.action.setIcon({ path }), flameIcon(look));
  }
  const missing = { 16: '/flame/missing-16.png' };
  await expect(background.evaluate((path) => chrome.action.setIcon({ path }), missing)).rejects.toThrow();
});
