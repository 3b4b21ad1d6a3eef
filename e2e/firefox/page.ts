import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';

/** How long anything may take to be seen. */
export const NOTICED_WITHIN_MS = 60_000;

/** Waits until the text is on the page. */
export async function says(page: Page, words: string): Promise<void> {
  const text = () => page.evaluate(() => document.body.innerText);
  await expect.poll(text, { timeout: NOTICED_WITHIN_MS }).toContain(words);
}

/** Fills the field with that label like typing. */
export async function fill(page: Page, label: string, words: string): Promise<void> {
  const fillIt = () =>
    page.evaluate(
      (wanted, value) => {
        const named = [...document.querySelectorAll('label')].find((one) =>
          one.innerText.trim().startsWith(wanted),
        );
        const field = named?.control ?? document.querySelector(`[aria-label="${wanted}"]`);
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

/** Clicks the button with that name once it is enabled. */
export async function press(page: Page, name: string, { startsWith = false } = {}): Promise<void> {
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

/** Chooses an option of the list with that name. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  const chooseIt = () =>
    page.evaluate(
      (wanted, option) => {
        const list = [...document.querySelectorAll('select')].find((one) => one.ariaLabel === wanted);
        if (!list || ![...list.options].some((one) => one.value === option)) return false;
        list.value = option;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        return true;
      },
      name,
      value,
    );
  await expect.poll(chooseIt, { timeout: NOTICED_WITHIN_MS, message: `a list named ${name}` }).toBe(true);
}
