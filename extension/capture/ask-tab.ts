import { browser } from 'wxt/browser';
import type { AskedTab, CaptureTarget } from './asked-tab.ts';

/**
 * Asks a tab on which the user has just called on us (`activeTab`): injects the capture script, which reads once, answers,
 * and leaves nothing behind. Never throws.
 */
export async function askTab({ id, url, title }: CaptureTarget): Promise<AskedTab> {
  const tab = { id, url, title };
  try {
    const target = { tabId: id as number };
    const [injected] = await browser.scripting.executeScript({ target, files: ['/capture.js'] });
    return { tab, answer: injected?.result ?? null, refused: false };
  } catch {
    return { tab, answer: null, refused: true };
  }
}

/** The tab that the user looks at; its address is only told where we were called upon. */
export async function currentTab(): Promise<CaptureTarget> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? {};
}
