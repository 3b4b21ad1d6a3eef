import * as z from 'zod/mini';
import { type ImportRecord, type ImportRowState, importRecord } from '../edge-api/imports.ts';

/** Response of GET `/imports`. */
export const importList = z.array(importRecord);

/** What an import remembers of its page, in the form in which it was sent. */
const importSource = z.object({
  /** What was saved at once is one import, however many requests its rows took. */
  import: z.optional(z.string()),
  url: z.string(),
  title: z.optional(z.string()),
  /** What the table was called. */
  label: z.optional(z.string()),
  mapping: z.optional(z.record(z.string(), z.nullable(z.string()))),
});
type ImportSource = z.infer<typeof importSource>;

/** One import: the requests of everything that was saved at once. */
export interface ImportGroup {
  id: string;
  /** In the order of their rows. */
  records: readonly ImportRecord[];
  projectId: string;
  table: string;
  createdAt: number;
  /** Whether this browser started it. */
  own: boolean;
  /** The name of that browser; null when it is no longer known. */
  by: string | null;
  /** Where the rows are from; null when it does not say. */
  source: ImportSource | null;
}

/** The imports of a list of requests, in the order of the list. */
export function groupImports(records: readonly ImportRecord[]): ImportGroup[] {
  const sourceOf = (record: ImportRecord) => importSource.safeParse(record.source).data ?? null;
  const groups = Map.groupBy(records, (record) => sourceOf(record)?.import ?? record.key);
  return [...groups].flatMap(([id, listed]) => {
    const parts = listed.toSorted((one, other) => one.createdAt - other.createdAt);
    const [first] = parts;
    if (first === undefined) return [];
    const { projectId, table, createdAt, own, by } = first;
    return [{ id, records: parts, projectId, table, createdAt, own, by, source: sourceOf(first) }];
  });
}

export const countOf = ({ records }: Pick<ImportGroup, 'records'>, state: ImportRowState): number =>
  records.reduce((sum, { counts }) => sum + (counts[state] ?? 0), 0);

/** The requests of an import that an undo has something to delete of. */
export const undoable = ({ records }: Pick<ImportGroup, 'records'>): ImportRecord[] =>
  records.filter(
    ({ state, counts }) => (state === 'done' || state === 'stopped') && (counts.created ?? 0) > 0,
  );
