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
