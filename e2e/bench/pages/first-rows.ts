import type { Page } from '@playwright/test';

/** Records in every new page when its first matching element was painted. */
export async function watchFirstRows(page: Page, selector: string): Promise<void> {
  await page.addInitScript(noteFirstRows, selector);
}

/** Milliseconds from the start of the navigation to the frame after the first rows. */
export async function paintedAfter(page: Page, address: string): Promise<number> {
  return timeOf(page, address, () => Reflect.get(globalThis, 'rowsPaintedAt') as number | undefined);
}

/** The same to the first frame that is not blank, be it the background alone. */
export async function firstPaintAfter(page: Page, address: string): Promise<number> {
  return timeOf(page, address, () => performance.getEntriesByName('first-paint')[0]?.startTime);
}

/** @param read runs in the page until it answers */
async function timeOf(page: Page, address: string, read: () => number | undefined): Promise<number> {
  // An address that differs only in its hash would not load a new page.
  await page.goto('about:blank');
  await page.goto(address);
  const time = await page.waitForFunction(read);
  return (await time.jsonValue()) ?? Number.NaN;
}

/** Runs in the page before its own scripts. */
function noteFirstRows(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Reflect.set(globalThis, 'rowsPaintedAt', performance.now());
      port2.postMessage(null);
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}
