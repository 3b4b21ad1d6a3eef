import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, SESSION_BOUNDS, StorageFull } from './bounds.ts';
import { exclusively, sessionCollection } from './stored-item.ts';

const row = z.record(z.string(), z.unknown());

/** A change of one row. */
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

const PREFIX = 'staged:';
const itemOf = sessionCollection(PREFIX);
/** One table at a time, since the limit is of all together. */
const LOCK = 'staged edits';

/** @throws StagedUnreadable */
function parseEdits(value: unknown): StagedEdits {
  if (value == null) return NOTHING_STAGED;
  const edits = parse(stagedEdits, value);
  if (edits === null) throw new StagedUnreadable();
  return edits;
}

/**
 * Staged edits of tables, by the key of their source. They are rows of an app's users, so they are kept in the browser's memory
 * only, until they are sent or discarded.
 */
export const stagedEditsStore = {
  /** @throws StagedUnreadable */
  read: async (key: string): Promise<StagedEdits> => parseEdits(await itemOf(key).getValue()),

  /** Follows what any page stores, this one included. */
  watch: (key: string, onChange: (read: () => StagedEdits) => void): (() => void) =>
    itemOf(key).watch((value) => onChange(() => parseEdits(value))),

  /**
   * Applies a change to what is stored by then, so that pages never overwrite each other's edits.
   * @throws StorageFull, StagedUnreadable
   */
  change: (key: string, change: (staged: Staged) => Staged, now: InstantMs): Promise<StagedEdits> =>
    exclusively(LOCK, async () => {
      const item = itemOf(key);
      const stored = parseEdits(await item.getValue());
      const staged = change(stored.staged);
      if (staged === stored.staged || (staged.length === 0 && stored.staged.length === 0)) return stored;
      const edits = { staged: [...staged], at: Math.max(now, stored.at + 1) };
      if ((await bytesOfOthers(item.key)) + byteLength(edits) > SESSION_BOUNDS[PREFIX].all)
        throw new StorageFull(item.key);
      await item.setValue(edits);
      return edits;
    }),

  remove: (key: string): Promise<void> => exclusively(LOCK, () => itemOf(key).removeValue()),
};

async function bytesOfOthers(key: string): Promise<number> {
  const all = Object.entries(await browser.storage.session.get(null));
  return all
    .filter(([other]) => other.startsWith(PREFIX) && other !== key)
    .reduce((sum, [, value]) => sum + byteLength(value), 0);
}
