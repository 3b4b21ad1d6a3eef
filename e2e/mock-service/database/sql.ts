import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { refuse } from '../http/refusal.ts';
import type { Row, Tables } from '../world/project.ts';

/** Runs one statement against the tables, by way of a database that lives as long as the call. */
export function runSql(tables: Tables, sql: string): { rows: Row[]; changes: number } {
  const { DatabaseSync, constants } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(':memory:');
  // A statement stays within its tables: attaching a database would open a file of this machine.
  const { SQLITE_ATTACH, SQLITE_DENY, SQLITE_OK } = constants;
  database.setAuthorizer((action) => (action === SQLITE_ATTACH ? SQLITE_DENY : SQLITE_OK));
  try {
    for (const [name, rows] of tables) {
      const columns = [...new Set(['id', ...rows.flatMap((row) => Object.keys(row))])];
      database.exec(`create table ${quoted(name)} (${columns.map(quoted).join(', ')})`);
      const insert = database.prepare(
        `insert into ${quoted(name)} values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.run(...columns.map((column) => stored(row[column])));
    }
    const before = stateOf(database);
    const rows = database.prepare(sql).all() as Row[];
    const after = stateOf(database);
    const changes = after.changes - before.changes;
    // Values come back as SQLite has them (no booleans, no lists): what only reads leaves them as they are.
    if (changes === 0 && after.schema === before.schema) return { rows, changes };
    tables.clear();
    readBack(database.prepare("select name from sqlite_master where type = 'table'").all(), (name) =>
      tables.set(name, database.prepare(`select * from ${quoted(name)}`).all() as Row[]),
    );
    return { rows, changes };
  } catch (error) {
    return refuse(400, 'SQL_ERROR', error instanceof Error ? error.message : 'The statement failed');
  } finally {
    database.close();
  }
}

function stateOf(database: DatabaseSync): { changes: number; schema: number } {
  const { changes } = database.prepare('select total_changes() as changes').get() as { changes: number };
  const { schema_version } = database.prepare('pragma schema_version').get() as { schema_version: number };
  return { changes, schema: schema_version };
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
