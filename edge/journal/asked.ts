import * as z from 'zod/mini';
import type { Role } from '../../shared/edge-api/role.ts';
import { type EntryKind, entryKindOf, type JournalEntry } from '../../shared/journal/journal.ts';
import type { InstantMs } from '../../shared/time.ts';
import { filter, pageSize, wholeNumber } from '../events/query.ts';

/** Position where a source continues: below its last item taken, by time or number, and by a tie-breaker. */
const cursor = z.tuple([z.number(), z.union([z.number(), z.string()])]);
export type Cursor = z.infer<typeof cursor>;

/** One of each source, in their order; null: from its newest. */
const cursors = z.array(z.nullable(cursor));

const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Query of GET `/journal`. `before`: the `next` of a page; `kind`: a kind of entry, or the name of an event;
 * `q`: words that an entry must all have; `from`, `until`: when it was kept, in milliseconds.
 */
export const journalQuery = z.object({
  before: z.optional(
    z.pipe(
      z.string().check(z.refine((text) => cursors.safeParse(read(text)).success, 'is none that a page gave')),
      z.transform((text) => cursors.parse(read(text))),
    ),
  ),
  limit: pageSize,
  project: filter,
  kind: filter,
  q: filter,
  only: z.optional(z.enum(['trouble'])),
  from: z.optional(wholeNumber),
  until: z.optional(wholeNumber),
});
export type JournalQuery = z.output<typeof journalQuery>;

/** The words that are searched for. */
export const wordsOf = ({ q = '' }: Pick<JournalQuery, 'q'>): string[] =>
  q.toLowerCase().split(/\s+/).filter(Boolean);

/** Next item of a source. `entry` is made at its turn; null: another tells it, or it is not asked for. */
export interface Item {
  at: InstantMs;
  cursor: Cursor;
  entry: () => JournalEntry | null;
}

/** The next of one source, newest first. `isCut`: there are more. */
export interface Source {
  items: Item[];
  isCut: boolean;
}

export const NOTHING: Source = { items: [], isCut: false };

/** Who asks, for what, and what is known by name. */
export interface Asked {
  sql: SqlStorage;
  now: InstantMs;
  query: JournalQuery;
  role: Role;
  deviceId: string;
  /** The browser's name; null: not known. */
  me: string | null;
  /** Display names of projects, by their ids. */
  labels: ReadonlyMap<string, string>;
}

/** Rows of one source that are looked at for one page: what is searched or rare takes several. */
export const SCANNED_MAX = 1_000;

/** The kind of entry that is asked for, or the name of an event; each null where it is not. */
export function narrowedTo({ kind = '' }: JournalQuery): { kind: EntryKind | null; event: string | null } {
  const entryKind = entryKindOf(kind);
  return { kind: entryKind, event: entryKind === null && kind !== '' ? kind : null };
}

/** Whether most rows may be left out, so that many are looked at. */
export const isSifted = ({ q, only, kind }: JournalQuery): boolean => Boolean(q || only || kind);

/**
 * Builds a condition on rows, with its values: of the project asked for, with each of the words in their text
 * or in their project's name. It may match more rows than that, because names of fields are searched too.
 */
export function mayBeAsked(
  { query, labels }: Pick<Asked, 'query' | 'labels'>,
  text: string,
  project: string,
): { where: string; values: string[] } {
  const conditions: string[] = [];
  const values: string[] = [];
  if (query.project) {
    conditions.push(`${project} = ?`);
    values.push(query.project);
  }
  for (const word of wordsOf(query)) {
    const named = [...labels].filter(([, label]) => label.toLowerCase().includes(word)).map(([id]) => id);
    conditions.push(
      `(instr(lower(${text}), lower(?)) OR instr(lower(${project}), lower(?)) OR ${project} IN (SELECT value FROM json_each(?)))`,
    );
    values.push(JSON.stringify(word).slice(1, -1), word, JSON.stringify(named));
  }
  return { where: ['1', ...conditions].join(' AND '), values };
}
