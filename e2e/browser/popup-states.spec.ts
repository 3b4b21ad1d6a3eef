import { expect, test } from '@playwright/test';
import { type PopupState, popupStates, type SeededStorage } from '../../extension/fixtures/popup-states.ts';
import { draftFixture, entryFixture, recordFixture } from '../../extension/launch/entry-fixture.ts';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import {
  expectAccessible,
  expectAccessibleInThemes,
  openAt,
  PICTURE_TIME,
  seedStorage,
  setTheme,
  stableRendering,
  THEMES,
  takePicture,
} from './extension.ts';

const POPUP = { width: 380, height: 600 };
/** Browsers allow 600; what is left of that for a popup on a small screen. */
const SMALLEST_POPUP_HEIGHT = 510;

let browser: ExtensionBrowser;

test.beforeAll(async () => {
  stableRendering();
  browser = await launchBrowser({ headless: true });
});
test.afterAll(() => browser.close());

/** What must be readable in each state, and what must not be there. */
const SAYS: Record<PopupState, { says: (string | RegExp)[]; not?: (string | RegExp)[] }> = {
  busy: {
    says: ['Barber bookings is at its cap', 'Deliveries to shop.example fail', 'Recipe box', /^Recent/],
    not: ['Landing 2026 is live'],
  },
  lively: {
    says: ['Barber bookings is at its cap', 'House handbook is at its cap', /^Recent/],
    not: ['Landing 2026 is live'],
  },
  calm: { says: ['Nothing needs you', /^Recent/], not: [/^Needs you/] },
  'no-projects': { says: ['No projects yet'], not: ['Nothing needs you'] },
  'many-projects': {
    says: ['Credit cap reached (50)', /^Project number 0, /],
    not: ['Project number 0 is at its cap'],
  },
  'long-names': { says: [/The quarterly planning board/] },
  acknowledged: { says: ['Barber bookings is at its cap'], not: [/^Needs you\s*\d/] },
  raised: {
    says: ['The cap of Barber bookings is now 6,000', 'Before: 5,000.', 'Undo', 'Nothing needs you'],
    not: [/^Needs you/],
  },
  'names-of-the-world': { says: [/صالون الحلاقة/, /מתכונים 🍲/, /🚀🔥 Launch/, 'detnuoc eno is ready'] },
  'wide-balance': { says: ['12,204,871.5'] },
  'negative-balance': { says: ['-12.5'] },
  'two-alike': { says: [/^deployment\.finished · HTTP 500/, /^project\.paused · HTTP 500/] },
  'failed-work': {
    says: [
      'Invoice bot: a run failed',
      'Acme storefront could not be deployed',
      'Recipe box needs 2 keys',
      'Add keys',
    ],
    not: ['Nothing needs you'],
  },
  'not-sent': {
    says: [
      'studio-nord was not launched',
      /Nothing was charged/,
      'A prompt for Landing 2026 was not sent',
      'A prompt for Landing 2026 was refused',
    ],
    not: ['Nothing needs you'],
  },
  'screen-share': {
    says: [/Project 1/, '•••'],
    not: ['Barber bookings', '412.5', 'Recipe box', 'shop.example', /••• (of|times)/],
  },
  'overdue-no-history': { says: [/overdue/, /takes 2–5\smin/, /1 run in progress, no history yet/] },
  'everything-at-once': { says: ['Barber bookings was stopped to protect your credits', /more/] },
  'not-paired': { says: ['Not paired yet'], not: ['Nothing needs you'] },
  loading: { says: ['Reading your account'], not: ['Nothing needs you'] },
  revoked: { says: ['This browser was unpaired'] },
  'edge-unreachable': { says: ['Your edge cannot be reached', /edge\.example/] },
  'edge-unreachable-first': { says: [/Is the address right/], not: ['Nothing needs you'] },
  'edge-slow': { says: ['Your edge is slow to answer'] },
  'edge-not-configured': { says: ['Your edge is not set up'] },
  'not-an-edge': { says: ['There is no edge at that address'] },
  'key-rejected': { says: ['The service rejects the API key'] },
  'account-unconfirmed': {
    says: ['Your edge has a new API key', /until an owner says under Settings whose account it is/],
  },
  'no-credits': {
    says: ['Out of credits', 'Barber bookings is at its cap'],
    not: ['Without credits nothing is read', 'Your account is out of credits'],
  },
  'service-failing': { says: ['The builder service does not answer'] },
  offline: { says: ['You are offline'] },
  'clock-wrong': { says: ["This computer's clock is off", /7\smin/] },
  partly: { says: ['Some of this could not be read', /Deliveries/] },
  stale: { says: ['What you see is old'] },
};

for (const [state, { says, not = [] }] of Object.entries(SAYS) as [PopupState, (typeof SAYS)[PopupState]][])
  test(`the popup when it is ${state}, both themes`, async () => {
    const seeded: SeededStorage = popupStates(PICTURE_TIME)[state];
    await seedStorage(browser, { ...seeded, settings: { ...seeded.settings, theme: 'light' } });
    const page = await openAt(browser, 'popup.html', POPUP);
    if (state === 'names-of-the-world') await page.getByRole('button', { name: /^Recent/ }).click();
    await expectAccessibleInThemes(page, `popup-${state}`, async (theme) => {
      await setTheme(browser, page, theme);
      for (const words of says) await expect(page.getByText(words).first()).toBeVisible();
      for (const words of not) await expect(page.getByText(words)).toHaveCount(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(POPUP.width);
    });
    // A font wider than any that is installed: words wrap, and nothing pushes the popup apart.
    await page.addStyleTag({ content: '* { letter-spacing: 0.08em !important }' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(POPUP.width);
    await page.close();
  });

/** Has the outline of a snapshot, and can't be drawn. */
function undrawable() {
  const { busy } = popupStates(PICTURE_TIME);
  const { snapshot } = busy;
  return { ...busy, snapshot: { ...snapshot, snapshot: { ...snapshot?.snapshot, attention: { items: 3 } } } };
}

for (const [whose, form] of [
  ['of this build', null],
  ['of an older build', '0.0.1'],
  ['of nobody knows which build', undefined],
] as const)
  test(`what can’t be drawn, ${whose}, is set right by the background, and the popup paints without it`, async () => {
    const background = await browser.background();
    const here = await background.evaluate(() => chrome.runtime.getManifest().version);
    const noted = form === undefined ? {} : { form: form ?? here };
    await seedStorage(browser, { ...undrawable(), settings: { theme: 'sepia' }, ...noted } as never);
    const page = await openAt(browser, 'popup.html', POPUP);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('alert').getByText("Stored data can't be shown.")).toHaveCount(0);
    const kept = await background.evaluate(() => chrome.storage.local.get(['form', 'snapshot', 'settings']));
    expect(kept).toMatchObject({ form: here, snapshot: null, settings: { theme: 'system' } });
    await page.close();
  });

const DEVICES = [
  { deviceId: 'd1', name: 'Chrome on Linux', role: 'owner', current: true, dailySpendCredits: null },
  { deviceId: 'd2', name: 'Firefox on Windows', role: 'builder', current: false, dailySpendCredits: 40 },
].map((device) => ({
  ...device,
  invitedBy: null,
  pairedAt: PICTURE_TIME - 864e5,
  lastSeenAt: PICTURE_TIME - 72e5,
}));

/**
 * A seeded storage has no edge: the background gets the response of one with two browsers.
 * @returns ends it: else what the clock of this machine says is known of an edge in the states that follow
 */
async function answerDevices(): Promise<() => Promise<void>> {
  const background = await browser.background();
  const own = await background.evaluateHandle(() => globalThis.fetch);
  await background.evaluate(async (devices) => {
    await chrome.storage.local.set({ 'device-token': 'a token for the picture' });
    const response = JSON.stringify({ errors: null, data: devices });
    globalThis.fetch = async (input) =>
      String(input).endsWith('/devices') ? new Response(response) : new Response(null, { status: 304 });
  }, DEVICES);
  return () =>
    background.evaluate((fetch) => {
      globalThis.fetch = fetch;
    }, own);
}

test('the options page, paired and not, both themes', async () => {
  for (const state of ['busy', 'not-paired'] as const) {
    await seedStorage(browser, { ...popupStates(PICTURE_TIME)[state], settings: { theme: 'light' } });
    const endAnswers = await answerDevices();
    const page = await openAt(browser, 'options.html', { width: 800, height: 900 });
    await expect(page.getByRole('heading', { name: 'Pairing' })).toBeVisible();
    if (state === 'busy') {
      await expect(page.getByRole('button', { name: 'Refused after 40 credits a day' })).toBeVisible();
    }
    const name = `options-${state === 'busy' ? 'paired' : 'not-paired'}`;
    await expectAccessibleInThemes(page, name, (theme) => setTheme(browser, page, theme));
    await page.close();
    await endAnswers();
  }
});

test('what is common needs no scrolling, and what ended unfolds where there was no room for it', async () => {
  await seedStorage(browser, popupStates(PICTURE_TIME).lively);
  const page = await openAt(browser, 'popup.html', POPUP);
  await expect(page.getByText('House handbook is at its cap')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.body.scrollHeight))
    .toBeLessThanOrEqual(SMALLEST_POPUP_HEIGHT);
  const recent = page.getByRole('button', { name: /^Recent/ });
  await expect(recent).toHaveAttribute('aria-expanded', 'false');
  await recent.press('Enter');
  await expect(page.getByRole('button', { name: 'Landing 2026 is live' })).toBeFocused();
  await page.close();
});

test('at 200 % four needs are in sight, above what stays', async () => {
  await seedStorage(browser, popupStates(PICTURE_TIME)['everything-at-once']);
  const page = await openAt(browser, 'popup.html', { width: 400, height: 300 });
  const needs = page.getByRole('region', { name: 'Needs you' });
  const fourth = await needs.locator('.row .sentence').nth(3).boundingBox();
  const foot = await page.locator('.footer').boundingBox();
  expect((fourth?.y ?? Infinity) + (fourth?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await page.close();
});

test('the raise editor and an opened row', async () => {
  await seedStorage(browser, { ...popupStates(PICTURE_TIME).busy, settings: { theme: 'light' } });
  const page = await openAt(browser, 'popup.html', POPUP);
  await page.getByRole('button', { name: 'Raise', exact: true }).click();
  await expect(page.getByLabel('New monthly cap of development, credits')).toBeFocused();
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('Deployment finished', { exact: true })).toBeVisible();
  await expectAccessibleInThemes(page, 'popup-opened', (theme) => setTheme(browser, page, theme));
  await page.close();
});

/** A page's text with a line that needs a look. */
const CAPTURED = [
  'Vinyasa on Mondays and Wednesdays at 18:30, eighteen euros, or ten for one hundred and fifty.',
  'Beginners are welcome; mats are there. Please come ten minutes early.',
  'api_key=sk_live_51H8abcdEFGHijklMNOPqrstUVWX',
].join('\n\n');

test('the launch form with a page, both themes', async () => {
  const draft = draftFixture({
    words: 'A booking page for this studio: pick a class, pay, get a confirmation by e-mail.',
    reference: {
      kind: 'article',
      title: 'Classes and prices, Studio Nord',
      url: 'https://studio-nord.example/classes',
      capturedAt: PICTURE_TIME,
      text: CAPTURED,
      notes: [],
      candidates: [],
    },
  });
  await seedStorage(browser, { ...popupStates(PICTURE_TIME).busy, settings: { theme: 'light' } });
  await (await browser.background()).evaluate(async (form) => {
    await chrome.storage.local.set({ [`draft:${form.id}`]: form });
    const opened = { draftId: form.id, block: null, at: form.updatedAt };
    await chrome.storage.session.set({ 'launch-open': opened });
  }, draft);
  const page = await openAt(browser, 'popup.html', { ...POPUP, height: 800 });
  await expect(page.getByText('One line needs a look.')).toBeVisible();
  await expect(page.getByText('Decide about the line that needs a look.')).toBeVisible();
  const launch = page.getByRole('button', { name: 'Launch', exact: false }).last();
  expect((await launch.boundingBox())?.width, 'the foot takes the whole width').toBeGreaterThan(300);
  const background = () => launch.evaluate((one) => getComputedStyle(one).backgroundColor);
  const off = await background();
  for (const theme of THEMES) {
    await setTheme(browser, page, theme);
    await takePicture(page, `launch-flagged-${theme}`);
  }
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await setTheme(browser, page, 'light');
  expect(await background(), 'no flame while a line is to be decided').not.toBe(off);
  await page.getByLabel('What should it do?').focus();
  await expectAccessibleInThemes(page, 'launch', (theme) => setTheme(browser, page, theme));
  await page.close();
});

test('drafts and history, and a launch with an unknown outcome', async () => {
  const draft = draftFixture({
    words: 'A booking page for this studio: pick a class, pay, get a confirmation.',
  });
  const entry = (key: string, record: ReturnType<typeof recordFixture> | null) =>
    entryFixture({
      key,
      confirmedAt: PICTURE_TIME - 2 * 60_000,
      draft: { ...draft, id: `draft-${key}`, name: `studio-nord-${key}` },
      record,
    });
  const candidate = (projectId: string) => ({
    ...{ projectId, label: null, createdAt: PICTURE_TIME - 60_000 },
    url: `https://${projectId}.apps.example`,
  });
  const unknown = recordFixture({
    ...{ state: 'unknown', projectId: null, settledAt: null, nextCheckAt: null },
    candidates: [candidate('studio-nord-prices'), candidate('studio-nord-prices-k7q')],
  });
  const message = 'Not enough credits';
  const refusal = { code: 'INSUFFICIENT_CREDITS', message, httpStatus: 403, details: null };
  const launches = [
    entry('classes', recordFixture()),
    entry('prices', unknown),
    entry('news', recordFixture({ state: 'refused', projectId: null, refusal })),
  ];
  await seedStorage(browser, { ...popupStates(PICTURE_TIME).busy, settings: { theme: 'light' } });
  await (await browser.background()).evaluate(
    async ([form, entries]) => {
      await chrome.storage.local.set({ 'draft:draft-1': form, launches: entries });
    },
    [draft, launches] as const,
  );
  const page = await openAt(browser, 'popup.html', POPUP);
  const inThemes = (theme: (typeof THEMES)[number]) => setTheme(browser, page, theme);
  await page.getByRole('button', { name: /^Launch from this page/ }).click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  await expect(page.getByText('A booking page for this studio').first()).toBeVisible();
  await page.locator('#history-launches').click();
  await expect(page.getByText('studio-nord-prices')).toBeVisible();
  await expectAccessibleInThemes(page, 'launch-history', inThemes);
  await page.locator('.entry', { hasText: 'studio-nord-prices' }).click();
  await expect(page.getByText("We don't know yet whether this launched")).toBeVisible();
  await expect(page.getByText('2 projects may be it')).toBeVisible();
  await expectAccessibleInThemes(page, 'launch-unknown', inThemes);
  await page.close();
});

test('in German everything is in German, with its own numbers and plurals', async () => {
  const german = await launchBrowser({ headless: true, locale: 'de' });
  try {
    const states = popupStates(PICTURE_TIME);
    for (const state of ['lively', 'everything-at-once', 'service-failing'] as const) {
      await seedStorage(german, { ...states[state], settings: { theme: 'light' } });
      const page = await openAt(german, 'popup.html', POPUP);
      await expect(page.getByText(/ist am Limit/).first()).toBeVisible();
      expect(await page.evaluate(() => document.body.innerText)).not.toMatch(
        /\b(since|ago|usually|needs|reset|credits (a|of))\b/,
      );
      if (state === 'lively')
        await expect
          .poll(() => page.evaluate(() => document.body.scrollHeight))
          .toBeLessThanOrEqual(POPUP.height);
      await takePicture(page, `popup-${state}-german-light`);
      await expectAccessible(page);
      await page.close();
    }
    await seedStorage(german, { ...states.busy, settings: { theme: 'light' } });
    const page = await openAt(german, 'popup.html', POPUP);
    await expect(page.getByText('Barber bookings ist am Limit')).toBeVisible();
    await expect(page.getByText('412,5')).toBeVisible();
    await expect(page.getByText(/1 Lauf kann noch 8 nehmen/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await takePicture(page, 'popup-busy-german-light');
    await expectAccessible(page);
  } finally {
    await german.close();
  }
});
