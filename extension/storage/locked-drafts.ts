import type * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { byteLength } from './bounds.ts';
import { exclusively, type StoredItem } from './stored-item.ts';

const KEPT_FOR_MS = 30 * DAY_MS;

/** `unreadable`: another version wrote it. Null: there is none. */
export type StoredDraft<D> = D | 'unreadable' | null;

/**
 * Drafts of one kind by id, under one key, which all pages change one after the other, so that none loses what another has stored.
 * They are kept for 30 days; the oldest are evicted, except those that can't be read.
 * @param bytes size limit of all together
 * @param most how many are kept
 */
// @__NO_SIDE_EFFECTS__
export function lockedDrafts<D extends { at: InstantMs }>(
  item: StoredItem<unknown>,
  schema: z.ZodMiniType<D>,
  bytes: number,
  most: number,
) {
  const stored = (value: unknown): D | 'unreadable' => parse(schema, value) ?? 'unreadable';
  const entriesOf = (value: unknown): [id: string, value: unknown][] => Object.entries(Object(value ?? {}));

  return {
    read: async (): Promise<Record<string, D | 'unreadable'>> =>
      Object.fromEntries(entriesOf(await item.getValue()).map(([id, value]) => [id, stored(value)])),

    /** Follows one draft, whichever page stores it. */
    watch: (id: string, onChange: (draft: StoredDraft<D>) => void): (() => void) =>
      item.watch((value) => {
        const [entry] = entriesOf(value).filter(([other]) => other === id);
        onChange(entry ? stored(entry[1]) : null);
      }),

    /**
     * Applies a change to what is stored of a draft by then; null deletes it.
     * @returns the drafts that were stored before and are stored after it
     * @throws StorageFull
     */
    change: (
      id: string,
      change: (draft: StoredDraft<D>) => D | null,
      now: InstantMs,
    ): Promise<{ before: D[]; after: D[] }> =>
      exclusively(item.key, async () => {
        const entries = entriesOf(await item.getValue()).map(
          ([other, value]) => [other, value, stored(value)] as const,
        );
        const next = change(entries.find(([other]) => other === id)?.[2] ?? null);
        const others = entries.filter(([other]) => other !== id);
        const unreadable = others.flatMap(([other, value, draft]) =>
          draft === 'unreadable' ? [[other, value] as const] : [],
        );
        const own = next === null ? [] : [[id, next] as const];
        const kept = others
          .flatMap(([other, , draft]) =>
            draft !== 'unreadable' && now - draft.at < KEPT_FOR_MS ? [[other, draft] as const] : [],
          )
          .toSorted(([, one], [, other]) => other.at - one.at)
          .slice(0, most - 1);
        const all = () => Object.fromEntries([...unreadable, ...own, ...kept]);
        while (kept.length > 0 && byteLength(all()) > bytes) kept.pop();
        await item.setValue(all());
        return {
          before: entries.flatMap(([, , draft]) => (draft === 'unreadable' ? [] : [draft])),
          after: [...own, ...kept].map(([, draft]) => draft),
        };
      }),
  };
}
