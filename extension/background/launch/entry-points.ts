import { type Browser, browser } from 'wxt/browser';
import { type CaptureTarget, captureTab, currentTab } from '../../capture/read-tab.ts';
import { t } from '../../i18n/t.ts';
import { hasDataKeyItem } from '../../storage/account.ts';
import { captures, type ReportedSelection } from '../../storage/captures.ts';
import { openRequestItem } from '../../storage/session.ts';
import { entryPointsItem } from '../../storage/settings.ts';
import type { EntryPoints } from '../../storage/settings-schema.ts';
import { hasContextMenu, openSidePanel } from '../../ui/browser-features.ts';
import { openPopup } from '../../ui/open-page.ts';
import { addImportMenu } from '../import-entry.ts';

/** Names of the keyboard commands in the manifest. */
const COMMANDS = { popup: 'launch', panel: 'launch-panel' } as const;

/** Handles context menu and keyboard shortcut. Call it before the first await: it registers all listeners. */
export function listenToEntryPoints(): void {
  listenToMenu();
  listenToKeyboard();
  const applyStored = () => void entryPointsItem.getValue().then(applyMenu);
  browser.runtime.onInstalled.addListener(applyStored);
  entryPointsItem.watch((entryPoints) => void applyMenu(entryPoints));
  hasDataKeyItem.watch(applyStored);
}

type MenuPlace = EntryPoints['place'];
type Contexts = NonNullable<Browser.contextMenus.CreateProperties['contexts']>;
type Subject = 'page' | 'selection';
const CONTEXTS: Record<Subject, Contexts> = { page: ['page', 'frame'], selection: ['selection'] };

/** Rebuilds the context menu from the settings. Rows can be saved only once an app has a data key. */
export async function applyMenu(entryPoints: EntryPoints): Promise<void> {
  if (!hasContextMenu()) return;
  const hasTables = await hasDataKeyItem.getValue();
  await browser.contextMenus.removeAll();
  if (!entryPoints.menu) return;
  addToMenu('page', entryPoints.place);
  addToMenu('selection', entryPoints.place);
  if (hasTables) addImportMenu();
}

/** The id holds the place: the side panel opens only synchronously in the click, before a setting is read. */
function addToMenu(subject: Subject, place: MenuPlace): void {
  const entry: Browser.contextMenus.CreateProperties = {
    id: `launch-${subject}-${place}`,
    title: t(`launch.menu.${subject}`),
    contexts: CONTEXTS[subject],
    documentUrlPatterns: ['*://*/*', 'file:///*'],
  };
  browser.contextMenus.create(entry, () => void browser.runtime.lastError);
}

/** Where a clicked entry opens the draft; null when the entry is not ours. */
export function placeOfMenu(id: string | number): MenuPlace | null {
  const ours = /^launch-.+-(popup|panel)$/.exec(String(id));
  return (ours?.[1] as MenuPlace | undefined) ?? null;
}

function listenToMenu(): void {
  browser.contextMenus?.onClicked.addListener((info, tab) => {
    const place = placeOfMenu(info.menuItemId);
    if (place === null || !tab) return;
    const inPanel = place === 'panel' && openSidePanel(tab.windowId);
    const selection = info.selectionText
      ? { text: info.selectionText, url: info.frameUrl ?? tab.url ?? info.pageUrl ?? '' }
      : null;
    void prepareDraft(tab, selection, Date.now()).then(() => (inPanel ? undefined : void openPopup()));
  });
}

function listenToKeyboard(): void {
  // The side panel opens only synchronously in the key press, before storage is read: the setting is cached.
  let allowed = true;
  const follow = (entryPoints: EntryPoints) => {
    allowed = entryPoints.shortcut;
  };
  void entryPointsItem.getValue().then(follow);
  entryPointsItem.watch(follow);
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === COMMANDS.panel) {
      if (!allowed) return;
      const inPanel = openSidePanel(tab?.windowId);
      void currentOr(tab)
        .then((target) => prepareDraft(target, null, Date.now()))
        .then(() => (inPanel ? undefined : void openPopup()));
    } else if (command === COMMANDS.popup) void launchByKey(tab);
  });
}

async function launchByKey(tab: CaptureTarget | undefined): Promise<void> {
  const { shortcut } = await entryPointsItem.getValue();
  if (!shortcut) return;
  await prepareDraft(await currentOr(tab), null, Date.now());
  await openPopup();
}

/** Only newer versions of Firefox pass the tab of a command. */
async function currentOr(tab: CaptureTarget | undefined): Promise<CaptureTarget> {
  return tab ?? currentTab();
}

/** Captures a tab for the page that opens next, which creates a draft of it. */
export async function prepareDraft(
  tab: CaptureTarget,
  selection: ReportedSelection | null,
  nowMs: number,
): Promise<void> {
  const draftId = crypto.randomUUID();
  await captures.write(draftId, { asked: await captureTab(tab), told: selection, at: nowMs });
  await openRequestItem.setValue({ draftId, at: nowMs });
}
