import { expect, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { stableRendering } from './extension.ts';
import { alikeIn } from './heard.ts';
import { lostParts } from './lost-parts.ts';
import { walkConsole } from './walk-console.ts';

/** A window of 1280x820 at 200 %, and the narrowest that shows everything (WCAG 2.2, 1.4.4 and 1.4.10). */
const SIZES = [
  { width: 640, height: 410 },
  { width: 320, height: 640 },
] as const;
const POPUP = { width: 320, height: 600 };
const WIDE = { width: 1280, height: 820 };

/** Views that differ by their data alone: so many of each. */
const OF_EACH = 3;

const closing = new Closing();
test.afterAll(() => closing.closeAll());

async function openDemo(locale: string): Promise<{ browser: ExtensionBrowser; page: Page }> {
  stableRendering();
  const browser = await launchBrowser({ headless: true, locale });
  closing.add(() => browser.close());
  const first = await browser.openPage('first.html');
  for (const size of SIZES) {
    await first.setViewportSize(size);
    expect.soft(await lostParts(first), `the first page, ${size.width} px wide`).toEqual([]);
  }
  const opened = browser.context.waitForEvent('page');
  await first.locator('.demo-offer button').click();
  return { browser, page: await opened };
}

for (const locale of ['en-GB', 'de'])
  test(`at 200 % and at 320 px nothing of any view is lost, and rows are told apart, in ${locale}`, async () => {
    test.setTimeout(300_000);
    const { browser, page } = await openDemo(locale);
    await page.setViewportSize(SIZES[0]);
    await expect(page.locator('main')).not.toBeEmpty();
    const session = await page.context().newCDPSession(page);
    const looked = new Map<string, number>();
    await walkConsole(
      page,
      async (address) => {
        const view = address
          .replace(/^(#\/projects\/)[^/]+/, '$1*')
          .replace(/\b[0-9a-f]{24}\b|(?<=\/)\d+$/g, '*');
        looked.set(view, (looked.get(view) ?? 0) + 1);
        // Each is looked at twice: as it opens, and with its parts unfolded.
        if ((looked.get(view) ?? 0) > 2 * OF_EACH) return;
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expect(page.locator('main'), address).not.toContainText(/Reading…|Wird gelesen…/);
          expect.soft(await lostParts(page), `${address}, ${size.width} px wide`).toEqual([]);
        }
        expect
          .soft(
            await alikeIn(session, new Set(['button', 'switch'])),
            `${address}: what is named alike in one list`,
          )
          .toEqual([]);
      },
      1,
    );
    expect(looked.size).toBeGreaterThan(20);
    await page.setViewportSize(WIDE);
    await page.evaluate(() => {
      location.hash = '#/projects/barber-bookings/data/tables/booking';
    });
    await expect(page.locator('table.grid')).toBeVisible();
    const head = await page.locator('.detail.folded > header').boundingBox();
    expect(head?.height, 'the head above rows is one line').toBeLessThan(50);
    const popup = await browser.openPage('popup.html');
    await popup.setViewportSize(POPUP);
    await expect(popup.locator('.row').first()).toBeVisible();
    expect.soft(await lostParts(popup), 'the popup').toEqual([]);
    await popup.locator('.sentence').first().click();
    expect.soft(await lostParts(popup), 'the popup, a row of which is open').toEqual([]);
    await popup.locator('#to-launch').click();
    await expect(popup.locator('textarea').first()).toBeVisible();
    expect.soft(await lostParts(popup), 'the launch form').toEqual([]);
    const options = await browser.openPage('options.html');
    await options.setViewportSize(POPUP);
    expect.soft(await lostParts(options), 'the options').toEqual([]);
  });

/** What of a page is chosen, and looks in forced colours like something of its kind that is not. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CHOSEN =
      '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"], [aria-checked="true"]';
    // Backgrounds, shadows and weights are not what is looked for: the first two are not drawn.
    const lookOf = (one: Element | null): string => {
      if (one === null) return '';
      const { outlineStyle, outlineWidth, textDecorationLine, ...style } = getComputedStyle(one);
      const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
      const borders = sides.map((side) => `${style[`border${side}Width`]} ${style[`border${side}Color`]}`);
      return [outlineStyle, outlineWidth, textDecorationLine, ...borders].join(' ');
    };
    const around = (one: Element): string => [one, one.parentElement].map(lookOf).join(' | ');
    return [...document.querySelectorAll(CHOSEN)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        const [kind = ''] = one.classList;
        const list = one.parentElement?.parentElement?.parentElement ?? document.body;
        const other = [...list.querySelectorAll(`${one.localName}${kind && `.${kind}`}`)].find(
          (each) => !each.matches(CHOSEN) && each.className === one.className && each.checkVisibility(),
        );
        return other && around(other) === around(one) ? [`${one.outerHTML.slice(0, 120)}`] : [];
      });
  });

test('forced colours show what is chosen, and nothing moves where less motion is asked for', async () => {
  test.setTimeout(300_000);
  const { browser, page } = await openDemo('en-GB');
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const root = `chrome-extension://${browser.extensionId}/console.html`;
  const expectMarked = async (where: string, of = page) => {
    expect.soft(await unmarked(of), `${where}, in forced colours`).toEqual([]);
    const moving = () => of.evaluate(() => document.getAnimations().map((one) => String(one.effect)));
    expect.soft(await moving(), `${where}: what moves`).toEqual([]);
  };
  const project = '#/projects/barber-bookings';
  for (const address of [
    ...['#/now', '#/projects', '#/money', '#/activity', '#/launch', '#/import', '#/settings'],
    ...['talk', 'ship', 'limits', 'data/tables/booking', 'database'].map((tab) => `${project}/${tab}`),
  ]) {
    await page.goto(`${root}${address}`);
    await expect(page.locator('main'), address).not.toContainText('Reading…');
    await expectMarked(address);
    // Whatever can be pressed to stay pressed, one after another.
    const chips = page.locator('main [aria-pressed="false"]:not(.off):visible');
    for (let at = 0; at < Math.min(3, await chips.count()); at += 1) {
      await chips.nth(at).click();
      await expectMarked(`${address}, something of which is pressed`);
    }
  }
  await page.goto(`${root}${project}/data/tables/booking`);
  await page.locator('.row-link').first().click();
  await expect(page.locator('.record')).toBeVisible();
  expect(
    await page
      .locator('tr[data-open] td')
      .first()
      .evaluate((one) => getComputedStyle(one).outlineStyle),
    'the row that is open beside the grid',
  ).not.toBe('none');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').nth(1)).toBeVisible();
  await expectMarked('the palette');
  const popup = await browser.openPage('popup.html');
  await popup.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await popup.locator('[aria-pressed="false"]').first().click();
  await expectMarked('the popup, whose names are hidden', popup);
  await popup.locator('#to-launch').click();
  await expect(popup.locator('textarea').first()).toBeVisible();
  await expectMarked('the launch form of the popup', popup);
});
