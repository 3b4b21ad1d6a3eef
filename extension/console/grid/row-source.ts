import type { Row } from '../../../shared/builder-api/database.ts';
import type { Result } from '../../edge-client/api-error.ts';
import type { RecordChange } from '../../storage/staged-edits.ts';
import type { PropertyControl } from './values.ts';
import type { Place, WriteMode } from './write-mode.ts';

/** Operators that every source of rows supports. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

export type Condition = { column: string; op: Operator; value: unknown };
export type Sort = { column: string; dir: 'asc' | 'desc' };
export type RowsQuestion = {
  where: readonly Condition[];
  /** By the first, and what is equal in it by the next; empty: as the source orders them. */
  sort: readonly Sort[];
  limit: number;
  /** Zero-based. */
  page: number;
  /** Of a later page of a source without pages (`nextPage`): where it begins, and the page before. */
  after?: Cursor;
  previous?: RowsQuestion;
};

/** Where a page of sorted rows begins: at this value, without the rows that the pages before have shown of it. */
export type Cursor = { column: string; value: unknown; shown: readonly string[] };

/** A path of the edge, and the body of a query sent by POST. */
export type RowsRequest = { path: string; body: unknown };
export type ChangeRequest = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown };

/** A column; `control` null: derived from its values or, without any, from `type`. */
export type Column = {
  name: string;
  label: string;
  control: PropertyControl | null;
  type: string | null;
  /** For a column that refers to another table: records whose name contains these words. */
  choices?: (words: string) => Promise<readonly Choice[]>;
  /** Address of the record that a column refers to. */
  addressOf?: (id: string) => string;
  /** Of a column that holds files. */
  files?: FileColumn;
};

/** How a file is stored for a column. */
export type FileColumn = {
  isMultiple: boolean;
  /** @returns the file name id by which the column holds it */
  upload: (file: File) => Promise<Result<string>>;
  /** When it is stored. Default: at once. */
  note?: string;
};

/** A record that a column may refer to, with its name. */
export type Choice = { id: string; name: string };

/** A table whose rows are shown and edited, wherever they are stored. */
export type RowSource = {
  /** Unique among all tables. */
  key: string;
  /** Typed to confirm the deletion of a row. */
  table: string;
  /** The place that changes are confirmed and sent for, in its own words. */
  place: Place;
  idColumn: 'id' | '_id';
  columns: readonly Column[];
  /** Whether rows can be read page by page; else only more of the first. */
  hasPages: boolean;
  rows: (question: RowsQuestion) => RowsRequest;
  /** Path of one row; missing: it is found by its id among all rows. */
  rowPath?: (id: string) => string;
  change: (change: RecordChange) => ChangeRequest;
  /** Prefix of the paths to read again after a change. */
  rereads: string;
  mode: WriteMode;
  mayEdit: boolean;
  mayDelete: boolean;
  /** The address of a row, or of all rows. */
  addressOf: (row?: string) => string;
  /** Prefix of a saved file's name. */
  fileName: string;
};

/** The order as an object of 1 and -1, first column first. */
export const directionsOf = (sort: readonly Sort[]): Record<string, 1 | -1> =>
  Object.fromEntries(sort.map(({ column, dir }) => [column, dir === 'asc' ? 1 : -1]));

/** The order after a press on a heading: ascending, descending, none; by that column alone, or also by it. */
export function sortedAlso(sort: readonly Sort[], column: string, isAlso: boolean): readonly Sort[] {
  const now = sort.find((one) => one.column === column);
  const isOneOfSeveral = sort.length > 1 && !isAlso;
  const next: Sort[] =
    now === undefined || isOneOfSeveral
      ? [{ column, dir: 'asc' }]
      : now.dir === 'asc'
        ? [{ column, dir: 'desc' }]
        : [];
  if (!isAlso) return next;
  if (now === undefined) return [...sort, ...next];
  return sort.flatMap((one) => (one === now ? next : [one]));
}

/** Rows of a page of a source without pages, which can be sorted and filtered, but not skipped. */
export const SORTED_PAGE_ROWS = 500;

/**
 * The question for the page after `rows`: what stands at or after the last row's value, in the order of the list.
 * @returns null where there is no such page: unsorted rows, no value or id to continue from, or too many rows of one value
 */
export function nextPage(question: RowsQuestion, rows: readonly Row[]): RowsQuestion | null {
  const { after, page } = question;
  const [sort] = question.sort;
  const last = rows.at(-1);
  const value = sort && last?.[sort.column];
  if (sort === undefined || last === undefined || value == null || typeof value === 'object') return null;
  const same = rows.filter((row) => row[sort.column] === value).map(idOf);
  const before = after?.value === value ? after.shown : [];
  const shown = [...before, ...same.flatMap((id) => id ?? [])];
  if (same.includes(null) || shown.length >= SORTED_PAGE_ROWS) return null;
  return {
    ...question,
    page: page + 1,
    after: { column: sort.column, value, shown },
    previous: question,
  };
}

/** The conditions and number of rows to request for a page, and which of the rows belong to it. */
export function pageRequest({ where, sort, limit, after }: RowsQuestion) {
  if (after === undefined) return { where, limit, isNew: () => true };
  const op = sort[0]?.dir === 'desc' ? ('lte' as const) : ('gte' as const);
  const shown = new Set(after.shown);
  return {
    where: [...where, { column: after.column, op, value: after.value }],
    limit: limit + shown.size,
    isNew: (row: Row) => !shown.has(idOf(row) ?? ''),
  };
}

/** The id of a row for changes; null without one. */
export function idOf(row: Row): string | null {
  const id = row.id ?? row._id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Columns that are filled automatically. */
const OWN_COLUMNS = new Set(['id', '_id', 'createdAt', 'updatedAt', 'created_at', 'updated_at']);
export const isOwnColumn = (name: string): boolean => OWN_COLUMNS.has(name);

/** All columns of the structure, then those that only rows have. */
export function columnsOf(named: readonly string[], rows: readonly Row[]): string[] {
  return [...new Set([...named, ...rows.flatMap((row) => Object.keys(row))])];
}
