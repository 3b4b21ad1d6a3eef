import { test } from '@playwright/test';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
const { openConsole, browser } = consoleStack();
const P = 'acme-storefront';
const VIEWS = ['now','projects','money','activity','launch','operations','settings','settings/alerts','settings/people','settings/receivers',`projects/${P}/talk`,`projects/${P}/ship`,`projects/${P}/limits`,`projects/${P}/data`,`projects/${P}/settings`, `projects/${P}/more`];
test('look', async () => {
  test.setTimeout(400_000);
  for (const [name, size] of [['wide', WIDE], ['panel', PANEL]] as const) {
    const page = await openConsole('#/now', size);
    await page.waitForTimeout(4000);
    for (const view of VIEWS) {
      await page.goto(page.url().replace(/#.*/, `#/${view}`));
      await page.waitForTimeout(1800);
      await page.screenshot({ path: `/tmp/look/${name}-${view.replaceAll('/', '_')}.png` });
    }
    await page.close();
  }
  const popup = await browser().openPage('popup.html');
  await popup.setViewportSize({ width: 380, height: 600 });
  await popup.waitForTimeout(2000);
  await popup.screenshot({ path: '/tmp/look/popup.png' });
});
