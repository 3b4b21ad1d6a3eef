import type { Row } from '../../../shared/builder-api/database.ts';
import type { PropertyControl } from './values.ts';
import type { Place, WriteMode } from './write-mode.ts';

/** Comparisons that every source of rows knows. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

export type Condition = { column: string; op: Operator; value: unknown };
export type RowsQuestion = {
  where: readonly Condition[];
  sort: { column: string; dir: 'asc' | 'desc' } | null;
  limit: number;
  /** Counts from 0; always 0 where a source has no pages. */
  page: number;
};

export type RecordChange =
  | { kind: 'create'; data: Row }
  | { kind: 'update'; id: string; data: Row }
  | { kind: 'delete'; id: string };

/** A path of the edge, and the body of a question that is put by POST. */
export type RowsRequest = { path: string; body: unknown };
export type ChangeRequest = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown };

/** A column as it is shown and edited; `control` null: told by its values, or, where there is none, by `type`. */
export type Column = {
  name: string;
  label: string;
  control: PropertyControl | null;
  type: string | null;
  /** Of a column that refers to a record of another table: those whose name holds these words. */
  choices?: (words: string) => Promise<readonly Choice[]>;
};

/** A record that a column may refer to, and by which name it goes. */
export type Choice = { id: string; name: string };

/** One table of which rows are shown and changed, wherever they are. */
export type RowSource = {
  /** Tells it from every other table. */
  key: string;
  /** Typed before a row of it is deleted. */
  table: string;
  /** In whose words changes are asked for and sent. */
  place: Place;
  idColumn: 'id' | '_id';
  columns: readonly Column[];
  /** Whether rows can be asked for page by page; else only more of the first. */
  hasPages: boolean;
  rows: (question: RowsQuestion) => RowsRequest;
  change: (change: RecordChange) => ChangeRequest;
  /** Beginning of the paths that are read again after a change. */
  rereads: string;
  mode: WriteMode;
  mayEdit: boolean;
  mayDelete: boolean;
  /** The address of a row, or of all of them. */
  addressOf: (row?: string) => string;
  /** Begins the name of a saved file. */
  fileName: string;
};

/** The id of a row by which it is changed; null when it tells none. */
export function idOf(row: Row): string | null {
  const id = row.id ?? row._id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Columns that are filled in by themselves. */
const OWN_COLUMNS = new Set(['id', '_id', 'createdAt', 'updatedAt', 'created_at', 'updated_at']);
export const isOwnColumn = (name: string): boolean => OWN_COLUMNS.has(name);

/** Every column of the structure, then those that only rows have. */
export function columnsOf(told: readonly string[], rows: readonly Row[]): string[] {
  return [...new Set([...told, ...rows.flatMap((row) => Object.keys(row))])];
}
