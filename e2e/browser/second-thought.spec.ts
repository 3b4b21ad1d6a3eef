import { expect, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';

/** What costs credits or cannot be undone takes two thoughts: one hasty hand never gives both. */
const closing = new Closing();
let stack: Stack;
let browser: ExtensionBrowser;

test.beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
});
test.afterAll(() => closing.closeAll());

const projects = () => stack.service.control.counters().effects.projects;

/** The launch view with a form that would launch. */
async function openForm(name: string): Promise<Page> {
  const page = await browser.openPage('sidepanel.html#/launch');
  await page.setViewportSize({ width: 380, height: 600 });
  await page.getByLabel('What should it do?').fill(`Build ${name}`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByText('Draft saved')).toBeVisible();
  return page;
}

/** Enter held down, as a keyboard repeats it. */
async function holdEnter(page: Page, repeats: number): Promise<void> {
  for (let press = 0; press <= repeats; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

test('a double-click, a triple-click and a held Enter on Launch ask, and launch nothing', async () => {
  const page = await openForm('hasty-hand');
  const launch = page.getByRole('button', { name: /^Launch( Ctrl|$)/ });
  const launchNow = page.getByRole('button', { name: 'Launch now' });
  for (const hasty of [
    () => launch.dblclick({ delay: 30 }),
    () => launch.click({ clickCount: 3, delay: 150 }),
    async () => {
      await launch.focus();
      await holdEnter(page, 40);
    },
  ]) {
    await hasty();
    await expect(launchNow).toBeEnabled();
    await page.getByRole('button', { name: 'Not yet' }).click();
  }
  expect(projects()).toBe(0);
  await launch.click();
  await launchNow.click();
  await expect(page.getByRole('heading', { name: 'hasty-hand is launched' })).toBeVisible();
  expect(projects()).toBe(1);
  await page.close();
});

test('a double-click and a held Enter on what cannot be undone ask, and undo nothing', async () => {
  const page = await browser.openPage('options.html');
  for (const [first, second] of [
    ['Unpair this browser', 'Unpair now'],
    ['Reset everything', 'Reset now'],
  ] as const) {
    const ask = page.getByRole('button', { name: first });
    const sure = page.getByRole('button', { name: second });
    await ask.dblclick({ delay: 30 });
    await expect(sure).toBeEnabled();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(ask).toBeFocused();
    await holdEnter(page, 40);
    await expect(sure).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(ask).toBeFocused();
  }
  await expect(page.getByText('Paired', { exact: true })).toBeVisible();
  await page.close();
});
