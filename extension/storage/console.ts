import * as z from 'zod/mini';
import { parseEach } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { StorageFull } from './bounds.ts';
import { alike } from './outline.ts';
import { exclusively, keptList, localCollection, localItem, parsed } from './stored-item.ts';

/** The console's last address; a console opened without an address starts there. */
export const lastAddressItem = localItem<string>('console-address', '', alike(''));

const PINNED_MAX = 50;

/** Ids of the pinned projects in the console's list, in the order of pinning. What is no id is left out. */
export const pinnedItem = localItem<string[]>('pinned-projects', [], (value) => parseEach(z.string(), value));

/** Pins or unpins a project, while there is space for another. */
export const setPinned = (projectId: string, isPinned: boolean): Promise<void> =>
  exclusively(pinnedItem.key, async () => {
    const others = (await pinnedItem.getValue()).filter((one) => one !== projectId);
    if (isPinned && others.length >= PINNED_MAX) return;
    await pinnedItem.setValue(isPinned ? [...others, projectId] : others);
  });

/** A response of the edge that the console renders before it is read again. */
export type CachedResponse = { value: unknown; readAt: InstantMs; total?: number };

/** The value as JSON text: Chromium's storage sorts the keys of objects, such as a table's properties. */
const storedResponse = z.object({ json: z.string(), readAt: instantMs, total: z.optional(z.number()) });

/** By path; the least recently read are evicted. */
const responses = localCollection('answer:', storedResponse, (others) =>
  others.toSorted(([, one], [, other]) => (one?.readAt ?? 0) - (other?.readAt ?? 0)).map(([path]) => path),
);

/** The last response for `path`; null without one. */
export async function cachedResponse(path: string): Promise<CachedResponse | null> {
  const kept = await responses.read(path);
  if (kept === null) return null;
  const { json, readAt, total } = kept;
  return { value: JSON.parse(json), readAt, ...(total !== undefined && { total }) };
}

/** Caches a response; of one that is too large nothing is kept, the one before it neither. */
export async function cacheResponse(path: string, { value, ...response }: CachedResponse): Promise<void> {
  try {
    await responses.write(path, { ...response, json: JSON.stringify(value) });
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    await responses.remove(path);
  }
}

/** Clears the cache, whose responses belong to one edge. */
export const clearCachedResponses = (): Promise<void> => responses.clear();

/** How the columns of a table are shown in this browser. */
const columnLayout = z.object({
  /** Of its table. */
  key: z.string(),
  hidden: z.array(z.string()),
  /** In pixels, by column; the others are as wide as their values. */
  widths: z.record(z.string(), z.number()),
});
export type ColumnLayout = Omit<z.infer<typeof columnLayout>, 'key'>;
export const NO_LAYOUT: ColumnLayout = { hidden: [], widths: {} };

const layouts = keptList('column-layouts', parsed(columnLayout), ({ key }) => key, Number.POSITIVE_INFINITY);

export const readLayout = async (key: string): Promise<ColumnLayout> =>
  (await layouts.find(key)) ?? NO_LAYOUT;

/** Stores a table's layout; those that were not changed for longest make room for it. */
export const writeLayout = (key: string, layout: ColumnLayout): Promise<void> =>
  layouts.change(key, () =>
    layout.hidden.length === 0 && Object.keys(layout.widths).length === 0 ? null : { key, ...layout },
  );
