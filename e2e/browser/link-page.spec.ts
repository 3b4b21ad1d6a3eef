import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { Closing } from '../dev/closing.ts';
import { targetsAt } from '../dev/demo-channels.ts';
import { findBrowser } from '../dev/find-browser.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import type { ServiceName } from '../mock-channels/channels.ts';
import { expectAccessibleInThemes, expectNoOverflow, stableRendering, takePicture } from './extension.ts';

/** An alert gathers for some seconds, and a second message waits a minute. */
const PATIENCE_MS = 100_000;
const PHONE = { width: 360, height: 640 };
const PROJECT = 'recipe-box';
const SPENDS = { may: 'spends', upTo: 500 } as const;

const closing = new Closing();
let stack: Stack;
let phone: Browser;
let token = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stableRendering();
  stack = await startStack({ demo: 'calm' });
  closing.add(() => stack.stop());
  // A browser without the extension.
  phone = await chromium.launch({ executablePath: findBrowser('chromium') });
  closing.add(() => phone.close());
  const paired = await ask('POST', '/pair', { code: stack.pairingCode, name: 'Desk' });
  token = paired.token;
  await patchCaps(200);
  await expect.poll(async () => (await ask('GET', '/snapshot')).attention, { timeout: 60_000 }).toBeTruthy();
  // Until every section was read once, nothing is announced.
  await expect
    .poll(async () => (await ask('GET', '/snapshot?fresh=1')).sections.atLimit.readAt, { timeout: 60_000 })
    .toBeTruthy();
});
test.afterAll(() => closing.closeAll());

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.edge.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, errors } = await response.json();
  return data ?? errors;
}

async function service(method: string, path: string, body?: object) {
  const { url, apiKey } = stack.service;
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await (await fetch(`${url}/api/v1/vcaas${path}`, init)).json()).data;
}
const patchCaps = (cap: number) =>
  service('PATCH', `/projects/${PROJECT}/credit-limits`, { maxDevelopmentCreditsPerMonth: cap });
const capOf = async () =>
  (await service('GET', `/projects/${PROJECT}/credit-limits`)).creditLimits.maxDevelopmentCreditsPerMonth;

async function setUp(kind: string, language: string, links: object): Promise<void> {
  const target = targetsAt(stack.channels.url).find((one) => one.kind === kind);
  const channel = {
    kind,
    name: `phone-${kind}`,
    tells: ['needs-you'],
    over: false,
    hours: null,
    language,
    links,
  };
  expect(await ask('PUT', `/channels/channel-${kind}`, { ...channel, target })).toMatchObject({ kind });
}

const arrivedAt = (name: ServiceName, words: string) =>
  stack.channels.arrived.filter(({ service: of, text }) => of === name && text.includes(words));

/** Opens the link of a channel's newest alert with these words, from the page on which alerts arrived. */
async function follow(name: ServiceName, words: string): Promise<Page> {
  await expect.poll(() => arrivedAt(name, words).length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const context = await phone.newContext({ viewport: PHONE, locale: 'en-GB', timezoneId: 'Europe/Prague' });
  const page = await context.newPage();
  await page.goto(stack.channels.url);
  const from = page.locator('strong', {
    hasText: name === 'own' ? 'Your own address' : new RegExp(`^${name}$`, 'i'),
  });
  await page.getByRole('listitem').filter({ hasText: words, has: from }).getByRole('link').first().click();
  await page.waitForURL(`${stack.edge.url}/a#*`);
  return page;
}

test('from a cap that is reached to a prompt that is no longer refused, with every browser shut', async () => {
  test.setTimeout(4 * PATIENCE_MS);
  await setUp('telegram', 'en', SPENDS);
  await setUp('webhook', 'de', SPENDS);
  stack.service.control.crossCap(PROJECT);
  const prompt = (key: string) =>
    ask('POST', `/service/projects/${PROJECT}/agent/start`, { prompt: 'Go on' }, { 'idempotency-key': key });
  expect(await prompt('prompt-0001')).toMatchObject({ errorCode: 'PROJECT_CREDIT_LIMIT_REACHED' });

  const page = await follow('telegram', 'is at its cap');
  await expect(page.getByRole('heading')).toHaveText(/is at its cap$/);
  await expect(page).toHaveTitle(/is at its cap$/);
  await expect(page.getByRole('img')).toHaveAccessibleName('200 of 200 development credits.');
  const button = page.getByRole('button');
  await expect(button).toHaveText(/^Raise to 240 until /);
  await takePicture(page, 'link-cap-reached');
  await expectNoOverflow(page);

  // What a script of the app around this page clicks is nobody's press.
  await page.evaluate(() => {
    for (let n = 0; n < 5; n++) document.querySelector('button')?.click();
  });
  await expect(button).toHaveText(/^Raise to 240 until /);
  await button.click();
  await expect(button).toHaveText('Yes, raise to 240');
  await takePicture(page, 'link-second-press');
  expect(await capOf()).toBe(200);

  const german = await follow('own', 'am Limit');
  await expect(german.locator('html')).toHaveAttribute('lang', 'de');
  const germanButton = german.getByRole('button');
  await germanButton.click();
  await expect(germanButton).toHaveText('Ja, auf 240 erhöhen');

  // Two people at once, from two channels.
  await Promise.all([button.click(), germanButton.click()]);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(german.getByRole('button')).toHaveCount(0);
  const headings = [
    await page.getByRole('heading').textContent(),
    await german.getByRole('heading').textContent(),
  ];
  expect(
    headings.filter((one) => /^The cap is 240 until |^Das Limit ist bis .* 240$/.test(one ?? '')),
  ).toHaveLength(1);
  expect(await capOf()).toBe(240);
  expect(await prompt('prompt-0002')).toMatchObject({ message: expect.any(String) });

  // The channel by whose link it was done says so; which of the two was first is open.
  const told = () => [
    ...arrivedAt('telegram', 'by a link in Telegram'),
    ...arrivedAt('own', 'einen Link in Webhook'),
  ];
  await expect.poll(() => told().length, { timeout: PATIENCE_MS }).toBe(1);
  const channels = await phone.newPage({ viewport: PHONE });
  await channels.goto(stack.channels.url);
  await takePicture(channels, 'link-told');
  const winner = /^The cap/.test(headings[0] ?? '') ? page : german;
  await takePicture(winner, 'link-raised');
  await winner.reload();
  await expect(winner.getByRole('heading')).toHaveText(/240/);
  await expect(winner.getByRole('button')).toHaveCount(0);
  await expectAccessibleInThemes(winner);
});

test('the page is read at every width, in both themes, with 200 % and without storage, scripts or a right clock', async () => {
  test.setTimeout(4 * PATIENCE_MS);
  await setUp('ntfy', 'de', { may: 'saves' });
  stack.service.control.crossCap('yoga-timetable');
  const page = await follow('ntfy', 'am Limit');
  await expect(page.getByRole('button', { name: 'Gesehen' })).toBeVisible();
  for (const width of [360, 320, 180, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoOverflow(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInThemes(page);
  const address = page.url();

  const poor = await phone.newContext({ viewport: PHONE });
  await poor.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new Error('No storage');
        },
      });
    Date.now = () => 0;
  });
  const inApp = await poor.newPage();
  await inApp.goto(address);
  await expect(inApp.getByRole('button', { name: 'Gesehen' })).toBeVisible();

  const bare = await (await phone.newContext({ javaScriptEnabled: false })).newPage();
  await bare.goto(address);
  await expect(bare.locator('body')).toContainText('needs scripts');
  await expect(bare.locator('body')).toContainText('braucht Skripte');

  await page.bringToFront();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('Als gesehen markiert');
  await inApp.getByRole('button', { name: 'Gesehen' }).click();
  await expect(inApp.getByRole('heading')).toHaveText('Als gesehen markiert');
  await page.goto(`${stack.edge.url}/a#${'0'.repeat(100)}`);
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText(/does not work any more|gilt nicht mehr/);
});
