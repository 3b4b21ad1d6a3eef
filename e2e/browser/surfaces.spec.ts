import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { flameIcon } from '../../extension/background/badge.ts';
import { popupStates } from '../../extension/fixtures/popup-states.ts';
import { draftFixture, entryFixture, recordFixture } from '../../extension/launch/entry-fixture.ts';
import { CHROME_BUILD, type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import {
  expectAccessibleInThemes,
  openAt,
  PICTURE_TIME,
  seedStorage,
  setTheme,
  stableRendering,
  takePicture,
} from './extension.ts';

const PANEL = { width: 360, height: 720 };

let browser: ExtensionBrowser;

test.beforeAll(async () => {
  stableRendering();
  browser = await launchBrowser({ headless: true });
});
test.afterAll(() => browser.close());

const draft = draftFixture({
  words: 'A booking page for this studio: pick a class, pay, get a confirmation.',
  reference: {
    kind: 'selection',
    title: 'Classes and prices, Studio Nord',
    url: 'https://studio-nord.example/classes',
    capturedAt: PICTURE_TIME,
    text: 'Vinyasa on Mondays and Wednesdays at 18:30, eighteen euros, or ten for one hundred and fifty.',
    notes: [],
    candidates: [],
  },
});

/** The launch form with this draft, and what became of its last try. */
async function openForm(
  path: string,
  size: { width: number; height: number },
  launches: ReturnType<typeof entryFixture>[] = [],
): Promise<Page> {
  await seedStorage(browser, { ...popupStates(PICTURE_TIME).busy, settings: { theme: 'light' } });
  await (await browser.background()).evaluate(
    async ([form, entries]) => {
      await chrome.storage.local.set({ [`draft:${form.id}`]: form, launches: entries });
      const opened = { draftId: form.id, block: null, at: form.updatedAt };
      await chrome.storage.session.set({ 'launch-open': opened });
    },
    [draft, launches] as const,
  );
  const page = await openAt(browser, path, size);
  await expect(page.getByLabel('What should it do?')).toHaveValue(draft.words);
  return page;
}

test('the side panel, both themes', async () => {
  const page = await openForm('sidepanel.html', PANEL);
  await expect(page.getByText('From your selection')).toBeVisible();
  await expectAccessibleInThemes(page, 'sidepanel', (theme) => setTheme(browser, page, theme));
  await page.close();
});

test('the side panel at 200 %: nothing to the side, and the form is not hidden behind its footer', async () => {
  const page = await openForm('sidepanel.html', { width: 180, height: 360 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(180);
  const name = page.getByLabel('Name', { exact: true });
  await name.focus();
  const [field, footer] = await Promise.all([
    name.boundingBox(),
    page.locator('.launch-footer').boundingBox(),
  ]);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  await page.close();
});

test('a form that was refused says why, at its field, and leads there', async () => {
  const refusal = { code: 'PROJECT_ALREADY_EXISTS', message: 'Taken', httpStatus: 409, details: null };
  const record = recordFixture({ state: 'refused', projectId: null, refusal });
  const page = await openForm('popup.html', { width: 380, height: 600 }, [
    entryFixture({ draft, record, confirmedAt: PICTURE_TIME - 5_000 }),
  ]);
  await expect(page.getByRole('alert')).toContainText('This name and six like it are taken.');
  await expectAccessibleInThemes(page, 'launch-refused', (theme) => setTheme(browser, page, theme));
  await page.getByRole('alert').getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.close();
});

test('in forced colours the one thing to do still looks like a button', async () => {
  for (const path of ['popup.html', 'options.html']) {
    await seedStorage(browser, popupStates(PICTURE_TIME)['not-paired']);
    const page = await openAt(browser, path, { width: 380, height: 600 });
    await page.emulateMedia({ forcedColors: 'active' });
    const primary = page.locator('.button.primary').first();
    await expect(primary).toBeVisible();
    expect(await primary.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('2px');
    await page.close();
  }
});

/** Toolbars of Chromium and Firefox in their light and dark themes. */
const TOOLBARS = { light: '#f1f3f4', dark: '#35363a' } as const;
const LOOKS = ['calm', 'outlined', 'struck'] as const;
/** Of 256 pixels: with fewer, a shape can't be told from a speck. */
const LEGIBLE_PIXELS = 24;

test('the flame at 16 px differs in every look, on light and dark toolbars', async () => {
  const icon = (look: (typeof LOOKS)[number]) => {
    const bytes = readFileSync(join(CHROME_BUILD, flameIcon(look)[16] ?? ''));
    return `<img alt="" src="data:image/png;base64,${bytes.toString('base64')}">`;
  };
  const bar = (colour: string) => `<div style="background: ${colour}">${LOOKS.map(icon).join('')}</div>`;
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 240, height: 224 });
  await page.setContent(
    `<style>body { margin: 0 } div { display: flex; gap: 16px; padding: 16px }
     div + div { padding-top: 0 } img { width: 16px; height: 16px; image-rendering: pixelated }
     .large img { width: 56px; height: 56px }</style>
     ${Object.values(TOOLBARS)
       .map(
         (colour) =>
           `<section style="background: ${colour}">${bar(colour)}<div class="large">${LOOKS.map(icon).join('')}</div></section>`,
       )
       .join('')}`,
  );
  const seen = await page.evaluate((colours) => {
    const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = (rgb: ArrayLike<number>) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => sum + part * channel((rgb[at] ?? 0) / 255), 0);
    const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return colours.flatMap((colour) =>
      [...document.querySelectorAll('img')].slice(0, 3).map((image) => {
        const canvas = new OffscreenCanvas(16, 16);
        const brush = canvas.getContext('2d');
        if (!brush) return 0;
        brush.fillStyle = colour;
        brush.fillRect(0, 0, 16, 16);
        const ground = light(brush.getImageData(0, 0, 1, 1).data);
        brush.drawImage(image, 0, 0, 16, 16);
        const { data } = brush.getImageData(0, 0, 16, 16);
        let result = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (contrast(light(data.subarray(at, at + 3)), ground) >= 3) result += 1;
        }
        return result;
      }),
    );
  }, Object.values(TOOLBARS));
  await takePicture(page, 'toolbar-flame');
  for (const result of seen) expect(result).toBeGreaterThan(LEGIBLE_PIXELS);
  await page.close();
});
