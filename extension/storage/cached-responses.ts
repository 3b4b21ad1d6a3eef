import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localEntries } from './stored-item.ts';

/** An answer of the edge that the console paints from before it is read again. */
export type CachedResponse = { value: unknown; readAt: InstantMs; total?: number };

const PREFIX = 'answer:';
const BOUND = LOCAL_BOUNDS[PREFIX];

/** What was read of `path` last; null where nothing is kept. */
export async function cachedResponse(path: string): Promise<CachedResponse | null> {
  const key = PREFIX + path;
  const { [key]: kept } = await browser.storage.local.get(key);
  return isKept(kept) ? kept : null;
}

/** Keeps an answer, unless it is too long; those that were read longest ago make room for it. */
export async function cacheResponse(path: string, response: CachedResponse): Promise<void> {
  const size = byteLength(response);
  if (size > BOUND.each) return browser.storage.local.remove(PREFIX + path);
  const others = (await localEntries(PREFIX))
    .filter(([rest]) => rest !== path)
    .map(([rest, value]) => ({ rest, size: byteLength(value), readAt: isKept(value) ? value.readAt : 0 }))
    .toSorted((one, other) => other.readAt - one.readAt);
  let total = size;
  const gone = others.filter((other) => {
    total += other.size;
    return total > BOUND.all;
  });
  if (gone.length > 0) await browser.storage.local.remove(gone.map(({ rest }) => PREFIX + rest));
  await browser.storage.local.set({ [PREFIX + path]: response });
}

/** Forgets all: what one edge answered says nothing of another. */
export async function clearCachedResponses(): Promise<void> {
  await browser.storage.local.remove((await localEntries(PREFIX)).map(([rest]) => PREFIX + rest));
}

function isKept(value: unknown): value is CachedResponse {
  return typeof value === 'object' && value !== null && 'readAt' in value && typeof value.readAt === 'number';
}
