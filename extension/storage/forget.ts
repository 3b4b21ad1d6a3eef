import { browser } from 'wxt/browser';
import { nameOf, OWED } from './bounds.ts';
import { attachmentStore } from './drafts.ts';
import { clearImportDrafts } from './import-table.ts';

/** Keys of launches, prompts, pins and layouts of tables, on disk or in memory. */
const OF_LAUNCHES =
  /^(draft:|captured:|secret-values:|launch|prompt-drafts$|form-drafts$|import-memory$|pinned-projects$|column-layouts$)/;

/** Keys of what was typed in Data and Database, in memory. */
const OF_DATA = /^data-form-drafts$/;

/** Deletes begun forms of Data and Database. */
export const forgetDataDrafts = (): Promise<void> => removeFrom(browser.storage.session, OF_DATA);

/**
 * Deletes imports in preparation, drafts with their files and secrets, captured pages, templates, entry
 * points and launches. A failure does not stop the others.
 */
export async function forgetLaunches(): Promise<void> {
  await Promise.allSettled([
    removeFrom(browser.storage.local, OF_LAUNCHES),
    removeFrom(browser.storage.session, OF_LAUNCHES),
    attachmentStore.clear(),
    clearImportDrafts(),
  ]);
}

/**
 * Deletes what this browser has of its account and can read again, its settings, and how pages were left. The
 * pairing, calls, receipts and drafts stay.
 */
export async function resetCopy(): Promise<void> {
  const keys = Object.keys(await browser.storage.local.get(null)).filter((key) => !OWED.has(nameOf(key)));
  await browser.storage.session.remove(['last-read', 'last-ok-at']);
  await browser.storage.local.remove(keys);
}

async function removeFrom(area: typeof browser.storage.local, pattern: RegExp): Promise<void> {
  const keys = Object.keys(await area.get(null)).filter((key) => pattern.test(key));
  if (keys.length > 0) await area.remove(keys);
}
