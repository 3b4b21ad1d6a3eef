import type { CaptureBlock } from './page-capture.ts';

const BROWSER_SCHEMES = new Set([
  'about:',
  'brave:',
  'chrome:',
  'chrome-extension:',
  'chrome-search:',
  'chrome-untrusted:',
  'data:',
  'devtools:',
  'edge:',
  'extension:',
  'javascript:',
  'moz-extension:',
  'opera:',
  'resource:',
  'view-source:',
  'vivaldi:',
]);
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
  if (BROWSER_SCHEMES.has(url.protocol)) return 'browser-page';
  if (url.protocol === 'file:') return isPdf(url) ? 'pdf' : null;
  if (STORE_HOSTS.has(url.hostname)) return 'store';
  if (url.hostname === 'chrome.google.com' && url.pathname.startsWith('/webstore')) return 'store';
  return null;
}

/** Why the browser refused to inject into a page with this address (its own message is not meant for users). */
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
