import { expect, type Page, test } from '@playwright/test';
import { formatPairingLine } from '../../shared/edge-api/pairing.ts';
import { launchBrowser } from '../dev/browser.ts';
import { SECRETS } from '../mock-channels/channels.ts';
import { addressesAt } from '../mock-channels/server.ts';
import { consoleStack, PANEL } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, setTheme, takePicture } from './extension.ts';

/** An alert gathers for some seconds, and a second message waits a minute. */
const PATIENCE_MS = 90_000;

const { service, channels, browser, edgeUrl, openConsole } = consoleStack();

const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts', exact: true });
const row = (page: Page, name: string) =>
  alerts(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
const form = (page: Page) => alerts(page).getByRole('form');
/** How many messages with these words have arrived. Others may arrive between them. */
const arrivedWith = (words: string) => channels().arrived.filter(({ text }) => text.includes(words)).length;
const A_TEST = 'This is a test. Alerts of your edge arrive here.';

/** A deployment that fails, which every channel is told of. */
function failDeployment(): void {
  service().control.startDeployment('recipe-box');
  service().control.finishDeployment('recipe-box', 'error');
}

test.describe.configure({ mode: 'serial' });

test('a channel is tried before it is added, told by its service what is wrong, and mended', async () => {
  const page = await openConsole('#/settings/alerts');
  await alerts(page).getByRole('button', { name: 'Add a channel' }).click();
  await form(page).getByRole('button', { name: 'Discord' }).click();
  await form(page).getByLabel('Name').fill('Studio');
  const address = form(page).getByLabel("Address of the channel's webhook", { exact: true });
  await address.fill(addressesAt(channels().url).discord.replace(SECRETS.discord, 'wrong'));
  await form(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(form(page)).toContainText('401 Invalid Webhook Token');
  await address.fill(addressesAt(channels().url).discord);
  await form(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(form(page)).toContainText('The channel accepted the test.');
  expect(arrivedWith(A_TEST)).toBe(1);

  await form(page).getByRole('button', { name: 'Everything' }).click();
  await form(page).getByText('Hours, projects').click();
  await form(page).getByLabel('Also send when it is over').check();
  await form(page).getByLabel('Only at certain hours; the rest waits and comes as one').check();
  await form(page).getByLabel('From').fill('00:00');
  await form(page).getByLabel('To', { exact: true }).fill('00:00');
  await form(page).getByRole('button', { name: 'Sat' }).click();
  await expect(form(page).getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'false');
  await form(page).getByRole('button', { name: 'Sat' }).click();
  await form(page).getByRole('button', { name: 'Save the channel' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(row(page, 'Studio')).toContainText('Everything · also when it is over');
});

test('what happens arrives, with the browser’s and the channel’s part in one history', async () => {
  test.setTimeout(2 * PATIENCE_MS);
  const page = await openConsole('#/settings/alerts');
  const history = page.getByRole('region', { name: 'What was sent and shown' });
  await history.getByRole('button', { name: 'What was sent and shown' }).click();
  await expect(row(page, 'Studio')).toBeVisible();
  failDeployment();
  await expect.poll(() => arrivedWith('could not be deployed'), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const told = history.getByRole('listitem').filter({ hasText: 'could not be deployed' }).first();
  await expect(told).toContainText(/This browser – .* · Studio – sent/, { timeout: PATIENCE_MS });
  await page.goto(page.url().replace(/#.*/, '#/activity'));
  const activity = page.getByRole('list', { name: 'Activity' });
  await activity
    .getByRole('link', { name: /could not be deployed/ })
    .first()
    .click();
  await expect(activity).toContainText('Studio – sent');
});

test('an item leads to the channel that was stopped, and a test starts it again', async () => {
  test.setTimeout(3 * PATIENCE_MS);
  channels().setFault('discord', { kind: 'refuses', status: 404 });
  failDeployment();
  const page = await openConsole('#/now');
  const item = page.getByRole('button', { name: /^Studio: alerts are stopped/ });
  await expect(item).toBeVisible({ timeout: 2 * PATIENCE_MS });
  await item.click();
  await page.getByRole('link', { name: 'Open the channel' }).click();
  await expect(row(page, 'Studio')).toBeFocused();
  await expect(row(page, 'Studio')).toContainText('“404 Unknown Webhook”');
  await expectAccessible(page);
  channels().setFault('discord', null);
  await row(page, 'Studio').getByRole('button', { name: 'Send a test: Studio', exact: true }).click();
  await expect(row(page, 'Studio')).toContainText('The channel accepted the test.');
  await expect(row(page, 'Studio')).not.toContainText('404 Unknown Webhook');
});

for (const [theme, size] of [
  ['light', undefined],
  ['dark', PANEL],
] as const)
  test(`the list, the form and this browser's rules in ${theme}: nothing axe knows to be wrong, nothing to the side`, async () => {
    const page = await openConsole('#/settings/alerts', size);
    await setTheme(browser(), page, theme);
    await row(page, 'Studio')
      .getByRole('button', { name: /^Change: / })
      .click();
    await expect(form(page).getByLabel('Name')).toHaveValue('Studio');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await takePicture(page, `console-alerts-${theme}`);
    await row(page, 'This browser')
      .getByRole('button', { name: /^Change: / })
      .click();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });

test('in German, 360 px wide', async () => {
  test.setTimeout(2 * PATIENCE_MS);
  const owner = await openConsole('#/settings/alerts');
  const code = await owner.evaluate(async (edge) => {
    const { 'device-token': token } = await chrome.storage.local.get<{ 'device-token': string }>();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"role":"owner"}' };
    return (await (await fetch(`${edge}/pairing-codes`, init)).json()).data.code as string;
  }, edgeUrl());
  const german = await launchBrowser({ headless: true, locale: 'de' });
  try {
    const options = await german.openPage('options.html');
    await options.getByLabel('Zeile zum Einfügen').fill(formatPairingLine(edgeUrl(), code));
    await options.getByRole('button', { name: 'Zustimmen und koppeln' }).click();
    await expect(options.getByText('Gekoppelt', { exact: true })).toBeVisible();
    const page = await german.openPage('console.html#/settings/alerts');
    await page.setViewportSize(PANEL);
    const part = page.getByRole('region', { name: 'Meldungen', exact: true });
    await expect(part).toContainText('Dieser Browser');
    await part.getByRole('button', { name: 'Kanal hinzufügen' }).click();
    await part.getByRole('button', { name: 'Eigene Adresse' }).click();
    await part.getByText('Zeiten, Projekte').click();
    await part.getByLabel('Nur zu bestimmten Zeiten; der Rest wartet und kommt zusammen').check();
    await expectNoOverflow(page);
    await expectAccessible(page);
  } finally {
    await german.close();
  }
});

test('a channel is renamed without its address, and removed after a question', async () => {
  const page = await openConsole('#/settings/alerts');
  await row(page, 'Studio')
    .getByRole('button', { name: /^Change: / })
    .click();
  await form(page).getByLabel('Name').fill('Studio Nord');
  await form(page).getByRole('button', { name: 'Save the channel' }).click();
  await expect(form(page)).toBeHidden();
  await expect(row(page, 'Studio Nord')).toBeVisible();
  const before = arrivedWith(A_TEST);
  await row(page, 'Studio Nord')
    .getByRole('button', { name: 'Send a test: Studio Nord', exact: true })
    .click();
  await expect.poll(() => arrivedWith(A_TEST)).toBe(before + 1);
  await row(page, 'Studio Nord')
    .getByRole('button', { name: /^Change: / })
    .click();
  await row(page, 'Studio Nord').getByRole('button', { name: 'Remove' }).click();
  await row(page, 'Studio Nord')
    .getByRole('group', { name: /^Studio Nord goes for good/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(row(page, 'Studio Nord')).toHaveCount(0);
});
