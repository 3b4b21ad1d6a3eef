import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localEntries, localItem, serialQueue } from './stored-item.ts';

/** The console's last address; a console opened without an address starts there. */
export const lastAddressItem = localItem<string>('console-address', '', (value) =>
  typeof value === 'string' ? value : null,
);

const PINNED_MAX = 50;

/** Ids of the pinned projects in the console's list, in the order of pinning. */
export const pinnedItem = localItem<unknown>('pinned-projects', []);

const inTurn = serialQueue();

/** What another version wrote and this one can't read is left out. */
export const parsePinned = (stored: unknown): string[] =>
  (Array.isArray(stored) ? stored : []).filter((one): one is string => typeof one === 'string');

/** Pins or unpins a project. @returns false when there is no space for another */
export function setPinned(projectId: string, isPinned: boolean): Promise<boolean> {
  return inTurn(async () => {
    const others = parsePinned(await pinnedItem.getValue()).filter((one) => one !== projectId);
    if (isPinned && others.length >= PINNED_MAX) return false;
    await pinnedItem.setValue(isPinned ? [...others, projectId] : others);
    return true;
  });
}

/** A response of the edge that the console renders before it is read again. */
export type CachedResponse = { value: unknown; readAt: InstantMs; total?: number };

/** As stored: the value as JSON text, because Chromium's storage sorts the keys of objects, such as a table's properties. */
type Stored = Omit<CachedResponse, 'value'> & { json: string };

const PREFIX = 'answer:';
const BOUND = LOCAL_BOUNDS[PREFIX];

/** The last response for `path`; null without one. */
export async function cachedResponse(path: string): Promise<CachedResponse | null> {
  const key = PREFIX + path;
  const { [key]: kept } = await browser.storage.local.get(key);
  if (!isStored(kept)) return null;
  const { json, ...response } = kept;
  return { ...response, value: JSON.parse(json) };
}

/** Caches a response unless it is too large; evicts the least recently read. */
export async function cacheResponse(path: string, { value, ...response }: CachedResponse): Promise<void> {
  const stored: Stored = { ...response, json: JSON.stringify(value) };
  const size = byteLength(stored);
  if (size > BOUND.each) return browser.storage.local.remove(PREFIX + path);
  const others = (await localEntries(PREFIX))
    .filter(([rest]) => rest !== path)
    .map(([rest, value]) => ({ rest, size: byteLength(value), readAt: isStored(value) ? value.readAt : 0 }))
    .toSorted((one, other) => other.readAt - one.readAt);
  let total = size;
  const gone = others.filter((other) => {
    total += other.size;
    return total > BOUND.all;
  });
  if (gone.length > 0) await browser.storage.local.remove(gone.map(({ rest }) => PREFIX + rest));
  await browser.storage.local.set({ [PREFIX + path]: stored });
}

/** Clears the cache, whose responses belong to one edge. */
export async function clearCachedResponses(): Promise<void> {
  await browser.storage.local.remove((await localEntries(PREFIX)).map(([rest]) => PREFIX + rest));
}

/** Not what earlier versions stored: it is read again. */
function isStored(stored: unknown): stored is Stored {
  if (typeof stored !== 'object' || stored === null) return false;
  const { readAt, json } = stored as Partial<Stored>;
  return typeof readAt === 'number' && typeof json === 'string';
}
