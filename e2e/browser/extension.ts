import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { SeededStorage } from '../../extension/fixtures/popup-states.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Time of all screenshots: a Saturday afternoon, UTC. */
export const PICTURE_TIME = Date.UTC(2026, 10, 21, 15, 13);

/** Makes screenshots equal on every machine: one font, one time zone. Call before the browser starts. */
export function stableRendering(): void {
  process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'fonts.conf');
  process.env.TZ = 'UTC';
}

/** Replaces the extension's storage. */
export async function seedStorage(browser: ExtensionBrowser, seeded: SeededStorage): Promise<void> {
  const background = await browser.background();
  await background.evaluate(
    async (values) => {
      // When an edge answered last is of the session.
      await Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()]);
      await chrome.storage.local.set(values);
    },
    seeded as Record<string, unknown>,
  );
}

/** Ends the background as the browser does when it is idle; the next event starts it again. */
export async function endBackground(browser: ExtensionBrowser): Promise<void> {
  const page = await browser.openPage('options.html');
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await session.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await page.close();
}

/** Sets the extension's own theme, and waits until an open page shows it. */
export async function setTheme(browser: ExtensionBrowser, page: Page, theme: Theme): Promise<void> {
  const background = await browser.background();
  await background.evaluate(async (wanted) => {
    const { settings } = await chrome.storage.local.get<{ settings?: object }>('settings');
    await chrome.storage.local.set({ settings: { ...settings, theme: wanted } });
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Opens a page of the extension with its clock fixed at the time of the screenshots. */
export async function openAt(
  browser: ExtensionBrowser,
  path: string,
  size: { width: number; height: number },
): Promise<Page> {
  const page = await browser.context.newPage();
  await page.clock.setFixedTime(PICTURE_TIME);
  await page.setViewportSize(size);
  await page.goto(`chrome-extension://${browser.extensionId}/${path}`);
  return page;
}

/** Takes a full-page screenshot into `docs/screenshots`, when they are made anew (`npm run pictures`). */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS !== '1') return;
  const folder = join(ROOT, 'docs', 'screenshots');
  mkdirSync(folder, { recursive: true });
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.body.scrollHeight);
  const path = join(folder, `${name}.png`);
  if (size && height < size.height) {
    const clip = { x: 0, y: 0, width: size.width, height };
    return void (await page.screenshot({ path, animations: 'disabled', clip }));
  }
  if (size) await page.setViewportSize({ width: size.width, height });
  await page.screenshot({ path, animations: 'disabled' });
  if (size) await page.setViewportSize(size);
}

/** Expects that the page can't be scrolled sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'something is wider than the page: let it wrap or scroll by itself').toBeLessThanOrEqual(
    0,
  );
}

/** Axe's rules about colours: only these depend on the page's theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no axe violations.
 * @param rules `colours` suffices for a page that was checked in another theme
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  // A colour on its way from one theme to the other is no finding.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const axe = new AxeBuilder({ page });
  if (rules === 'colours') axe.withRules(COLOUR_RULES);
  // WCAG 2.2's target size, which axe leaves out unless it is asked for.
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  // Frames are put together in a second page, which a page without frames can do without.
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/**
 * Expects no axe violations in either theme, and takes a picture of both.
 * @param name of the pictures, without the theme; null for none
 * @param show makes the page show a theme; by default as the system's
 */
export async function expectAccessibleInThemes(
  page: Page,
  name: string | null = null,
  show = (theme: Theme) => page.emulateMedia({ colorScheme: theme }),
): Promise<void> {
  for (const theme of THEMES) {
    await show(theme);
    if (name !== null) await takePicture(page, `${name}-${theme}`);
    await expectAccessible(page, theme === THEMES[0] ? 'all' : 'colours');
  }
}
