import * as z from 'zod/mini';
import { isWithheld } from '../withheld.ts';

/** One value of a row, of whatever type the app stores. */
export type Row = Record<string, unknown>;

/** A table in the form common to both engines; `type` is null where none is given. */
export type DatabaseTable = { name: string; columns: { name: string; type: string | null }[] };

/** The operators that the reference names (Database routes by engine); the edge passes on no other. */
export const DATABASE_OPERATORS = ['eq', 'gte'] as const;

const record = z.record(z.string(), z.unknown());
const column = z.looseObject({ name: z.string() });
const table = z.union([
  z.looseObject({ name: z.string(), columns: z.array(z.unknown()) }),
  z.looseObject({ type: z.string(), properties: z.union([z.array(z.unknown()), record]) }),
]);

/**
 * Parses a database's structure (service reference, Database routes by engine, which documents no responses):
 * a list of tables, bare or under `tables` or `schema`, each with `name` and `columns` or `type` and
 * `properties`. Left out: other tables and columns, and columns whose values are withheld.
 * @returns null when there is no list of tables
 */
export function readTables(data: unknown): DatabaseTable[] | null {
  const list = listIn(data, ['tables', 'schema']);
  if (list === null) return null;
  return list.flatMap((entry) => {
    const parsed = table.safeParse(entry);
    if (!parsed.success) return [];
    if ('columns' in parsed.data) {
      const { name, columns } = parsed.data as { name: string; columns: unknown[] };
      return [{ name, columns: columns.flatMap((one) => columnOf(one)) }];
    }
    const { type, properties } = parsed.data as { type: string; properties: unknown[] | Row };
    const columns = Array.isArray(properties) ? properties : Object.values(properties);
    return [{ name: type, columns: columns.flatMap((one) => columnOf(one)) }];
  });
}

const columnOf = (value: unknown) => namedColumn(value).filter(({ name }) => !isWithheld(name));

function namedColumn(value: unknown): DatabaseTable['columns'] {
  if (typeof value === 'string') return [{ name: value, type: null }];
  const parsed = column.safeParse(value);
  if (!parsed.success) return [];
  const { name, type, propertyType } = parsed.data;
  const typeName = [type, propertyType].find((one) => typeof one === 'string');
  return [{ name, type: typeof typeName === 'string' ? typeName : null }];
}

/**
 * Parses rows of a table or a statement: a list, bare or under `rows`, `results`, `records` or `data`; rows
 * that are lists of values are named by `columns`. `total`: all matching rows; null: not reported.
 * @returns null when there is no list of rows, or one is unreadable
 */
export function readRows(data: unknown): { rows: Row[]; total: number | null } | null {
  const list = listIn(data, ['rows', 'results', 'records', 'data']);
  if (list === null) return null;
  const about = record.safeParse(data);
  const names = about.success ? listIn(about.data.columns, []) : null;
  const rows = list.flatMap((entry) => {
    const parsed = record.safeParse(entry);
    if (parsed.success) return [parsed.data];
    return names !== null && Array.isArray(entry)
      ? [Object.fromEntries(names.map((name, at) => [String(name), entry[at]]))]
      : [];
  });
  if (rows.length < list.length) return null;
  const count = about.success ? about.data.total : null;
  return { rows, total: typeof count === 'number' ? count : null };
}

/** The number that a statement has counted as `n`; null: the answer has none. */
export function readCount(data: unknown): number | null {
  const count = Number(readRows(data)?.rows[0]?.n ?? Number.NaN);
  return Number.isFinite(count) ? count : null;
}

function listIn(data: unknown, names: readonly string[]): unknown[] | null {
  if (Array.isArray(data)) return data;
  const parsed = record.safeParse(data);
  if (!parsed.success) return null;
  const found = names.map((name) => parsed.data[name]).find(Array.isArray);
  return found ?? null;
}
