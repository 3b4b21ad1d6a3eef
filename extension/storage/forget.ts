import { browser } from 'wxt/browser';
import { attachmentStore } from './drafts.ts';
import { clearImportDrafts } from './import-drafts.ts';

/** Keys of launches, prompts and pins, on disk or in memory. */
const OF_LAUNCHES =
  /^(draft:|captured:|secret-values:|launch|prompt-drafts$|form-drafts$|import-memory$|pinned-projects$)/;

/**
 * Deletes imports in preparation, drafts with their files and secrets, captured pages, templates, entry points, and
 * launches. A failure does not stop the others.
 */
export async function forgetLaunches(): Promise<void> {
  await Promise.allSettled([
    removeFrom(browser.storage.local),
    removeFrom(browser.storage.session),
    attachmentStore.clear(),
    clearImportDrafts(),
  ]);
}

async function removeFrom(area: typeof browser.storage.local): Promise<void> {
  const keys = Object.keys(await area.get(null)).filter((key) => OF_LAUNCHES.test(key));
  if (keys.length > 0) await area.remove(keys);
}
