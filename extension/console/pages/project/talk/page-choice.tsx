import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type CaptureTarget, readableTabs } from '../../../../capture/read-tab.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { draftCaptures } from '../../../../launch/captured-drafts.ts';
import { useMaterial } from '../../../../launch/ui/material.ts';
import { type Draft, draftStore } from '../../../../storage/drafts.ts';
import { mask } from '../../../../ui/page-state.ts';

/** Page that can go along: an open tab on which the user called the extension, or one read for a launch. */
type Page = { key: string; title: string; url: string } & ({ tab: CaptureTarget } | { draft: Draft });

const PAGES_SHOWN = 12;

/** Chooses the page to attach to a prompt, where the console is a tab of its own with no page beside it. */
export function PageChoice() {
  const material = useMaterial();
  const pages = useSignal<readonly Page[]>([]);
  useEffect(() => {
    const look = () => void pagesAtHand().then((found) => (pages.value = found));
    look();
    // The user may have gone to a page and called the extension on it since.
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  const take = (page: Page | undefined) => {
    if (!page) return;
    if ('tab' in page) void material.readPage(page.tab);
    else material.edit({ reference: page.draft.reference, keptLines: page.draft.keptLines });
  };
  return (
    <select
      class="chip chip-select"
      aria-label={t('console.talk.page')}
      value=""
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        currentTarget.value = '';
        take(pages.value.find(({ key }) => key === value));
      }}
    >
      <option value="">{t('console.talk.page')}</option>
      {pages.value.length === 0 && (
        <option value="none" disabled>
          {t('console.talk.noPage')}
        </option>
      )}
      {pages.value.map(({ key, title, url }) => (
        <option key={key} value={key}>
          {isolated(mask(title || url))} · {mask(URL.parse(url)?.hostname ?? url)}
        </option>
      ))}
    </select>
  );
}

/** Open tabs first, the last used one before the others; then pages of drafts, newest first. */
async function pagesAtHand(): Promise<Page[]> {
  await draftCaptures(Date.now());
  const [tabs, drafts] = await Promise.all([readableTabs(), draftStore.list()]);
  const open = tabs.map((tab): Page => ({ key: `tab ${tab.id}`, title: tab.title ?? '', url: tab.url, tab }));
  const read = drafts.flatMap((draft): Page[] =>
    draft.reference && !tabs.some(({ url }) => url === draft.reference?.url)
      ? [{ key: `draft ${draft.id}`, title: draft.reference.title, url: draft.reference.url, draft }]
      : [],
  );
  return [...open, ...read].slice(0, PAGES_SHOWN);
}
