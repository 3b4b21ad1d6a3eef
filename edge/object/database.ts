/** A capability's part of the object's database. */
export interface Schema {
  /** One `CREATE` each, with its indexes. */
  tables: readonly string[];
  /** Statements that delete what is the account's, when an owner starts anew with another account. */
  startAnew: readonly string[];
}

/** The form of everything stored, and how it came from the forms before. */
export interface Form {
  /** Raised with every change of a table. */
  number: number;
  schemas: readonly Schema[];
  /** Statements from a form to the next, by the number of the former. A form without them is not read. */
  steps: Readonly<Record<number, readonly string[]>>;
}

/** Message of the error of an object whose storage has another form. */
export const OF_OTHER_FORM = 'of-other-form';

/** Whether the platform refuses to write since the rows that a plan has for a day are used up. */
export const isDaySpent = (error: unknown): boolean =>
  String(error).includes('Exceeded allowed rows written');

/** Skips a write once the day's rows are used up, and shows what is known: the next request repeats it. */
export function unlessDaySpent(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDaySpent(error)) throw error;
  }
}

/** Table with the number of the form, in one row. */
const FORM_TABLE = 'storage_form';

/**
 * Brings the object's database to its form, all or nothing: creates it if empty, else takes the steps from an
 * earlier one. Runs in the object's constructor, so that no code sees another form.
 * @param beginsAnew whether an operator has let go of what is stored in another form
 * @throws Error with {@link OF_OTHER_FORM} where no step leads from it
 */
export function openDatabase(storage: DurableObjectStorage, form: Form, beginsAnew: boolean): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    const stored = formOf(sql);
    if (stored === form.number) return;
    if (stored === null) return create(sql, form);
    const steps: (readonly string[])[] = [];
    for (let from = stored; from < form.number; from += 1) steps.push(form.steps[from] ?? []);
    if (stored < form.number && steps.every((step) => step.length > 0)) {
      for (const statement of steps.flat()) sql.exec(statement);
      return setForm(sql, form.number);
    }
    if (!beginsAnew) throw new Error(OF_OTHER_FORM);
    for (const table of tablesOf(sql)) sql.exec(`DROP TABLE "${table}"`);
    create(sql, form);
    // What others still hold of it, such as the log of events, is not taken over.
    for (const statement of form.schemas.flatMap((schema) => schema.startAnew)) sql.exec(statement);
  });
}

/** Number of the stored form; 0 where an edge of before stored it, null in an empty database. */
function formOf(sql: SqlStorage): number | null {
  const tables = tablesOf(sql);
  if (tables.length === 0) return null;
  if (!tables.includes(FORM_TABLE)) return 0;
  return sql.exec<{ number: number }>(`SELECT number FROM ${FORM_TABLE}`).one().number;
}

function create(sql: SqlStorage, { number, schemas }: Form): void {
  sql.exec(`CREATE TABLE ${FORM_TABLE} (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL)`);
  for (const statement of schemas.flatMap(({ tables }) => tables)) sql.exec(statement);
  setForm(sql, number);
}

function setForm(sql: SqlStorage, number: number): void {
  insertRow(sql, FORM_TABLE, { one: 1, number }, 'WRITE OVER');
}

/** Tables of ours: neither the platform's nor SQLite's own. */
const tablesOf = (sql: SqlStorage): string[] =>
  sql
    .exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .toArray()
    .map(({ name }) => name);

/** Deletes what is the account's, in all capabilities at once. Whoever read it before must be made anew. */
export function startAnew(storage: DurableObjectStorage, schemas: readonly Schema[]): void {
  storage.transactionSync(() => {
    for (const statement of schemas.flatMap((schema) => schema.startAnew)) storage.sql.exec(statement);
  });
}

/**
 * Inserts one row, with columns named by its fields. `or`: what to do if its key exists; otherwise it throws.
 * `WRITE OVER` writes nothing if the row is unchanged, and keeps columns that are not named.
 * @param keys how many of the fields, which come first, are the key
 */
export function insertRow(
  sql: SqlStorage,
  table: string,
  row: Readonly<Record<string, SqlStorageValue>>,
  or: '' | 'OR IGNORE' | 'WRITE OVER' = '',
  keys = 1,
): void {
  const columns = Object.keys(row);
  const insert = `INSERT ${or === 'OR IGNORE' ? or : ''} INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`;
  const others = columns.slice(keys);
  const set = others.map((column) => `${column} = excluded.${column}`);
  const isOther = others.map((column) => `${table}.${column} IS NOT excluded.${column}`).join(' OR ');
  // `OR REPLACE` would count the deleted row, and its indexes, once more.
  const over = or === 'WRITE OVER' ? `ON CONFLICT DO UPDATE SET ${set} WHERE ${isOther}` : '';
  sql.exec(`${insert} ${over}`, ...Object.values(row));
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
