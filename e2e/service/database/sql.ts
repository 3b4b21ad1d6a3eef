import type { SQLInputValue } from 'node:sqlite';
import { refuse } from '../http/refusal.ts';
import type { Row, Tables } from '../world/project.ts';

/** Runs one statement against the tables, by way of a database that lives as long as the call. */
export function runSql(tables: Tables, sql: string): { rows: Row[]; changes: number } {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(':memory:');
  try {
    for (const [name, rows] of tables) {
      const columns = [...new Set(['id', ...rows.flatMap((row) => Object.keys(row))])];
      database.exec(`create table ${quoted(name)} (${columns.map(quoted).join(', ')})`);
      const insert = database.prepare(
        `insert into ${quoted(name)} values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.run(...columns.map((column) => stored(row[column])));
    }
    const rows = database.prepare(sql).all() as Row[];
    const { changes } = database.prepare('select total_changes() as changes').get() as { changes: number };
    const filled = [...tables.values()].reduce((sum, table) => sum + table.length, 0);
    readBack(database.prepare("select name from sqlite_master where type = 'table'").all(), (name) =>
      tables.set(name, database.prepare(`select * from ${quoted(name)}`).all() as Row[]),
    );
    return { rows, changes: changes - filled };
  } catch (error) {
    return refuse(400, 'SQL_ERROR', error instanceof Error ? error.message : 'The statement failed');
  } finally {
    database.close();
  }
}

function readBack(names: Record<string, unknown>[], read: (name: string) => void): void {
  for (const { name } of names) read(String(name));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function stored(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}
