import type { Page } from '@playwright/test';

/** Notes in every page that is opened from now on when its first element that matches was painted. */
export async function watchFirstRows(page: Page, selector: string): Promise<void> {
  await page.addInitScript(noteFirstRows, selector);
}

/** Milliseconds from the beginning of the navigation to the frame after the first rows stand in the page. */
export async function paintedAfter(page: Page, address: string): Promise<number> {
  // An address that differs in its hash alone would open nothing anew.
  await page.goto('about:blank');
  await page.goto(address);
  const painted = await page.waitForFunction(
    () => Reflect.get(globalThis, 'rowsPaintedAt') as number | undefined,
  );
  return (await painted.jsonValue()) ?? Number.NaN;
}

/** Runs in the page before anything of it. */
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
