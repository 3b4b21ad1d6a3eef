import type { Row } from '../../../shared/builder-api/database.ts';
import type { WritePlace } from '../../../shared/edge-api/data-keys.ts';
import type { Result } from '../../edge-client/api-error.ts';
import type { PropertyControl } from './values.ts';
import type { WriteMode } from './write-mode.ts';

/** Comparisons of all sources; each supports some of them. */
export const OPERATORS = [
  'eq',
  'ne',
  'contains',
  'regex',
  'gte',
  'lte',
  'gt',
  'lt',
  'empty',
  'filled',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Those that compare with no value. */
export const isWithoutValue = (op: Operator): op is 'empty' | 'filled' => op === 'empty' || op === 'filled';

export type Comparison = {
  column: string;
  op: Operator;
  value: unknown;
  /** Of a regular expression: some of `i`, `m`, `x` and `s`. */
  options?: string;
};
/** `or`: further ones, any of which is enough; `isPart`: some of those could not be read. */
export type Condition = Comparison & { or?: readonly Comparison[]; isPart?: boolean };

/** Most linked records by whose names rows are found at once. */
export const LINKED_MAX = 100;

/** In place of a column: all of them. */
export const ANY_COLUMN = '*';
export type Sort = { column: string; dir: 'asc' | 'desc' };
export type RowsQuestion = {
  where: readonly Condition[];
  /** By the first, and what is equal in it by the next; empty: as the source orders them. */
  sort: readonly Sort[];
  limit: number;
  /** Zero-based. */
  page: number;
  /** Of a later page without a number (`nextPage`): after which row it begins, and the page before it. */
  after?: Cursor;
  previous?: RowsQuestion;
};

/** Start of a page of sorted rows: this value, without its rows that earlier pages have shown. */
export type Cursor = { column: string; value: unknown; shown: readonly string[] };

export type RowsRequest = { path: string; body: unknown };
export type ChangeRequest = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown };

/** A column; `control` null: derived from its values or, without any, from `type`. */
export type Column = {
  name: string;
  label: string;
  isRequired?: boolean;
  control: PropertyControl | null;
  type: string | null;
  /** Records of a referenced table whose name contains these words; null: they can't be read. */
  choices?: (words: string) => Promise<readonly Choice[] | null>;
  /** Address of the record that a column refers to. */
  addressOf?: (id: string) => string;
  /** Of a column that holds files. */
  files?: FileColumn;
  /** In pixels, unless it was made another: of a column whose values change once their names are read. */
  width?: number;
  /** Values that rows have in it, the most frequent first; null: they can't be read. */
  values?: () => Promise<readonly ValueCount[] | null>;
};

export type FileColumn = {
  isMultiple: boolean;
  /** @returns the file name id by which the column holds it */
  upload: (file: File) => Promise<Result<string>>;
  /** When it is stored. Default: at once. */
  note?: string;
};

/** A value, and how many rows have it. */
export type ValueCount = { value: string | number | boolean; count: number };

/** A record that a column may refer to, with its name. */
export type Choice = { id: string; name: string };

/** A table whose rows are shown and edited, wherever they are stored. */
export type RowSource = {
  /** Unique among all tables. */
  key: string;
  /** Typed to confirm the deletion of a row, or its label. */
  table: string;
  /** What its list is called, where that is another name. */
  label?: string;
  /** The place that changes are confirmed and sent for, in its own words. */
  place: WritePlace;
  idColumn: 'id' | '_id';
  columns: readonly Column[];
  operators: readonly Operator[];
  /** Knows alternatives, and searches all columns of all rows; else only what is read is searched. */
  hasAlternatives: boolean;
  /** Whether it gives any page of its rows; else only the first rows of a question. */
  hasPages: boolean;
  /** Comparisons with the records whose names contain these words, `LINKED_MAX` at most. */
  linked?: (words: string) => Promise<Pick<Condition, 'or' | 'isPart'>>;
  rows: (question: RowsQuestion) => RowsRequest;
  /**
   * Request for how many rows fit, answered by one row with `n`; null: the answer with the rows says it, or
   * nothing does.
   */
  count?: (question: RowsQuestion) => RowsRequest | null;
  /** Path of one row; missing: it is found by its id among all rows. */
  rowPath?: (id: string) => string;
  change: (change: RecordChange) => ChangeRequest;
  /** Prefix of the paths to read again after a change. */
  rereads: string;
  mode: WriteMode;
  mayEdit: boolean;
  mayDelete: boolean;
  /** Where deleted rows can be brought back; missing: nowhere. */
  deletedAddress?: string;
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

/** Most rows of a source without pages that are read at once. */
export const READ_AT_ONCE = 500;

/**
 * Question for the page after `rows` of a source without pages: what stands at or after the last row's value
 * in an ascending order, else more of the first rows.
 * @returns null where there is no such page
 */
export const nextPage = (question: RowsQuestion, rows: readonly Row[]): RowsQuestion | null =>
  pageAfter(question, rows) ?? longerPage(question);

/** Null: another order, no value or id to continue from, or too many rows of one value. */
function pageAfter(question: RowsQuestion, rows: readonly Row[]): RowsQuestion | null {
  const { after, page } = question;
  const [sort] = question.sort;
  const last = rows.at(-1);
  const value = sort && last?.[sort.column];
  if (sort?.dir !== 'asc' || last === undefined || value == null || typeof value === 'object') return null;
  const same = rows.filter((row) => row[sort.column] === value).map(idOf);
  const before = after?.value === value ? after.shown : [];
  const shown = [...before, ...same.flatMap((id) => id ?? [])];
  if (same.includes(null) || shown.length >= READ_AT_ONCE) return null;
  return {
    ...question,
    page: page + 1,
    after: { column: sort.column, value, shown },
    previous: question,
  };
}

function longerPage(question: RowsQuestion): RowsQuestion | null {
  const { after, page, limit } = question;
  if (after !== undefined || limit * (page + 2) > READ_AT_ONCE) return null;
  return { ...question, page: page + 1, previous: question };
}

/** What to request of a source without pages, and which rows of its answer are those of the page. */
export function pageRequest({ where, limit, page, after }: RowsQuestion): {
  where: readonly Condition[];
  limit: number;
  rowsOf: (answered: readonly Row[]) => Row[];
} {
  if (after === undefined)
    return { where, limit: limit * (page + 1), rowsOf: (answered) => answered.slice(limit * page) };
  const shown = new Set(after.shown);
  return {
    where: [...where, { column: after.column, op: 'gte', value: after.value }],
    limit: limit + shown.size,
    rowsOf: (answered) => answered.filter((row) => !shown.has(idOf(row) ?? '')),
  };
}

/** Columns that are filled automatically. */
const OWN_COLUMNS = new Set(['id', '_id', 'createdAt', 'updatedAt', 'created_at', 'updated_at']);
export const isOwnColumn = (name: string): boolean => OWN_COLUMNS.has(name);

/** Tells whether a value can be set: in an app, values beyond the columns follow from references. */
export const isSettable = ({ place, columns }: Pick<RowSource, 'place' | 'columns'>, name: string): boolean =>
  !isOwnColumn(name) && (place !== 'app' || columns.some((column) => column.name === name));

/** All columns of the structure, then those that only rows have. */
export function columnsOf(named: readonly string[], rows: readonly Row[]): string[] {
  return [...new Set([...named, ...rows.flatMap((row) => Object.keys(row))])];
}

/** What is done to one record. */
export type RecordChange =
  | { kind: 'create'; data: Row }
  | { kind: 'update'; id: string; data: Row }
  | { kind: 'delete'; id: string };

/** The id of a row for changes; null without one. */
export function idOf(row: Row): string | null {
  const id = row.id ?? row._id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
