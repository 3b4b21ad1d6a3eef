import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPairingLine } from '../../shared/edge-api/pairing.ts';
import { Closing } from '../dev/closing.ts';
import { setUpMainJobAccount } from '../dev/main-job-account.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { type ExtensionFirefox, FIREFOX_BUILD, launchFirefox } from './firefox.ts';
import { fill, NOTICED_WITHIN_MS, press, says } from './page.ts';

/**
 * As near to Firefox for Android as a desktop Firefox comes: the same build in pages of a phone's width,
 * without what Firefox for Android lacks (the menu, keyboard commands, the sidebar).
 */
const PHONE = { width: 360, height: 740 };

let stack: Stack;
let firefox: ExtensionFirefox;
const closing = new Closing();

beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  setUpMainJobAccount(stack.service);
  const extensionDir = await mkdtemp(join(tmpdir(), 'pilot-light-handheld-'));
  closing.add(() => rm(extensionDir, { recursive: true, force: true, maxRetries: 5 }));
  await cp(FIREFOX_BUILD, extensionDir, { recursive: true });
  const { commands, sidebar_action, permissions, ...manifest } = JSON.parse(
    await readFile(join(extensionDir, 'manifest.json'), 'utf8'),
  ) as Record<string, unknown> & { permissions: string[] };
  expect([commands, sidebar_action], 'what is taken away is there on a desk').not.toContain(undefined);
  const left = permissions.filter((name) => name !== 'contextMenus');
  await writeFile(join(extensionDir, 'manifest.json'), JSON.stringify({ ...manifest, permissions: left }));
  firefox = await launchFirefox({ extensionDir });
  closing.add(() => firefox.close());
});

afterAll(() => closing.closeAll());

async function openPage(path: string): Promise<Page> {
  const page = await firefox.openPage(path);
  await page.setViewport(PHONE);
  await expect.poll(() => page.evaluate(() => innerWidth), { timeout: NOTICED_WITHIN_MS }).toBe(PHONE.width);
  return page;
}

const widerThanThePhone = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the first page fits, pairs by the pasted line, and shows where a phone has the flame', async () => {
  const page = await openPage('first.html');
  const lacking = await page.evaluate(() => [
    typeof Reflect.get(browser, 'contextMenus'),
    typeof Reflect.get(browser, 'commands'),
    typeof Reflect.get(browser, 'sidebarAction'),
  ]);
  expect(lacking, 'this Firefox has what a phone lacks').toEqual(['undefined', 'undefined', 'undefined']);
  expect(await widerThanThePhone(page)).toBe(0);
  await fill(page, 'Line to paste', formatPairingLine(stack.edge.url, stack.pairingCode));
  await press(page, 'Agree and pair');
  await says(page, '412.5 credits');
  await says(page, "the browser's menu, under Extensions");
  await page.close();
});

test('the popup fills the narrow page, and a crossed cap becomes a notification', async () => {
  const popup = await openPage('popup.html');
  await says(popup, '412.5');
  expect(await popup.evaluate(() => document.body.clientWidth), 'as wide as its page').toBe(PHONE.width);
  stack.service.control.crossCap('barber-bookings');
  const notifications = () =>
    popup.evaluate(async () => Object.keys(await browser.notifications.getAll()).length);
  await expect.poll(notifications, { timeout: NOTICED_WITHIN_MS }).toBe(1);
  await says(popup, 'Barber bookings is at its cap');
  expect(await widerThanThePhone(popup)).toBe(0);
  await popup.close();
});

test('a project is launched from the popup, once', async () => {
  stack.service.control.setAccount({ recurrentCredits: 5_000 });
  const popup = await openPage('popup.html');
  await press(popup, 'Launch from this page', { startsWith: true });
  await fill(popup, 'What should it do?', 'A waiting list for a yoga studio');
  await fill(popup, 'Name', 'yoga-list');
  expect(await widerThanThePhone(popup)).toBe(0);
  await press(popup, 'Launch', { startsWith: true });
  await press(popup, 'Launch now');
  await says(popup, 'yoga-list is launched');
  expect(stack.service.control.counters().effects.projectsByRequestedId['yoga-list']).toBe(1);
  await popup.close();
});

test('console and options fit, and offer nothing that a phone lacks', async () => {
  const consolePage = await openPage('console.html#/projects');
  await says(consolePage, 'Recipe box');
  expect(await widerThanThePhone(consolePage)).toBe(0);
  await consolePage.close();
  const options = await openPage('options.html');
  await says(options, 'Paired');
  const words = await options.evaluate(() => document.body.innerText);
  expect(words).not.toMatch(/Change shortcuts|side panel/i);
  expect(await widerThanThePhone(options)).toBe(0);
  await options.close();
});

/** The API that Firefox gives to the extension's pages. */
declare const browser: { notifications: { getAll(): Promise<object> } };
