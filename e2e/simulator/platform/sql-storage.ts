import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Row = Record<string, ArrayBuffer | string | number | null>;

export const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)/i;
const RETURNING = /\bRETURNING\b/i;
const RESHAPES = /^\s*(ALTER|DROP)/i;
/**
 * Condition of a non-unique index, which is dropped. It changes no result, but SQLite compiles every
 * statement anew whose values it would have to compare with it: sixty microseconds each time instead of six.
 */
const CONDITION_OF_INDEX = /^(\s*CREATE INDEX [^)]*\)) WHERE .*$/i;
/** Table with the number of the form; exists only in an object's own database. */
const FORM = 'storage_form';

/** Result of a query; everything is read at once. */
class Cursor<T extends Row> implements Iterable<T> {
  readonly #rows: readonly T[];
  #at = 0;
  readonly rowsWritten: number;

  constructor(rows: readonly T[], rowsWritten: number) {
    this.#rows = rows;
    this.rowsWritten = rowsWritten;
  }

  get rowsRead(): number {
    return this.#rows.length;
  }

  get columnNames(): string[] {
    return Object.keys(this.#rows[0] ?? {});
  }

  next(): { done?: false; value: T } | { done: true; value?: never } {
    const value = this.#rows[this.#at++];
    return value === undefined ? { done: true } : { value };
  }

  toArray(): T[] {
    const rest = this.#rows.slice(this.#at);
    this.#at = this.#rows.length;
    return rest;
  }

  one(): T {
    const [row, second] = this.#rows;
    if (row === undefined || second !== undefined) throw new Error('Expected exactly one result row.');
    return row;
  }

  *raw(): IterableIterator<Row[string][]> {
    for (const row of this.toArray()) yield Object.values(row);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.toArray()[Symbol.iterator]();
  }
}

/** Emptied databases for reuse: creating their tables and statements takes longer than most seeds. */
const emptied: Database[] = [];

interface Database {
  readonly connection: DatabaseSync;
  readonly prepared: Map<string, Prepared>;
}

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  /** Whether it writes and returns no rows. */
  readonly isWrite: boolean;
  readonly isReturning: boolean;
  readonly isNumbered: boolean;
}

/**
 * A SQLite database in memory with workerd's API for Durable Objects: `exec` and nested synchronous
 * transactions. It may reuse the emptied tables of an earlier one.
 */
export class SqlStorage {
  readonly #database: Database = emptied.pop() ?? {
    connection: new DatabaseSync(':memory:'),
    prepared: new Map(),
  };
  #depth = 0;

  readonly exec = <T extends Row>(query: string, ...bindings: unknown[]): Cursor<T> => {
    if (bindings.length === 0 && /;\s*\S/.test(query)) {
      this.#database.connection.exec(query);
      return new Cursor<T>([], 0);
    }
    const { statement, columns, isWrite, isReturning, isNumbered } = this.#prepare(query);
    const values = bindings.map(toSqlite);
    const given = isNumbered ? [numbered(values)] : values;
    if (isWrite) {
      const { changes } = statement.run(...(given as SQLInputValue[]));
      return new Cursor<T>([], Number(changes));
    }
    const rows = statement
      .all(...(given as SQLInputValue[]))
      .map((row) => asRecord(columns, row as unknown as readonly unknown[])) as T[];
    return new Cursor<T>(rows, isReturning ? rows.length : 0);
  };

  get databaseSize(): number {
    const query = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
    return Number(this.exec(query).one().bytes);
  }

  transactionSync<T>(work: () => T): T {
    const name = `s${this.#depth++}`;
    this.#database.connection.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      this.#database.connection.exec(`RELEASE ${name}`);
      return result;
    } catch (failure) {
      this.#database.connection.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw failure;
    } finally {
      this.#depth--;
    }
  }

  /** All contents as text, to search for secrets. */
  dump(): string {
    return this.#tables()
      .map((name) => JSON.stringify(this.exec(`SELECT * FROM "${name}"`).toArray(), readable))
      .join('\n');
  }

  close(): void {
    const tables = this.#tables();
    if (tables.includes(FORM)) {
      for (const name of tables) if (name !== FORM) this.exec(`DELETE FROM "${name}"`);
      emptied.push(this.#database);
    } else this.#database.connection.close();
  }

  #tables(): string[] {
    const query = "SELECT name FROM sqlite_master WHERE type = 'table'";
    return this.exec<{ name: string }>(query)
      .toArray()
      .map(({ name }) => name);
  }

  #prepare(query: string): Prepared {
    const { connection, prepared } = this.#database;
    const known = prepared.get(query);
    if (known) return known;
    // What was prepared before may have other columns then.
    if (RESHAPES.test(query)) prepared.clear();
    const statement = connection.prepare(query.replace(CONDITION_OF_INDEX, '$1'));
    // Half the time of objects, which have no shape that the engine knows.
    statement.setReturnArrays(true);
    const isReturning = RETURNING.test(query);
    const one: Prepared = {
      statement,
      columns: statement.columns().map(({ name }) => name),
      isWrite: WRITES.test(query) && !isReturning,
      isReturning,
      isNumbered: /\?\d/.test(query),
    };
    prepared.set(query, one);
    return one;
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) throw new TypeError('A Durable Object refuses to bind undefined.');
  return value as SQLInputValue;
}

function numbered(values: readonly SQLInputValue[]): Record<string, SQLInputValue> {
  return Object.fromEntries(values.map((value, at) => [`?${at + 1}`, value]));
}

function asRecord(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) {
    const value = values[at];
    row[columns[at] as string] = value instanceof Uint8Array ? new Uint8Array(value).buffer : value;
  }
  return row as Row;
}

function readable(_: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value;
}
