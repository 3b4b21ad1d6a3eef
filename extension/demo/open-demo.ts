import { browser } from 'wxt/browser';
import { clearCachedResponses, lastAddressItem } from '../storage/console.ts';
import { forgetDataDrafts } from '../storage/forget.ts';
import { formDraftsItem } from '../storage/form-drafts.ts';
import { promptDraftsItem, removePromptDrafts } from '../storage/prompt-drafts.ts';
import { demoItem } from '../storage/session.ts';

/** Shows the demo account in popup, panel and console. */
export const startDemo = (): Promise<void> => demoItem.setValue({ since: Date.now() });

/** The same, and opens the console. */
export async function openDemo(): Promise<void> {
  await startDemo();
  await browser.tabs.create({ url: browser.runtime.getURL('/console.html') });
}

/** Ends the demo and deletes its data. */
export async function leaveDemo(): Promise<void> {
  await clearCachedResponses();
  await removePromptDrafts(() => promptDraftsItem.removeValue());
  await formDraftsItem.removeValue();
  await forgetDataDrafts();
  await lastAddressItem.removeValue();
  await demoItem.removeValue();
}
