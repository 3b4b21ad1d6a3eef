import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';

/**
 * A call whose button shows its usual price is sent 5 s after its confirmation and can be taken back until
 * then; what cannot be undone asks first. Hasty input neither sends twice, nor takes back, nor confirms.
 */
const UNDO_MS = 5_000;
const closing = new Closing();
let stack: Stack;
let profileDir: string;
let browser: ExtensionBrowser;

const start = () => launchBrowser({ headless: true, profileDir });

test.beforeAll(async () => {
  stack = await startStack();
  closing.add(() => stack.stop());
  profileDir = await mkdtemp(join(tmpdir(), 'pilot-light-profile-'));
  closing.add(() => rm(profileDir, { recursive: true, force: true, maxRetries: 5 }));
  browser = await start();
  closing.add(() => browser.close());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
});
test.afterAll(() => closing.closeAll());

const effects = () => stack.service.control.counters().effects;
const launchesOf = (name: string) => effects().projectsByRequestedId[name] ?? 0;
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const launch = (page: Page) => page.getByRole('button', { name: /^Launch( |$)/ });

/** The launch view with a form that would launch. */
async function openForm(name: string): Promise<Page> {
  const page = await browser.openPage('sidepanel.html#/launch');
  await page.setViewportSize({ width: 380, height: 600 });
  await page.getByLabel('What should it do?').fill(`Build ${name}`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByText('Draft saved')).toBeVisible();
  // Its price is known: without one it is asked first.
  await expect(launch(page)).toContainText(/ of [\d,.]+ credits/);
  return page;
}

/** Enter held down, as a keyboard repeats it. */
async function holdEnter(page: Page, repeats: number): Promise<void> {
  for (let press = 0; press <= repeats; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

/** Ends the background as the browser does when it is idle. */
async function endBackground(page: Page): Promise<void> {
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

for (const [hand, press] of [
  ['double click', (page: Page) => launch(page).dblclick({ delay: 30 })],
  ['triple click', (page: Page) => launch(page).click({ clickCount: 3, delay: 150 })],
  [
    'held Enter',
    async (page: Page) => {
      await launch(page).focus();
      await holdEnter(page, 40);
    },
  ],
  [
    'launch key twice',
    async (page: Page) => {
      await page.getByLabel('What should it do?').focus();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Control+Enter');
    },
  ],
] as const) {
  test(`a ${hand} launches once, without a question, and does not take back`, async () => {
    const name = hand.toLowerCase().replace(/ /g, '-');
    const page = await openForm(name);
    await press(page);
    await expect(undo(page)).toBeVisible();
    expect(launchesOf(name)).toBe(0);
    await expect(page.getByRole('heading', { name: `${name} is launched` })).toBeVisible();
    expect(launchesOf(name)).toBe(1);
    await page.close();
  });
}

test('a launch is taken back in the popup, after its page was closed, and is a draft again', async () => {
  const page = await openForm('taken-back');
  await launch(page).click();
  await expect(undo(page)).toBeVisible();
  await page.close();
  const popup = await browser.openPage('popup.html');
  await popup
    .getByRole('listitem')
    .filter({ hasText: 'taken-back' })
    .getByRole('button', { name: /^Undo/ })
    .click();
  await expect(undo(popup)).toHaveCount(0);
  await popup.waitForTimeout(UNDO_MS + 1_000);
  expect(launchesOf('taken-back')).toBe(0);
  await popup.close();
  const again = await browser.openPage('sidepanel.html#/launch');
  await again.getByRole('button', { name: 'Drafts' }).click();
  await expect(again.getByRole('button', { name: /Build taken-back/ })).toBeVisible();
  await again.close();
});

test('a prompt is taken back, and is in its field as before', async () => {
  const before = effects().runs;
  const page = await browser.openPage('console.html#/projects/landing-2026/talk');
  const field = page.getByRole('textbox', { name: /^Prompt/ });
  await field.fill('Add a page about keys');
  await expect(page.getByRole('button', { name: /^Send · \d/ })).toBeEnabled();
  await field.press('Control+Enter');
  await undo(page).click({ delay: 600 });
  await expect(field).toHaveValue('Add a page about keys');
  await page.waitForTimeout(UNDO_MS + 1_000);
  expect(effects().runs).toBe(before);
  await page.close();
});

test('the background is ended before the time: sent within a minute all the same, once', async () => {
  const page = await openForm('ended-before');
  await launch(page).click();
  await expect(undo(page)).toBeVisible();
  await page.goto('about:blank');
  await endBackground(page);
  await expect.poll(() => launchesOf('ended-before'), { timeout: 60_000 }).toBe(1);
  await page.close();
});

test('the browser is closed before the time: never sent, said at the next start, and a draft again', async () => {
  const page = await openForm('closed-before');
  await launch(page).click();
  await expect(undo(page)).toBeVisible();
  await browser.close();
  browser = await start();
  const popup = await browser.openPage('popup.html');
  await expect(popup.getByText('closed-before was not launched')).toBeVisible();
  await popup.waitForTimeout(UNDO_MS);
  expect(launchesOf('closed-before')).toBe(0);
  await popup.close();
  const again = await browser.openPage('sidepanel.html#/launch');
  await again.getByRole('button', { name: 'Drafts' }).click();
  await expect(again.getByRole('button', { name: /Build closed-before/ }).first()).toBeVisible();
  await again.close();
});

test('a double-click and a held Enter on what cannot be undone ask, and undo nothing', async () => {
  const page = await browser.openPage('options.html');
  await page.getByRole('button', { name: 'File, reset' }).click();
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
