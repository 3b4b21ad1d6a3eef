import { browser } from 'wxt/browser';
import { attachmentStore } from './attachment-store.ts';

/** What launches keep, on disk or in memory. */
const OURS = /^(draft:|captured:|secret-values:|launch)/;

/**
 * Forgets drafts with their files and secrets, pages that are to become drafts, templates, ways to launch, and which launches there were; each as far as it
 * goes, for a reset must not stop halfway.
 */
export async function forgetLaunches(): Promise<void> {
  await Promise.allSettled([
    removeOurs(browser.storage.local),
    removeOurs(browser.storage.session),
    attachmentStore.clear(),
  ]);
}

async function removeOurs(area: typeof browser.storage.local): Promise<void> {
  const keys = Object.keys(await area.get(null)).filter((key) => OURS.test(key));
  if (keys.length > 0) await area.remove(keys);
}
