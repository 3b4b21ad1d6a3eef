import { expect, type Page, test } from '@playwright/test';
import type { Stack } from '../dev/stack.ts';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { expectAccessibleInThemes, expectNoOverflow } from './extension.ts';

/** Trouble between browser, edge and service: said once above all views, which keep what they show. */
let stack: Stack;
const { service, openConsole } = consoleStack((prepared) => {
  stack = prepared;
});

const banner = (page: Page) => page.locator('.trouble-line');
/** Looks again at once. It may have been looked at meanwhile: then it is over. */
async function tryUntilOver(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try now' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await expect(banner(page)).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
}

/** Where a thing stands within the frame, below whatever is said above it. */
async function placeOf(page: Page, name: string): Promise<number> {
  const [frame, thing] = await Promise.all([
    page.locator('.frame').boundingBox(),
    page.getByRole('heading', { name }).boundingBox(),
  ]);
  return Math.round((thing?.y ?? 0) - (frame?.y ?? 0));
}

test('an edge that is gone is said once, with of when what stands there is and the next try; a try finds it again', async () => {
  test.slow();
  const page = await openConsole('#/projects/recipe-box/limits');
  await expect(page.getByText(/^Live$/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Reading…')).toHaveCount(0, { timeout: 30_000 });
  const before = await placeOf(page, 'Building');
  await stack.edge.stop();
  await page.getByRole('link', { name: 'Ship', exact: true }).click();
  // The next look may be a minute away.
  await expect(banner(page)).toContainText('Your edge cannot be reached', { timeout: 90_000 });
  await expect(banner(page)).toContainText('As of ');
  await expect(banner(page)).toContainText(/Next try in \d+\ssec/);
  await page.getByRole('link', { name: 'Limits', exact: true }).click();
  await expect.poll(() => placeOf(page, 'Building')).toBe(before);
  for (const address of [
    '#/projects/recipe-box/ship',
    '#/money',
    '#/settings/webhooks',
    '#/settings',
    '#/activity',
    '#/now',
  ])
    for (const size of [WIDE, PANEL]) {
      await page.setViewportSize(size);
      await page.evaluate((to) => {
        location.hash = to;
      }, address);
      await expect(page.getByText('Reading…')).toHaveCount(0, { timeout: 30_000 });
      await expect(page.locator('main').getByText(/does not answer|cannot be reached/)).toHaveCount(0);
      await expectNoOverflow(page);
    }
  await expectAccessibleInThemes(page);
  await page.setViewportSize(WIDE);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(page.getByText('Not read.').first()).toBeVisible();
  await stack.restartEdge();
  await tryUntilOver(page);
  await expect(page.getByText('Not read.')).toHaveCount(0, { timeout: 30_000 });
});

test('a service that answers with errors is said once, and no view repeats it', async () => {
  test.slow();
  const page = await openConsole('#/now');
  await expect(page.getByText(/^Live$/)).toBeVisible({ timeout: 30_000 });
  service().control.addFault({ operation: '*', kind: 'error', status: 500, code: 'X', count: 10_000 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(banner(page)).toContainText('The builder service answers with errors', { timeout: 60_000 });
  await expect(banner(page)).toContainText(/Since .* As of /);
  for (const address of ['#/projects/recipe-box/ship', '#/money', '#/settings']) {
    await page.evaluate((to) => {
      location.hash = to;
    }, address);
    await expect(page.getByText('Reading…')).toHaveCount(0, { timeout: 30_000 });
    await expect(page.locator('main').getByText(/answered with an error/)).toHaveCount(0);
  }
  service().control.clearFaults();
  await tryUntilOver(page);
});

test('what arrives while a button is pressed waits for its click, which it would otherwise take by moving the button', async () => {
  const page = await openConsole('#/settings/alerts', PANEL);
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true });
  const add = alerts.getByRole('button', { name: 'Add a channel' });
  await expect(page.getByText('Reading…')).toHaveCount(0);
  await add.hover();
  // The banner, which moves everything down; the background soon takes it back.
  await page.mouse.down();
  await page.evaluate(async () => {
    const { health } = await chrome.storage.local.get<{ health: object }>('health');
    const told = new Promise<void>((resolve) => chrome.storage.onChanged.addListener(() => resolve()));
    const failure = { kind: 'edge-unreachable', since: Date.now() };
    await chrome.storage.local.set({ health: { ...health, failure } });
    await told;
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.mouse.up();
  await expect(alerts.getByRole('form'), 'the click was made').toBeVisible();
});
