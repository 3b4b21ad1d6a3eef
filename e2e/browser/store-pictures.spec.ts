import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { readListing } from '../store/listing.ts';
import {
  icon,
  PICTURE,
  plainPicture,
  type Scene,
  TILE,
  tile,
  titledPicture,
} from '../store/picture-pages.ts';
import { chooseMenuItem, startReadingBrowser } from './allowed-extension.ts';
import { writeDataKey } from './data-key.ts';
import { stableRendering } from './extension.ts';
import type { FixtureSite } from './fixture-site.ts';
import { priceList, waitingLists } from './store-pages.ts';
import { addWorkingDay } from './working-day.ts';

/**
 * Takes the pictures of the store pages, of the real popup and console against the local service. They go
 * into `docs/store/pictures` when pictures are updated, else beside the test's results.
 */
const ROOT = join(import.meta.dirname, '..', '..');
/** Drawn at twice the pixels in a narrower window, so that what is written can be read in a store. */
const TAB = { width: 1024, height: 640 };
const DATA_PROJECT = 'barber-bookings';
const UPDATES = process.env.UPDATE_SCREENSHOTS === '1';
/** Without an update, tries one language, the one with the longer words, and one picture of each kind. */
const MADE: readonly Language[] = UPDATES ? LANGUAGES : ['de'];

for (const language of MADE)
  test(`the pictures of the store pages, ${language}`, async () => {
    test.setTimeout(600_000);
    const closing = new Closing();
    try {
      await makePictures(language, closing);
    } finally {
      await closing.closeAll();
    }
  });

async function makePictures(language: Language, closing: Closing): Promise<void> {
  stableRendering();
  const stack = await startStack({ demo: 'calm' });
  closing.add(() => stack.stop());
  const { browser, site } = await startReadingBrowser(closing, {
    locale: language === 'en' ? 'en-GB' : language,
    siteName: 'studio-nord.example',
    // A screen that the popup fits on, with twice the pixels.
    args: ['--screen-info={3200x2400 devicePixelRatio=2.0}', '--window-size=1280,900'],
  });
  await pair(browser, stack);
  await writeDataKey(browser, DATA_PROJECT, `data-local-${DATA_PROJECT}`);
  addWorkingDay(stack, DATA_PROJECT);

  const scenes: Record<string, Scene> = {
    glance: await glance(browser, site, language),
    launch: await launch(browser, site, language),
    import: await importing(browser, site, language),
    // Caps are read project by project, after the conversation.
    console: await consoleScene(browser, '#/projects/landing-2026/talk', (page) =>
      page.locator('.project-row .used-bar:not(.none)').nth(4),
    ),
    money: await consoleScene(browser, '#/money', (page) => page.locator('.plot').first()),
  };
  const listing = readListing(language);
  const page = await browser.context.newPage();
  for (const { name, ...words } of listing.pictures) {
    const scene = scenes[name];
    if (!scene) throw new Error(`No scene is made for the picture ${name}.`);
    if (!UPDATES && name !== listing.pictures[0]?.name) continue;
    await save(page, titledPicture(scene, words), PICTURE, `${language}/${name}`);
    if (language === MADE[0]) await save(page, plainPicture(scene), PICTURE, `firefox/${name}`);
  }
  const [first] = listing.pictures;
  await save(page, tile(listing.name, first?.title ?? ''), TILE, `${language}/tile`);
  if (language === MADE[0])
    for (const size of [32, 64, 128])
      await save(page, icon(size), { width: size, height: size }, `icon-${size}`, true);
}

async function save(
  page: Page,
  html: string,
  size: { width: number; height: number },
  name: string,
  omitBackground = false,
): Promise<void> {
  const folder = UPDATES ? join(ROOT, 'docs', 'store', 'pictures') : test.info().outputPath('pictures');
  mkdirSync(join(folder, name, '..'), { recursive: true });
  await page.setViewportSize(size);
  await page.setContent(html);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const clip = { x: 0, y: 0, ...size };
  const png = await page.screenshot({
    path: join(folder, `${name}.png`),
    scale: 'css',
    clip,
    omitBackground,
  });
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size.width, size.height]);
}

/** Pairs by the pasted line; the page needs no words for that. */
async function pair(browser: ExtensionBrowser, { edge, pairingCode }: Stack): Promise<void> {
  const page = await browser.openPage('first.html');
  await page.locator('.pair input').fill(`${edge.url}/#pair=${pairingCode}`);
  await page.locator('.pair button').click();
  await page.getByText(/ Credits? · | credits? · /).waitFor();
  await page.close();
}

/** What the tab shows, with twice the pixels. */
async function sharp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { ...TAB, deviceScaleFactor: 2, mobile: false });
  await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(2);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** A page of the site in a tab in front, and the real popup over it. */
async function withPopup(
  browser: ExtensionBrowser,
  address: string,
  prepare: (popup: Page) => Promise<void>,
): Promise<Scene> {
  const tab = await browser.context.newPage();
  await tab.setViewportSize(TAB);
  await tab.goto(address);
  await tab.bringToFront();
  const popup = await browser.openPopup();
  // The popup is reached over a second connection, which does not have the browser's language.
  const session = await popup.context().newCDPSession(popup);
  const locale = await tab.evaluate(() => navigator.language);
  await session.send('Emulation.setLocaleOverride', { locale });
  await popup.reload();
  await prepare(popup);
  const picture = await popup.screenshot();
  await popup.close();
  const page = await sharp(tab);
  await tab.close();
  return { page, popup: picture };
}

async function glance(browser: ExtensionBrowser, site: FixtureSite, language: Language): Promise<Scene> {
  site.put('/waiting-lists.html', waitingLists(language));
  return withPopup(browser, `${site.url}/waiting-lists.html`, async (popup) => {
    await popup.getByText('Barber bookings').first().waitFor();
    await popup.getByText('Recipe box').first().waitFor();
  });
}

async function launch(browser: ExtensionBrowser, site: FixtureSite, language: Language): Promise<Scene> {
  return withPopup(browser, `${site.url}/waiting-lists.html`, async (popup) => {
    await popup.locator('.footer .button.primary').click();
    // Named after the article: what the page says has become a draft.
    const names = () =>
      popup.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(names).toContainEqual(expect.stringMatching(/^(why|warum)-/));
    await popup.locator('textarea').first().fill(waitingLists.wish[language]);
    await popup.locator('.launch-footer .button.primary[aria-disabled="false"]').waitFor();
  });
}

async function importing(browser: ExtensionBrowser, site: FixtureSite, language: Language): Promise<Scene> {
  site.put('/prices.html', priceList(language));
  const tab = await browser.context.newPage();
  await tab.goto(`${site.url}/prices.html`);
  const opened = browser.context.waitForEvent('page');
  await chooseMenuItem(browser, tab, { menuItemId: 'import' });
  const form = await opened;
  await form.setViewportSize(TAB);
  await form.locator(`select:has(option[value="${DATA_PROJECT}"])`).selectOption(DATA_PROJECT);
  await form.locator('select:has(option[value="service"])').selectOption('service');
  await form.locator('del').first().waitFor();
  const page = await sharp(form);
  await form.close();
  await tab.close();
  return { page, popup: null };
}

/** @param last what comes last of what the picture is to show */
async function consoleScene(
  browser: ExtensionBrowser,
  address: string,
  last: (page: Page) => Locator,
): Promise<Scene> {
  const page = await browser.openPage(`console.html${address}`);
  await page.setViewportSize(TAB);
  await last(page).waitFor();
  await expect(page.getByText(/^(Reading|Wird gelesen)/)).toHaveCount(0);
  const picture = await sharp(page);
  await page.close();
  return { page: picture, popup: null };
}
