import type { Page } from '@playwright/test';

/**
 * Visits everything in the console that links lead to, from the rail on, and opens everything folded there.
 * @param visit once each is rendered, before and after its parts are opened
 * @param opened how many rows of each table, and entries of each list, are opened
 */
export async function walkConsole(
  page: Page,
  visit: (address: string) => Promise<void>,
  opened: number,
): Promise<void> {
  // The rail is drawn some moments after the page has loaded.
  await page.locator(LINKS).first().waitFor({ state: 'attached' });
  const waiting = await linksOf(page);
  const seen = new Set(waiting);
  const perList = new Map<string, number>();
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await visit(address);
    await openAll(page);
    await visit(address);
    for (const link of await linksOf(page)) {
      const list = link.replace(/\/[^/]*$/, '');
      const count = perList.get(list) ?? 0;
      if (seen.has(link) || (isOneOfMany(link) && count >= opened)) continue;
      seen.add(link);
      perList.set(list, count + 1);
      waiting.push(link);
    }
  }
}

/** A row of a table, or an entry of Activity. */
function isOneOfMany(link: string): boolean {
  return (
    /^#\/projects\/[^/]+\/(?:data\/tables|database\/[^/]+)\/[^/]+\/./.test(link) ||
    /^#\/activity\/./.test(link)
  );
}

const LINKS = 'a[href^="#/"]';

const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator(LINKS)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);

/** Opens folded parts, which are read only then. */
const openAll = (page: Page): Promise<void> =>
  page.locator('main').evaluateAll((all) => {
    for (const main of all)
      for (const folded of main.querySelectorAll<HTMLDetailsElement>('details:not([open])'))
        folded.open = true;
    for (const main of all)
      for (const fold of main.querySelectorAll<HTMLElement>('.fold[aria-expanded="false"]')) fold.click();
  });
