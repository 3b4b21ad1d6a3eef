import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Closing } from '../dev/closing.ts';
import { setUpMainJobAccount } from '../dev/main-job-account.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { type ExtensionFirefox, launchFirefox } from './firefox.ts';

/** Firefox ends an idle background after 30 s; here sooner, so that the job goes on over its end. */
const BACKGROUND_IDLE_MS = 3_000;
const NOTICED_WITHIN_MS = 20_000;

let stack: Stack;
let firefox: ExtensionFirefox;
const closing = new Closing();

beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  setUpMainJobAccount(stack.service);
  firefox = await launchFirefox({ backgroundIdleMs: BACKGROUND_IDLE_MS });
  closing.add(() => firefox.close());
  console.log(firefox.version);
});

afterAll(() => closing.closeAll());

test('pair, by address and code, with no permission asked', async () => {
  const page = await firefox.openPage('options.html');
  await fill(page, 'Edge address', stack.edge.url);
  await fill(page, 'Pairing code', stack.pairingCode);
  await press(page, 'Pair');
  await says(page, 'Paired');
  await page.close();
});

test('a glance tells the balance and what is running', async () => {
  const popup = await firefox.openPage('popup.html');
  await says(popup, '412.5');
  await says(popup, 'Recipe box');
  await popup.close();
});

test('a cap that is crossed becomes a desktop notification and stands in the popup', async () => {
  const page = await firefox.openPage('options.html');
  stack.service.control.crossCap('barber-bookings');
  const notifications = () =>
    page.evaluate(async () => Object.keys(await browser.notifications.getAll()).length);
  await expect.poll(notifications, { timeout: NOTICED_WITHIN_MS }).toBe(1);
  await expect.poll(() => page.evaluate(() => browser.action.getBadgeText({}))).toBe('1');
  const popup = await firefox.openPage('popup.html');
  await says(popup, 'Barber bookings is at its cap');
  await popup.close();
  await page.close();
});

test('a project is launched from a form, once', async () => {
  stack.service.control.setAccount({ recurrentCredits: 5_000 });
  const form = await firefox.openPage('sidepanel.html#/launch');
  await fill(form, 'What should it do?', 'A waiting list for a yoga studio');
  await fill(form, 'Name', 'yoga-list');
  await press(form, 'Launch', { startsWith: true });
  await press(form, 'Launch now');
  await says(form, 'yoga-list is launched');
  const { projectsByRequestedId } = stack.service.control.counters().effects;
  expect(projectsByRequestedId['yoga-list']).toBe(1);
  await form.close();
});

/** The API that Firefox gives to the extension's pages. */
declare const browser: {
  notifications: { getAll(): Promise<object> };
  action: { getBadgeText(details: object): Promise<string> };
};

async function says(page: Page, words: string): Promise<void> {
  const text = () => page.evaluate(() => document.body.innerText);
  await expect.poll(text, { timeout: NOTICED_WITHIN_MS }).toContain(words);
}

/** Fills the field with that label, as typing does. */
async function fill(page: Page, label: string, words: string): Promise<void> {
  const fillIt = () =>
    page.evaluate(
      (wanted, value) => {
        const named = [...document.querySelectorAll('label')].find((one) =>
          one.innerText.trim().startsWith(wanted),
        );
        const field = named?.control;
        if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
        field.focus();
        field.select();
        return document.execCommand('insertText', false, value);
      },
      label,
      words,
    );
  await expect.poll(fillIt, { timeout: NOTICED_WITHIN_MS, message: `a field named ${label}` }).toBe(true);
}

async function press(page: Page, name: string, { startsWith = false } = {}): Promise<void> {
  const pressIt = () =>
    page.evaluate(
      (wanted, loosely) => {
        const named = [...document.querySelectorAll('button')].find((one) => {
          const text = one.innerText.trim();
          const ready = !one.disabled && one.ariaDisabled !== 'true';
          return ready && (loosely ? text.startsWith(wanted) : text === wanted);
        });
        named?.click();
        return named !== undefined;
      },
      name,
      startsWith,
    );
  await expect.poll(pressIt, { timeout: NOTICED_WITHIN_MS, message: `a button named ${name}` }).toBe(true);
}
