import { type Browser, browser } from 'wxt/browser';
import type { CaptureBlock } from '../capture/page-capture.ts';
import { addressBlock, type CaptureTarget, currentTab, refusalBlock } from '../capture/read-tab.ts';
import { t } from '../i18n/t.ts';
import { newSource, type PageData, type Source } from '../import/page-data.ts';
import { isStorageFull } from '../storage/bounds.ts';
import type { ImportDraft } from '../storage/import-draft-schema.ts';
import {
  addImportDraft,
  isScannable,
  newImportDraft,
  newImportScan,
  SCAN_CHOSEN,
} from '../storage/import-drafts.ts';
import { removeImportFile, writeImportFile } from '../storage/import-table.ts';
import { importOpenItem } from '../storage/session.ts';
import { openedSidePanel } from '../ui/browser-features.ts';
import { consoleAddress } from '../ui/open-page.ts';
import { fileNameOf, photographTab, readPageFile } from './import-files.ts';

/** Follows `blocked` in the form's address where there is no room for another draft. */
const NO_ROOM = 'no-room';
const MENU_ENTRY = 'import';
const COMMAND = 'import';

/** Adds the entry of the context menu. Call it after the menu was cleared. */
export function addImportMenu(): void {
  browser.contextMenus.create(
    {
      id: MENU_ENTRY,
      title: t('verb.saveToTable'),
      contexts: ['page', 'frame', 'selection', 'link', 'image'],
      documentUrlPatterns: ['*://*/*', 'file:///*'],
    },
    () => void browser.runtime.lastError,
  );
}

/** Listens to the context menu and the keyboard. Call it before the first await. */
export function listenToImports(): void {
  browser.contextMenus?.onClicked.addListener((info, tab) => {
    if (info.menuItemId === MENU_ENTRY && tab)
      void openImport(tab, pointedAt(info), openedSidePanel(tab.windowId));
  });
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command !== COMMAND) return;
    const inPanel = openedSidePanel(tab?.windowId);
    void Promise.resolve(tab ?? currentTab()).then((target) => openImport(target, null, inPanel));
  });
}

/**
 * Reads the rows of a tab where the user invoked the extension (`activeTab`) and opens the import form, which
 * can also scan a picture or a shown PDF: in the side panel, else in a tab beside it, never over the page.
 * @param pointed the link or picture that the menu was opened on; proposed first
 * @param inPanel whether the side panel is open for it
 */
export async function openImport(
  tab: ImportTarget,
  pointed: Source | null,
  inPanel: Promise<boolean>,
): Promise<void> {
  const read = await readTab(tab);
  const picture = pointed?.rows[0]?.find(({ image }) => image)?.image ?? null;
  // A picture or PDF shown as the tab itself: Chromium gives its bytes, other browsers only what is visible.
  const isFile =
    'block' in read
      ? read.block === 'pdf' || read.block === 'refused'
      : isScannable({ type: read.data.contentType ?? '' });
  const id = crypto.randomUUID();
  let scan: ImportDraft['scan'] = null;
  try {
    if (picture || isFile) scan = await scanOf(id, tab, picture ?? tab.url ?? '');
    if ('block' in read && scan === null) return show(['blocked', read.block], inPanel);
    const page = 'data' in read && !isFile ? read.data : withoutRows(tab);
    const sources = pointed ? [pointed, ...page.sources] : page.sources;
    const draft = { ...newImportDraft(id, { ...page, sources }), tabId: tab.id ?? null, scan };
    await addImportDraft(sources.length === 0 ? { ...draft, chosen: SCAN_CHOSEN } : draft, Date.now());
  } catch (error) {
    if (scan) await removeImportFile(scan.fileId).catch(() => undefined);
    if (!isStorageFull(error)) throw error;
    return show(['blocked', NO_ROOM], inPanel);
  }
  await show([id], inPanel);
}

/** A tab, and the window in which it can be photographed. */
type ImportTarget = CaptureTarget & { windowId?: number | undefined };

/** The file itself where the page lets us read it, else a photograph of what is seen of it. */
async function scanOf(draftId: string, tab: ImportTarget, address: string): Promise<ImportDraft['scan']> {
  const file = await readPageFile(tab.id ?? null, tab.url ?? '', address);
  const isPhotograph = file === null || !isScannable(file);
  const content = isPhotograph ? await photographTab(tab.windowId) : file;
  if (content === null) return null;
  const name = isPhotograph ? 'page.png' : fileNameOf(address);
  return newImportScan(await writeImportFile(content, draftId), name, content, isPhotograph);
}

const withoutRows = ({ title, url }: CaptureTarget): PageData => ({
  title: title ?? '',
  url: url ?? '',
  language: null,
  readAt: Date.now(),
  sources: [],
});

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

/** @param rest what follows the form's address */
async function show(rest: string[], inPanel: Promise<boolean>): Promise<void> {
  // Forms that are open list the new draft too.
  await importOpenItem.setValue({ rest, at: Date.now() });
  if (await inPanel) return;
  const address = consoleAddress('import', ...rest);
  await browser.tabs.create({ url: browser.runtime.getURL(`/console.html${address}` as '/console.html') });
}

function pointedAt({ linkUrl, srcUrl, selectionText }: Browser.contextMenus.OnClickData): Source | null {
  if (selectionText || !(linkUrl || srcUrl)) return null;
  const cells = [
    ...(linkUrl ? [{ name: 'link', cell: { text: linkUrl, link: linkUrl } }] : []),
    ...(srcUrl ? [{ name: 'image', cell: { text: srcUrl, image: srcUrl } }] : []),
  ];
  return newSource({
    kind: 'selection',
    columns: cells.map(({ name }) => name),
    rows: [cells.map(({ cell }) => cell)],
  });
}
