import { browser } from 'wxt/browser';
import { captureResultForm } from '../forms/forms.ts';
import { addressBlock, refusalBlock } from './address-block.ts';
import type { CaptureResult } from './page-capture.ts';

export interface CaptureTarget {
  id?: number | undefined;
  url?: string | undefined;
  title?: string | undefined;
}

/**
 * Captures a tab on which the user has just called on us (`activeTab`): injects the capture script, which reads once,
 * answers, and leaves nothing behind. Never throws: what can't be read has its block.
 */
export async function captureTab(tab: CaptureTarget): Promise<CaptureResult> {
  const about = { title: tab.title ?? '', url: tab.url ?? '' };
  const known = addressBlock(tab.url);
  if (known) return { capture: null, block: known, ...about };
  if (tab.id === undefined) return { capture: null, block: 'not-asked', ...about };
  try {
    const [injected] = await browser.scripting.executeScript({
      target: { tabId: tab.id },
      files: ['/capture.js'],
    });
    return captureResultForm(injected?.result) ?? { capture: null, block: 'refused', ...about };
  } catch {
    return { capture: null, block: refusalBlock(tab.url), ...about };
  }
}

/** The tab that the user looks at; its address is only told where we were called upon. */
export async function currentTab(): Promise<CaptureTarget> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? {};
}
