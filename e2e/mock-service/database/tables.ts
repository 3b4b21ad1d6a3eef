import { refuse } from '../http/refusal.ts';
import { isText } from '../http/values.ts';
import type { Project, Row, Tables } from '../world/project.ts';

const ENVIRONMENTS = ['development', 'production'];
/** A legacy project has one database. */
export const LEGACY_ENVIRONMENT = 'production';

export function tablesOf(project: Project, env: unknown): Tables {
  if (typeof env !== 'string' || !ENVIRONMENTS.includes(env)) {
    refuse(400, 'VALIDATION_ERROR', 'env must be development or production');
  }
  const known = project.database.get(env);
  if (known !== undefined) return known;
  const fresh: Tables = new Map();
  project.database.set(env, fresh);
  return fresh;
}

export function requireTable(tables: Tables, name: unknown): Row[] {
  if (!isText(name)) refuse(400, 'VALIDATION_ERROR', 'The table is not named');
  return tables.get(name) ?? refuse(404, 'TABLE_NOT_FOUND', `There is no table ${name}`);
}

/** The table, made on its first record. */
export function ensureTable(tables: Tables, name: unknown): Row[] {
  if (!isText(name)) refuse(400, 'VALIDATION_ERROR', 'The table is not named');
  const known = tables.get(name);
  if (known !== undefined) return known;
  const fresh: Row[] = [];
  tables.set(name, fresh);
  return fresh;
}

export function requireRow(rows: Row[], id: string): Row {
  const found = rows.find((row) => row.id === id || row._id === id);
  return found ?? refuse(404, 'RECORD_NOT_FOUND', `There is no record ${id}`);
}

export function structureOf(tables: Tables) {
  return [...tables].map(([name, rows]) => {
    const columns = new Map<string, string>();
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) columns.set(column, typeof value);
    return { name, columns: [...columns].map(([column, type]) => ({ name: column, type })) };
  });
}
