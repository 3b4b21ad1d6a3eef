import { expect, type Locator, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';

/** An action of the day takes no more from the popup; what is typed and a confirmation are not counted. */
const CLICKS_MAX = 3;
const PROJECT = 'Yoga timetable';

let stack: Stack;
let browser: ExtensionBrowser;
let clicks: number;
const closing = new Closing();

test.beforeAll(async () => {
  stack = await startStack({ demo: 'calm' });
  closing.add(() => stack.stop());
  stack.service.control.setAccount({ recurrentCredits: 400, oneTimeCredits: 100 });
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
});
test.afterAll(() => closing.closeAll());
test.beforeEach(() => {
  clicks = 0;
});
test.afterEach(async () => {
  expect(clicks, 'clicks from the popup').toBeLessThanOrEqual(CLICKS_MAX);
  await (await browser.background()).evaluate(() => chrome.storage.local.remove('console-address'));
  for (const page of browser.context.pages()) if (page.url() !== 'about:blank') await page.close();
});

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

/** From the popup to the console's tab, by its one icon. */
async function consoleFromPopup(): Promise<Page> {
  const popup = await browser.openPage('popup.html');
  await click(popup.getByRole('button', { name: 'Open the console' }));
  const shown = () => browser.context.pages().find((one) => one.url().includes('/console.html'));
  await expect.poll(shown, 'the tab that the icon opens').toBeDefined();
  const page = shown() as Page;
  await page.setViewportSize({ width: 1280, height: 820 });
  return page;
}

test('a project is found', async () => {
  const page = await consoleFromPopup();
  await page.getByRole('searchbox').fill('timetable');
  await click(page.getByRole('link', { name: new RegExp(`^${PROJECT}`) }));
  await expect(page.getByRole('heading', { name: PROJECT })).toBeVisible();
});

test('a project is deployed again', async () => {
  const page = await consoleFromPopup();
  await click(page.getByRole('link', { name: new RegExp(`^${PROJECT}`) }));
  await click(page.getByRole('button', { name: /^Deploy/ }));
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

test('a project is prompted', async () => {
  const page = await consoleFromPopup();
  await click(page.getByRole('link', { name: new RegExp(`^${PROJECT}`) }));
  await page.getByRole('textbox', { name: /^Prompt/ }).fill('Add a waiting list');
  await click(page.getByRole('button', { name: /^Send/ }));
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

test('what a project spends is seen, and its cap is raised before it is reached', async () => {
  const page = await consoleFromPopup();
  await click(page.getByRole('link', { name: `Limits of ${PROJECT}` }));
  const development = page.getByRole('region', { name: /^Development/ });
  await expect(development).toContainText(/credits/);
  await click(development.getByRole('button', { name: 'Change' }));
  await expect(development.getByRole('spinbutton').or(development.getByRole('textbox'))).toBeVisible();
});
