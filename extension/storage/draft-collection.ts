import type * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { byteLength, StorageFull } from './bounds.ts';
import { exclusively, type StoredItem } from './stored-item.ts';

/** `unreadable`: stored in another form. Null: there is none. */
export type StoredDraft<D> = D | 'unreadable' | null;

/** Where drafts of one kind are stored, each by its id. */
export interface DraftPlace {
  /** Pages change what is stored here one after the other, under this name. */
  lock: string;
  /** Undefined or null when there is none. */
  read: (id: string) => Promise<unknown>;
  entries: () => Promise<[id: string, value: unknown][]>;
  /** Stores a draft, or with null deletes it, and deletes others. */
  write: (id: string, value: unknown, gone: readonly string[]) => Promise<void>;
  /** Follows one draft, whichever page stores it. @returns stops following */
  watch: (id: string, onChange: (value: unknown) => void) => () => void;
}

export interface DraftBounds<D> {
  /** How many are kept. */
  most: number;
  /** Of all together, as JSON; null: the place bounds each, so that a stored draft needs no more space. */
  bytes: number | null;
  /** Older ones are deleted; null: they stay. */
  keptForMs: number | null;
  /** The drafts that may be evicted to make space, first to go first. */
  evictable: (others: readonly D[]) => readonly D[];
}

export interface DraftChange<D> {
  before: D | null;
  after: D | null;
  /** Deleted because they were too old, or to make space. */
  evicted: readonly D[];
}

/** What this version can read of it. */
export const readable = <D>(draft: StoredDraft<D>): D | null => (draft === 'unreadable' ? null : draft);

export const oldestFirst = <D extends { at: InstantMs }>(others: readonly D[]): D[] =>
  others.toSorted((one, other) => one.at - other.at);

/**
 * Drafts of one kind, within a bound. All pages change them one after the other, so that none loses what
 * another has stored. Those that can't be read are never evicted.
 */
// @__NO_SIDE_EFFECTS__
export function draftCollection<D extends { at: InstantMs }>(
  place: DraftPlace,
  schema: z.ZodMiniType<D>,
  bounds: DraftBounds<D>,
) {
  const stored = (value: unknown): StoredDraft<D> =>
    value == null ? null : (parse(schema, value) ?? 'unreadable');

  /** The drafts that are deleted for `next`. @throws StorageFull */
  function evictions(entries: readonly (readonly [string, unknown])[], next: D, now: InstantMs) {
    const sizeOf = (one: unknown) => (bounds.bytes === null ? 0 : byteLength(one));
    const left = new Map<D, { id: string; size: number }>();
    let count = entries.length + 1;
    let bytes = sizeOf({ next });
    for (const [id, value] of entries) {
      const size = sizeOf({ [id]: value });
      bytes += size;
      const draft = readable(stored(value));
      if (draft !== null) left.set(draft, { id, size });
    }
    const isFull = () => count > bounds.most || bytes > (bounds.bytes ?? 0);
    const gone: [string, D][] = [];
    const evict = (draft: D) => {
      const found = left.get(draft);
      if (!found) return;
      left.delete(draft);
      gone.push([found.id, draft]);
      count -= 1;
      bytes -= found.size;
    };
    const all = [...left.keys()];
    for (const draft of all)
      if (now - draft.at >= (bounds.keptForMs ?? Number.POSITIVE_INFINITY)) evict(draft);
    for (const draft of isFull() ? bounds.evictable([...left.keys()]) : []) if (isFull()) evict(draft);
    if (isFull()) throw new StorageFull(place.lock);
    return gone;
  }

  return {
    read: async (id: string): Promise<StoredDraft<D>> => stored(await place.read(id)),

    watch: (id: string, onChange: (draft: StoredDraft<D>) => void): (() => void) =>
      place.watch(id, (value) => onChange(stored(value))),

    /** All drafts by id. */
    all: async (): Promise<Record<string, D | 'unreadable'>> =>
      Object.fromEntries(
        (await place.entries()).map(([id, value]) => [id, stored(value) ?? 'unreadable'] as const),
      ),

    /**
     * Applies a change to what is stored of a draft by then; null deletes it, the same draft changes nothing.
     * @throws StorageFull; what was stored before stays
     */
    change: (
      id: string,
      change: (draft: StoredDraft<D>) => StoredDraft<D>,
      now: InstantMs,
    ): Promise<DraftChange<D>> =>
      exclusively(place.lock, async () => {
        const found = stored(await place.read(id));
        const next = change(found);
        const before = readable(found);
        const after = readable(next);
        if (next === found) return { before, after, evicted: [] };
        const needsSpace = after !== null && (found === null || bounds.bytes !== null);
        const others = needsSpace ? (await place.entries()).filter(([other]) => other !== id) : [];
        const gone = after === null ? [] : evictions(others, after, now);
        await place.write(
          id,
          after,
          gone.map(([other]) => other),
        );
        return { before, after, evicted: gone.map(([, draft]) => draft) };
      }),
  };
}

/** Drafts that are stored together, as one value. */
export function underOneKey(item: StoredItem<unknown>): DraftPlace {
  const all = async () => Object(await item.getValue()) as Record<string, unknown>;
  return {
    lock: item.key,
    read: async (id) => (await all())[id],
    entries: async () => Object.entries(await all()),
    async write(id, value, gone) {
      const { [id]: _, ...others } = await all();
      for (const other of gone) delete others[other];
      await item.setValue(value === null ? others : { ...others, [id]: value });
    },
    watch: (id, onChange) => item.watch((value) => onChange(Object(value)[id])),
  };
}
