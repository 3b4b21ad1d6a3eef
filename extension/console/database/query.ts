import type { Row } from '../../../shared/builder-api/database.ts';

export const ENVIRONMENTS = ['development', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export type Engine = 'v2' | 'legacy';

/** Where rows are: everything that tells one table from another. */
export type TablePlace = { projectId: string; engine: Engine; environment: Environment; table: string };

/** Comparisons that both engines' queries know. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

export type Condition = { column: string; op: Operator; value: unknown };
export type RowsQuestion = {
  environment: Environment;
  table: string;
  where: readonly Condition[];
  sort: { column: string; dir: 'asc' | 'desc' } | null;
  limit: number;
};

/**
 * How rows of a table are asked for (service reference, Database routes by engine): each engine has a path and a body of its
 * own. `path` is below the project's.
 */
export function rowsRequest(
  engine: Engine,
  { environment, table, where, sort, limit }: RowsQuestion,
): { path: string; body: unknown } {
  if (engine === 'legacy') {
    const _filter = Object.fromEntries(
      where.map(({ column, op, value }) => [column, op === 'eq' ? value : { [op]: value }]),
    );
    const _sort = sort && { [sort.column]: sort.dir === 'asc' ? 1 : -1 };
    const queryOptions = { ...(where.length > 0 && { _filter }), ...(_sort && { _sort }), _limit: limit };
    return { path: '/database/query', body: { tableName: table, queryOptions } };
  }
  return {
    path: '/database/rows',
    body: {
      env: environment,
      table,
      ...(where.length > 0 && { filter: { and: where } }),
      ...(sort && { sort: [sort] }),
      page: { limit },
    },
  };
}

export type RecordChange =
  | { kind: 'create'; data: Row }
  | { kind: 'update'; id: string; data: Row }
  | { kind: 'delete'; id: string };

/** How one record is made, changed or deleted. */
export function changeRequest(
  engine: Engine,
  environment: Environment,
  table: string,
  change: RecordChange,
): { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown } {
  const place = engine === 'legacy' ? { tableName: table } : { env: environment, table };
  const path = '/database/records';
  switch (change.kind) {
    case 'create':
      return { method: 'POST', path, body: { ...place, data: change.data } };
    case 'update':
      return {
        method: 'PATCH',
        path: `${path}/${encodeURIComponent(change.id)}`,
        body: { ...place, data: change.data },
      };
    case 'delete':
      return { method: 'DELETE', path: `${path}/${encodeURIComponent(change.id)}`, body: place };
  }
}

/** The id of a row by which it is changed; null when it tells none. */
export function idOf(row: Row): string | null {
  const id = row.id ?? row._id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Columns that the database fills in by itself. */
const OWN_COLUMNS = new Set(['id', '_id', 'createdAt', 'updatedAt', 'created_at', 'updated_at']);
export const isOwnColumn = (name: string): boolean => OWN_COLUMNS.has(name);

/** Every column of the structure, then those that only rows have. */
export function columnsOf(told: readonly string[], rows: readonly Row[]): string[] {
  return [...new Set([...told, ...rows.flatMap((row) => Object.keys(row))])];
}

const ASIDE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`/g;
const READS = /^(?:select|explain|values|show|with)\b/;
const WRITES =
  /\b(?:insert|update|delete|replace|merge|upsert|create|alter|drop|truncate|rename|grant|revoke|copy|call|do|execute|analyze|vacuum|reindex|attach|detach|pragma|set|into|lock|nextval|setval)\b/;

/**
 * Whether a statement may change something. Only one that surely reads is taken to read: comments and quoted text aside, it
 * begins with a word that reads, is the only statement, and holds no word that writes.
 */
export function mayWrite(sql: string): boolean {
  const bare = sql.replace(ASIDE, ' ').trim().replace(/;\s*$/, '').toLowerCase();
  return bare.includes(';') || !READS.test(bare) || WRITES.test(bare);
}
