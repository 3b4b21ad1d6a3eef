import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import type { SeededStorage } from '../../extension/fixtures/popup-states.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';

const ROOT = join(import.meta.dirname, '..', '..');

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
      await chrome.storage.local.clear();
      await chrome.storage.local.set(values);
    },
    seeded as Record<string, unknown>,
  );
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

/** Takes a full-page screenshot: into `docs/screenshots` when they are updated, else beside the test's results. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const kept = process.env.UPDATE_SCREENSHOTS === '1';
  const folder = kept ? join(ROOT, 'docs', 'screenshots') : test.info().outputPath('screenshots');
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

/** Expects no axe violations. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}
