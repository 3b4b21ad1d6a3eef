import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localEntries } from './stored-item.ts';

/** A response of the edge that the console renders before it is read again. */
export type CachedResponse = { value: unknown; readAt: InstantMs; total?: number };

const PREFIX = 'answer:';
const BOUND = LOCAL_BOUNDS[PREFIX];

/** The last response for `path`; null without one. */
export async function cachedResponse(path: string): Promise<CachedResponse | null> {
  const key = PREFIX + path;
  const { [key]: kept } = await browser.storage.local.get(key);
  return isKept(kept) ? kept : null;
}

/** Caches a response unless it is too large; evicts the least recently read. */
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

/** Clears the cache, whose responses belong to one edge. */
export async function clearCachedResponses(): Promise<void> {
  await browser.storage.local.remove((await localEntries(PREFIX)).map(([rest]) => PREFIX + rest));
}

function isKept(value: unknown): value is CachedResponse {
  return typeof value === 'object' && value !== null && 'readAt' in value && typeof value.readAt === 'number';
}
