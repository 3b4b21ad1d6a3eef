import { browser } from 'wxt/browser';
import { t } from '../../../i18n/t.ts';
import { type Outlined, outlineInPage } from '../../../import/outline.ts';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';

/** Whether anything of a draft can be outlined on its page. */
export const canOutline = ({ tabId, data }: ImportDraft): boolean =>
  tabId !== null && data.sources.some(({ path }) => path !== null);

/**
 * Outlines what the page contains, until the user chooses one part or goes back. Brings the page to the
 * front, and this form afterwards.
 * @returns the index of the source that was taken; null for none
 * @throws when the page can't be reached any more
 */
export async function outlineSources(
  { tabId, data, chosen }: ImportDraft,
  wordsOf: (index: number) => string,
): Promise<number | null> {
  const places = data.sources.flatMap(({ path }, index) => (path ? [{ path, index }] : []));
  const items: Outlined[] = places.map(({ path, index }, place) => ({
    path,
    words: t('console.import.outline.place', {
      what: wordsOf(index),
      at: String(place + 1),
      of: String(places.length),
    }),
  }));
  if (tabId === null || items.length === 0) return null;
  const own = await browser.tabs.getCurrent();
  const tab = await browser.tabs.get(tabId);
  // Elsewhere by now: the places are another page's.
  if (tab.url !== undefined && tab.url !== data.url) throw new Error('The tab shows another page.');
  if (own) await browser.tabs.update(tabId, { active: true });
  try {
    const at = Math.max(
      0,
      places.findIndex(({ index }) => index === chosen),
    );
    const [injected] = await browser.scripting.executeScript({
      target: { tabId },
      func: outlineInPage,
      args: [
        items,
        at,
        {
          previous: t('verb.previous'),
          next: t('verb.next'),
          use: t('console.import.outline.use'),
          close: t('verb.back'),
        },
      ],
    });
    const taken = injected?.result;
    return typeof taken === 'number' ? (places[taken]?.index ?? null) : null;
  } finally {
    if (own?.id !== undefined) await browser.tabs.update(own.id, { active: true });
  }
}
