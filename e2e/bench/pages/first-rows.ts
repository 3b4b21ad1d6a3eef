import type { Page } from '@playwright/test';

/** Records in every new page when its first matching element was painted. */
export async function watchFirstRows(page: Page, selector: string): Promise<void> {
  await page.addInitScript(noteFirstRows, selector);
}

/** Milliseconds from the start of the navigation to the frame after the first rows. */
export async function paintedAfter(page: Page, address: string): Promise<number> {
  // An address that differs only in its hash would not load a new page.
  await page.goto('about:blank');
  await page.goto(address);
  const painted = await page.waitForFunction(
    () => Reflect.get(globalThis, 'rowsPaintedAt') as number | undefined,
  );
  return (await painted.jsonValue()) ?? Number.NaN;
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
