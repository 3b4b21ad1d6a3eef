import { type Browser, browser } from 'wxt/browser';
import { addressBlock, refusalBlock } from '../capture/address-block.ts';
import type { CaptureBlock } from '../capture/page-capture.ts';
import { type CaptureTarget, currentTab } from '../capture/read-tab.ts';
import { t } from '../i18n/t.ts';
import type { PageData, Source } from '../import/page-data.ts';
import { newImportDraft, writeImportDraft } from '../storage/import-drafts.ts';

const MENU_ENTRY = 'import';
const COMMAND = 'import';

/** Adds the entry of the context menu. Call it after the menu was cleared. */
export function addImportMenu(): void {
  browser.contextMenus.create(
    {
      id: MENU_ENTRY,
      title: t('console.import.menu'),
      contexts: ['page', 'frame', 'selection', 'link', 'image'],
      documentUrlPatterns: ['*://*/*', 'file:///*'],
    },
    () => void browser.runtime.lastError,
  );
}

/** Listens to the context menu and the keyboard. Call it before the first await. */
export function listenToImports(): void {
  browser.contextMenus?.onClicked.addListener((info, tab) => {
    if (info.menuItemId === MENU_ENTRY && tab) void openImport(tab, pointedAt(info));
  });
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === COMMAND)
      void Promise.resolve(tab ?? currentTab()).then((target) => openImport(target, null));
  });
}

/**
 * Reads the rows of a tab on which the user has invoked the extension (`activeTab`), and opens the import form in a
 * tab beside it, never over the page.
 * @param pointed the link or picture that the menu was opened on: proposed first
 */
export async function openImport(tab: CaptureTarget, pointed: Source | null): Promise<void> {
  const read = await readTab(tab);
  if ('block' in read) return show(`/blocked/${read.block}`);
  const sources = pointed ? [pointed, ...read.data.sources] : read.data.sources;
  await writeImportDraft(newImportDraft(crypto.randomUUID(), { ...read.data, sources }));
  await show('');
}

async function readTab({ id, url }: CaptureTarget): Promise<{ data: PageData } | { block: CaptureBlock }> {
  const block = addressBlock(url);
  if (block) return { block };
  if (id === undefined) return { block: 'not-asked' };
  try {
    const [injected] = await browser.scripting.executeScript({
      target: { tabId: id },
      files: ['/read-page.js'],
    });
    // The script's result, unchecked: the page that shows the draft parses it.
    const data = injected?.result as PageData | null | undefined;
    return data?.sources ? { data } : { block: 'refused' };
  } catch {
    return { block: refusalBlock(url) };
  }
}

async function show(rest: string): Promise<void> {
  await browser.tabs.create({
    url: browser.runtime.getURL(`/console.html#/import${rest}` as '/console.html'),
  });
}

function pointedAt({ linkUrl, srcUrl, selectionText }: Browser.contextMenus.OnClickData): Source | null {
  if (selectionText || !(linkUrl || srcUrl)) return null;
  const cells = [
    ...(linkUrl ? [{ name: 'link', cell: { text: linkUrl, link: linkUrl } }] : []),
    ...(srcUrl ? [{ name: 'image', cell: { text: srcUrl, image: srcUrl } }] : []),
  ];
  return {
    kind: 'selection',
    title: '',
    columns: cells.map(({ name }) => name),
    rows: [cells.map(({ cell }) => cell)],
    total: 1,
    hidden: 0,
    path: null,
  };
}
