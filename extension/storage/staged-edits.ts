import * as z from 'zod/mini';
import { type InstantMs, instantMs } from '../../shared/time.ts';
import { SESSION_BOUNDS } from './bounds.ts';
import { draftCollection, type StoredDraft, underOwnKeys } from './draft-collection.ts';

const row = z.record(z.string(), z.unknown());

const recordChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), data: row }),
  z.object({ kind: z.literal('update'), id: z.string(), data: row }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
]);
export type RecordChange = z.infer<typeof recordChange>;

/** A change of a row that was not sent yet, or failed. */
const stagedChange = z.object({
  /** Identifies staged changes: the row's id, or a new one for a new row. */
  key: z.string(),
  change: recordChange,
  /** The row as read when the edit started; null for a new one. */
  before: z.nullable(row),
  /** Texts by column that are no value of it yet, as typed: the change is not sent until they are. */
  invalid: z.optional(z.record(z.string(), z.string())),
  /** Why it was refused, or why its outcome is unknown; null while unsent. */
  problem: z.nullable(z.string()),
  /** When it was sent; null before, and once its outcome is known. */
  sentAt: z.nullable(instantMs),
});
export type StagedChange = z.infer<typeof stagedChange>;

/** Changes of one table, in order. Nothing is sent before a review. */
export type Staged = readonly StagedChange[];

/** `at`: when one of them was last changed, a millisecond later at least than before that; 0 while none was ever stored. */
export type StagedEdits = { staged: Staged; at: InstantMs };
const stagedEdits = z.object({ staged: z.array(stagedChange), at: instantMs });

export const NOTHING_STAGED: StagedEdits = { staged: [], at: 0 };

/** They are stored, but not in a form that can be read. They stay until they are discarded. */
export class StagedUnreadable extends Error {
  override readonly name = 'StagedUnreadable';
}

/** They are never evicted: where they do not fit, the page says so. */
const edits = draftCollection(underOwnKeys('staged:'), stagedEdits, {
  ...{ most: Number.POSITIVE_INFINITY, bytes: SESSION_BOUNDS['staged:'].all, keptForMs: null },
  evictable: () => [],
});

/** @throws StagedUnreadable */
function readable(stored: StoredDraft<StagedEdits>): StagedEdits {
  if (stored === 'unreadable') throw new StagedUnreadable();
  return stored ?? NOTHING_STAGED;
}

/**
 * Staged edits of tables, by the key of their source. They are rows of an app's users, so they are kept in the browser's memory
 * only, until they are sent or discarded.
 */
export const stagedEditsStore = {
  /** @throws StagedUnreadable */
  read: async (key: string): Promise<StagedEdits> => readable(await edits.read(key)),

  /** Follows what any page stores, this one included. */
  watch: (key: string, onChange: (read: () => StagedEdits) => void): (() => void) =>
    edits.watch(key, (stored) => onChange(() => readable(stored))),

  /**
   * Applies a change to what is stored by then, so that pages never overwrite each other's edits.
   * @throws StorageFull, StagedUnreadable
   */
  async change(key: string, change: (staged: Staged) => Staged, now: InstantMs): Promise<StagedEdits> {
    const { after } = await edits.change(
      key,
      (found) => {
        const stored = readable(found);
        const staged = change(stored.staged);
        const isNothing = staged.length === 0 && stored.staged.length === 0;
        if (staged === stored.staged || isNothing) return found;
        return { staged: [...staged], at: Math.max(now, stored.at + 1) };
      },
      now,
    );
    return after ?? NOTHING_STAGED;
  },

  remove: async (key: string): Promise<void> => {
    await edits.change(key, () => null, 0);
  },
};
