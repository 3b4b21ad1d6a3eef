import { browser } from 'wxt/browser';
import { attachmentStore } from './attachment-store.ts';

const KEPT = /^(?:draft:|captured:|launch)/;
const IN_MEMORY = /^(?:secret-values:|launch)/;

/**
 * Forgets drafts with their files and secrets, pages that are to become drafts, templates, ways to launch, and which launches there were; each as far as it
 * goes, for a reset must not stop halfway.
 */
export async function forgetLaunches(): Promise<void> {
  await Promise.allSettled([
    removeMatching(browser.storage.local, KEPT),
    removeMatching(browser.storage.session, IN_MEMORY),
    attachmentStore.clear(),
  ]);
}

async function removeMatching(area: typeof browser.storage.local, names: RegExp): Promise<void> {
  const keys = Object.keys(await area.get(null)).filter((key) => names.test(key));
  if (keys.length > 0) await area.remove(keys);
}
