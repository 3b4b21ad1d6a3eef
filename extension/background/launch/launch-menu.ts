import { type Browser, browser } from 'wxt/browser';
import { t } from '../../i18n/t.ts';
import type { LaunchWays } from '../../launch/launch-ways.ts';

type Place = LaunchWays['place'];
type Contexts = NonNullable<Browser.contextMenus.CreateProperties['contexts']>;
type Subject = 'page' | 'selection';
const CONTEXTS: Record<Subject, Contexts> = { page: ['page', 'frame'], selection: ['selection'] };

/** The place is part of the entry's id: the side panel opens only in the turn of the click, before any setting is read. */
function menuId(subject: Subject, place: Place): string {
  return `launch-${subject}-${place}`;
}

/** Where a clicked entry opens the draft; null when the entry is not ours. */
export function placeOfMenu(id: string | number): Place | null {
  const ours = /^launch-.+-(popup|panel)$/.exec(String(id));
  return (ours?.[1] as Place | undefined) ?? null;
}

/** Makes the context menu what the settings say. */
export async function applyMenu(ways: LaunchWays): Promise<void> {
  await browser.contextMenus.removeAll();
  if (!ways.menu) return;
  create('page', ways.place);
  create('selection', ways.place);
}

function create(subject: Subject, place: Place): void {
  const entry: Browser.contextMenus.CreateProperties = {
    id: menuId(subject, place),
    title: t(`launch.menu.${subject}`),
    contexts: CONTEXTS[subject],
    documentUrlPatterns: ['*://*/*', 'file:///*'],
  };
  browser.contextMenus.create(entry, () => void browser.runtime.lastError);
}
