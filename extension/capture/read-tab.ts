import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { type CaptureBlock, type CaptureResult, captureResult } from './page-capture.ts';

/** A tab to capture; what the browser does not provide is missing. */
export const captureTarget = z.object({
  id: z.optional(z.number()),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
});
export type CaptureTarget = { id?: number | undefined; url?: string | undefined; title?: string | undefined };

/** A tab with the unchecked result of its script, which `readCapture` parses. */
export const askedTab = z.object({
  tab: captureTarget,
  answer: z.unknown(),
  /** The browser refused the injection. */
  refused: z.boolean(),
});
export type TabReading = { tab: CaptureTarget; answer: unknown; refused: boolean };

/**
 * Injects the capture script into a tab on which the user has invoked the extension (`activeTab`). The script
 * reads once, returns, and leaves nothing behind. Never throws.
 */
export async function captureTab({ id, url, title }: CaptureTarget): Promise<TabReading> {
  const tab = { id, url, title };
  try {
    const target = { tabId: id as number };
    const [injected] = await browser.scripting.executeScript({ target, files: ['/capture.js'] });
    return { tab, answer: injected?.result ?? null, refused: false };
  } catch {
    return { tab, answer: null, refused: true };
  }
}

/** The active tab; its address is only available where the extension was invoked. */
export async function currentTab(): Promise<CaptureTarget> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? {};
}

/**
 * Open tabs that can be read, most recently used first: those where the user invoked the extension, and that
 * have not navigated since. The browser reveals no other tab's address.
 */
export async function readableTabs(): Promise<(CaptureTarget & { url: string })[]> {
  const tabs = await browser.tabs.query({});
  return tabs
    .toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))
    .flatMap(({ id, url, title }) => (url && addressBlock(url) === null ? [{ id, url, title }] : []));
}

/** Parses a tab's result: a capture, or why there is none. */
export function readCapture({ tab, answer, refused }: TabReading): CaptureResult {
  const blocked = (block: CaptureBlock): CaptureResult => ({
    capture: null,
    block,
    title: tab.title ?? '',
    url: tab.url ?? '',
  });
  const known = addressBlock(tab.url);
  if (known) return blocked(known);
  if (tab.id === undefined) return blocked('not-asked');
  return refused ? blocked(refusalBlock(tab.url)) : (parse(captureResult, answer) ?? blocked('refused'));
}

/** Of everything else the browser itself is the author. */
const PAGE_SCHEME = /^(?:https?|file|blob|filesystem|ftp):$/;
const STORE_HOSTS = new Set([
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'microsoftedge.microsoft.com',
]);

/**
 * Whether the address alone rules out reading the page, before anything is injected.
 * @returns why not, or null when it is worth trying
 */
export function addressBlock(address: string | undefined): CaptureBlock | null {
  if (!address) return null;
  const url = URL.parse(address);
  if (!url) return 'browser-page';
  if (!PAGE_SCHEME.test(url.protocol)) return 'browser-page';
  if (url.protocol === 'file:') return isPdf(url) ? 'pdf' : null;
  if (STORE_HOSTS.has(url.hostname)) return 'store';
  if (url.hostname === 'chrome.google.com' && url.pathname.startsWith('/webstore')) return 'store';
  return null;
}

/** Why the browser refused to inject into a page with this address (its own message is not for users). */
export function refusalBlock(address: string | undefined): CaptureBlock {
  const known = addressBlock(address);
  if (known) return known;
  const url = address ? URL.parse(address) : null;
  if (!url) return 'not-asked';
  if (isPdf(url)) return 'pdf';
  return url.protocol === 'file:' ? 'local-file' : 'refused';
}

function isPdf(url: URL): boolean {
  return url.pathname.toLowerCase().endsWith('.pdf');
}
