import { browser } from 'wxt/browser';
import { decodedUri } from '../../shared/parse.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { IMPORT_FILE_MAX_BYTES } from '../storage/import-table.ts';

const READ_TIMEOUT_MS = 20 * SECOND_MS;

/**
 * Reads a file that a page shows, from within the page: the extension has no access to any site of its own.
 * @param page address of the tab when it was read; a tab that shows another origin now is not read
 * @returns null where the browser doesn't let us
 */
export async function readPageFile(
  tabId: number | null,
  page: string,
  address: string,
): Promise<Blob | null> {
  const origin = URL.parse(page)?.origin;
  if (tabId === null || !origin) return null;
  try {
    const [injected] = await browser.scripting.executeScript({
      target: { tabId },
      func: readInPage,
      args: [address, origin, IMPORT_FILE_MAX_BYTES, READ_TIMEOUT_MS],
    });
    return typeof injected?.result === 'string' ? await blobOf(injected.result) : null;
  } catch {
    return null;
  }
}

/** A screenshot of a tab; null where the browser does not allow it. */
export async function photographTab(windowId: number | undefined): Promise<Blob | null> {
  try {
    const dataUrl =
      windowId === undefined
        ? await browser.tabs.captureVisibleTab({ format: 'png' })
        : await browser.tabs.captureVisibleTab(windowId, { format: 'png' });
    return await blobOf(dataUrl);
  } catch {
    return null;
  }
}

/** The last part of an address, as the name of its file. */
export function fileNameOf(address: string): string {
  const last = decodedUri(URL.parse(address)?.pathname.split('/').at(-1) ?? '');
  return last.replace(/[\\/"\p{C}]/gu, '_').slice(0, 120) || 'file';
}

const blobOf = async (dataUrl: string): Promise<Blob> => (await fetch(dataUrl)).blob();

/** Runs in the page: must hold everything that it needs. @returns a data address */
async function readInPage(
  address: string,
  origin: string,
  maxBytes: number,
  timeoutMs: number,
): Promise<string | null> {
  if (location.origin !== origin) return null;
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const content = response.ok ? await response.blob() : null;
    if (content === null || content.size === 0 || content.size > maxBytes) return null;
    return await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => resolve(null);
      reader.readAsDataURL(content);
    });
  } catch {
    return null;
  }
}
