import * as z from 'zod/mini';
import { DATABASE_OPERATORS, type DatabaseTable } from '../../../../../../shared/builder-api/database.ts';
import { projectPath } from '../../../../../reads/paths.ts';
import type { RecordChange } from '../../../../grid/row-source.ts';
import {
  ANY_COLUMN,
  type ChangeRequest,
  type Comparison,
  directionsOf,
  OPERATORS,
  type Operator,
  pageRequest,
  type RowsQuestion,
  type RowsRequest,
} from '../../../../grid/row-source.ts';
import { isBoolean } from '../../../../grid/values.ts';

export const ENVIRONMENTS = ['development', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export type Engine = 'v2' | 'legacy';

/** Request for a table's rows, by engine in path and body (service reference, Database routes by engine). */
export function rowsRequest(
  projectId: string,
  engine: Engine,
  environment: Environment,
  table: string,
  question: RowsQuestion,
): RowsRequest {
  const { sort } = question;
  const { where: wanted, limit } = pageRequest(question);
  // No operator of the route searches all columns: that is done among the rows that were read.
  const where = wanted.filter(({ column }) => column !== ANY_COLUMN);
  if (engine === 'legacy') {
    const _filter: Record<string, unknown> = {};
    for (const { column } of where) _filter[column] = conditionsOn(column, where);
    const _sort = sort.length > 0 && directionsOf(sort);
    const queryOptions = { ...(where.length > 0 && { _filter }), ...(_sort && { _sort }), _limit: limit };
    return { path: projectPath(projectId, '/database/query'), body: { tableName: table, queryOptions } };
  }
  return {
    path: projectPath(projectId, '/database/rows'),
    body: {
      env: environment,
      table,
      ...(where.length > 0 && { filter: { and: where } }),
      ...(sort.length > 0 && { sort }),
      page: { limit },
    },
  };
}

/** All conditions on one column, which the older engine takes as one entry. */
function conditionsOn(column: string, where: RowsQuestion['where']): unknown {
  const own = where.filter((one) => one.column === column);
  const [first] = own;
  return own.length === 1 && first?.op === 'eq'
    ? first.value
    : Object.fromEntries(own.map(({ op, value }) => [op, value]));
}

/** The request to create, change or delete a record. */
export function changeRequest(
  projectId: string,
  engine: Engine,
  environment: Environment,
  table: string,
  change: RecordChange,
): ChangeRequest {
  const place = engine === 'legacy' ? { tableName: table } : { env: environment, table };
  switch (change.kind) {
    case 'create':
      return {
        method: 'POST',
        path: projectPath(projectId, '/database/records'),
        body: { ...place, data: change.data },
      };
    case 'update':
      return {
        method: 'PATCH',
        path: projectPath(projectId, '/database/records/:recordId', { recordId: change.id }),
        body: { ...place, data: change.data },
      };
    case 'delete':
      return {
        method: 'DELETE',
        path: projectPath(projectId, '/database/records/:recordId', { recordId: change.id }),
        body: place,
      };
  }
}

/** Two rows that a column of the first holds together. */
export type Relation = { id: string; column: string; targetId: string };

/**
 * Links or unlinks two rows (service reference, Database routes by engine, which shows the paths and no
 * bodies: these name what each must know).
 */
export function relationRequest(
  projectId: string,
  engine: Engine,
  environment: Environment,
  table: string,
  action: 'link' | 'unlink',
  { id, column, targetId }: Relation,
): ChangeRequest {
  return engine === 'legacy'
    ? {
        method: action === 'link' ? 'POST' : 'DELETE',
        path: projectPath(projectId, '/database/records/:recordId/link', { recordId: id }),
        body: { tableName: table, propertyName: column, referenceId: targetId },
      }
    : {
        method: 'POST',
        path: projectPath(projectId, '/database/relations'),
        body: { env: environment, table, id, relation: column, targetId, action },
      };
}

/** Effect of a statement on rows of one table, and the statement that counts them; null: uncountable. */
export type Effect = { kind: 'delete' | 'update'; table: string; count: string | null };

/** Null: it does something else, or to more than one table. */
export function effectOf(sql: string): Effect | null {
  const statement = sql.trim().replace(/;\s*$/, '');
  const [deletes, deleted, condition = ''] = DELETION.exec(statement) ?? [];
  if (deletes !== undefined && deleted !== undefined) return effect('delete', deleted, condition);
  const [updates, updated] = UPDATE.exec(statement) ?? [];
  return updates === undefined || updated === undefined
    ? null
    : effect('update', updated, conditionOf(statement.slice(updates.length)));
}

const effect = (kind: Effect['kind'], named: string, where: string | null): Effect => ({
  kind,
  table: named.replace(/["`]/g, ''),
  count: where === null ? null : `select count(*) as n from ${named} ${where}`.trim(),
});

/** Condition of an update, from its keyword on, or empty; null: more decides which rows it changes. */
function conditionOf(assignments: string): string | null {
  // Of the same length, so that what is found in it stands at the same place.
  let bare = assignments.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`/g, (text) => '?'.repeat(text.length));
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, (text) => '?'.repeat(text.length));
  }
  if (/['"`();]|--|\/\*|\b(?:from|join|returning|limit|order|output)\b/i.test(bare)) return null;
  const at = bare.search(/\bwhere\b/i);
  return at < 0 ? '' : assignments.slice(at);
}

/** A statement that reads the first rows of a table. */
export const firstRowsOf = (table: string): string => `select * from ${quoted(table)} limit 20`;

/** Operators of a statement, in the order in which they are offered. */
export const STATEMENT_OPERATORS: readonly Operator[] = OPERATORS.filter((op) => op !== 'regex');

/** Whether a question has a condition that the route of rows can't say. */
export const needsStatement = ({ where }: RowsQuestion): boolean =>
  where.some(({ column, op, or }) => column === ANY_COLUMN || or || !isOfRoute(op));

const isOfRoute = (op: Operator): boolean => (DATABASE_OPERATORS as readonly string[]).includes(op);

/** The request for rows of a table by a statement, which only reads. @param columns of the table */
export function statementRequest(
  projectId: string,
  environment: Environment,
  table: string,
  columns: readonly string[],
  question: RowsQuestion,
): RowsRequest {
  const { where, limit } = pageRequest(question);
  const order = question.sort.map(({ column, dir }) => `${quoted(column)} ${dir}`);
  const sql = [
    `select * from ${quoted(table)}`,
    ...whereIn(where, columns),
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
    `limit ${limit}`,
  ].join('\n');
  return { path: projectPath(projectId, '/database/sql'), body: { env: environment, sql } };
}

/** Request for the number of all rows that fit, which the answer to {@link statementRequest} lacks. */
export const countRequest = (
  projectId: string,
  environment: Environment,
  table: string,
  columns: readonly string[],
  { where }: RowsQuestion,
): RowsRequest => {
  const sql = [`select count(*) as n from ${quoted(table)}`, ...whereIn(where, columns)].join('\n');
  return { path: projectPath(projectId, '/database/sql'), body: { env: environment, sql } };
};

function whereIn(where: RowsQuestion['where'], columns: readonly string[]): string[] {
  if (where.length === 0) return [];
  const conditions = where.map(({ or = [], ...first }) =>
    anyOf([first, ...or].map((one) => comparisonIn(one, columns))),
  );
  return [`where ${conditions.join('\n  and ')}`];
}

const anyOf = (alternatives: readonly string[]): string => `(${alternatives.join(' or ')})`;

function comparisonIn({ column: name, op, value }: Comparison, columns: readonly string[]): string {
  if (name === ANY_COLUMN) return anyOf(columns.map((one) => containsIn(one, String(value))));
  const column = quoted(name);
  const isNone = value === null || value === undefined;
  switch (op) {
    case 'eq':
      return isNone ? `${column} is null` : `${column} = ${literal(value)}`;
    case 'ne':
      // A row without a value is another one too.
      return isNone ? `${column} is not null` : `(${column} <> ${literal(value)} or ${column} is null)`;
    case 'gt':
      return `${column} > ${literal(value)}`;
    case 'gte':
      return `${column} >= ${literal(value)}`;
    case 'lt':
      return `${column} < ${literal(value)}`;
    case 'lte':
      return `${column} <= ${literal(value)}`;
    case 'empty':
      return `(${column} is null or cast(${column} as text) = '')`;
    case 'filled':
      return `(${column} is not null and cast(${column} as text) <> '')`;
    case 'contains':
    case 'regex':
      return containsIn(name, String(value));
  }
}

/**
 * Escapes wildcards in the words by a letter that no dialect escapes by on its own; a backslash, which some
 * dialects do escape by, matches any one letter.
 */
function containsIn(column: string, words: string): string {
  const plain = words.toLowerCase().replace(/[%_!]/g, '!$&').replaceAll('\\', '_');
  const escapes = plain.includes('!') ? " escape '!'" : '';
  return `lower(cast(${quoted(column)} as text)) like ${textIn(`%${plain}%`)}${escapes}`;
}

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : textIn(typeof value === 'string' ? value : JSON.stringify(value));

const textIn = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Columns in a statement's answer that hold yes or no as 1 and 0: every table with such a column declares it
 * so, and the statement gives its name to nothing else.
 */
export function flagsOf(tables: readonly DatabaseTable[], sql: string): string[] {
  const columns = Map.groupBy(
    tables.flatMap((table) => table.columns),
    ({ name }) => name,
  );
  return [...columns]
    .filter(([, all]) => all.every(({ type }) => isBoolean(type)))
    .map(([name]) => name)
    .filter((name) => /^\w+$/.test(name) && !new RegExp(`\\bas\\s+\\W?${name}\\b`, 'i').test(sql));
}

/** Quotes a name unless plain: some dialects would take it for a keyword or write it in small letters. */
const quoted = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !KEYWORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

const KEYWORDS: ReadonlySet<string> = new Set(
  'all and any as case check default desc distinct end from group having in index into is key like limit not null offset on or order references select set table then to union user values when where with'.split(
    ' ',
  ),
);

/**
 * Number of rows that a statement changed, if its answer has it under a name that databases use: no reference
 * shows the answer. Null: it does not say.
 */
export function changedRows(answer: unknown): number | null {
  const found = answered.safeParse(answer);
  if (!found.success) return null;
  const { meta, ...own } = found.data;
  const named = { ...(typeof meta === 'object' ? meta : {}), ...own } as Record<string, unknown>;
  const number = CHANGED.map((name) => named[name]).find((one) => typeof one === 'number');
  return typeof number === 'number' ? number : null;
}

const answered = z.looseObject({ meta: z.optional(z.unknown()) });
const CHANGED = ['changes', 'rowsAffected', 'affectedRows', 'rowCount'];

const UPDATE = /^update\s+([\w."`]+)\s+set\s/i;
const DELETION =
  /^(?:delete\s+from|drop\s+table(?:\s+if\s+exists)?|truncate(?:\s+table)?)\s+([\w."`]+)\s*(where\s[\s\S]+)?$/i;
