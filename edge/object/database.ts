/**
 * A capability's part of the object's database: its name and its migrations in order, append only. `startAnew`: statements
 * that delete what belongs to the account of the service, when an owner starts anew with another account.
 */
export interface Schema {
  capability: string;
  startAnew: readonly string[];
  migrations: readonly string[];
}

/**
 * Migrates the object's database for all capabilities, each from its current version, all or nothing. Runs in the
 * object's constructor, so that no code sees an older schema.
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

/** Message of the error of an object that can't begin on such a storage. */
export const OF_NEWER_BUILD = 'of-newer-build';

/** Whether a newer build has migrated the storage, in which this one may not find what it needs. */
export const isOfNewerBuild = (storage: DurableObjectStorage, schemas: readonly Schema[]): boolean =>
  storage.sql
    .exec<{ capability: string; version: number }>('SELECT * FROM schema_versions')
    .toArray()
    .some(({ capability, version }) =>
      schemas.some((schema) => schema.capability === capability && version > schema.migrations.length),
    );

/** Begins on the storage; that it can't, on one of a newer build, is an error of its own. */
export function namingNewer<T>(storage: DurableObjectStorage, schemas: readonly Schema[], begin: () => T): T {
  try {
    return begin();
  } catch (error) {
    throw isOfNewerBuild(storage, schemas) ? new Error(OF_NEWER_BUILD, { cause: error }) : error;
  }
}

/** Deletes what belongs to the account, in all capabilities at once. Whoever read it before must be made anew. */
export function startAnew(storage: DurableObjectStorage, schemas: readonly Schema[]): void {
  storage.transactionSync(() => {
    for (const statement of schemas.flatMap((schema) => schema.startAnew)) storage.sql.exec(statement);
  });
}

/** Inserts one row, with columns named by its fields. `or`: what to do when its key exists; otherwise it throws. */
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
 * Sets the columns named in `to` in the rows that match an SQL condition with its bindings.
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
