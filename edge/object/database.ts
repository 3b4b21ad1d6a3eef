/** A capability's part of the object's database: its name, and its SQL in the order it was added over time. Only ever append. */
export interface Schema {
  capability: string;
  migrations: readonly string[];
}

/**
 * Brings the object's database to what the capabilities need, each from where it stands, all or nothing. Runs in the
 * object's constructor, so that nothing ever sees an older form.
 */
export function migrate(storage: DurableObjectStorage, schemas: readonly Schema[]): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    sql.exec(
      'CREATE TABLE IF NOT EXISTS schema_versions (capability TEXT PRIMARY KEY, version INTEGER NOT NULL)',
    );
    const versions = new Map<string, number>();
    for (const row of sql.exec<{ capability: string; version: number }>('SELECT * FROM schema_versions'))
      versions.set(row.capability, row.version);
    for (const { capability, migrations } of schemas) {
      const from = versions.get(capability) ?? 0;
      if (from >= migrations.length) continue;
      for (const statement of migrations.slice(from)) sql.exec(statement);
      sql.exec('INSERT OR REPLACE INTO schema_versions VALUES (?, ?)', capability, migrations.length);
    }
  });
}

/** Writes one row, its columns named by its fields. `or`: what to do when its key is there already; else it throws. */
export function insertRow(
  sql: SqlStorage,
  table: string,
  row: Readonly<Record<string, SqlStorageValue>>,
  or: '' | 'OR REPLACE' | 'OR IGNORE' = '',
): void {
  const columns = Object.keys(row);
  sql.exec(
    `INSERT ${or} INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`,
    ...Object.values(row),
  );
}

/**
 * Sets the columns that `to` names in the rows that meet a condition of SQL with its bindings.
 * @returns whether there was one
 */
export function updateRows(
  sql: SqlStorage,
  table: string,
  to: Readonly<Record<string, SqlStorageValue | undefined>>,
  which: string,
  ...bindings: SqlStorageValue[]
): boolean {
  const columns = Object.keys(to).map((column) => `${column} = ?`);
  const query = `UPDATE ${table} SET ${columns} WHERE ${which}`;
  const values = Object.values(to).map((value) => value ?? null);
  return sql.exec(query, ...values, ...bindings).rowsWritten > 0;
}
