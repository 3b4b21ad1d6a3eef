import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Row = Record<string, ArrayBuffer | string | number | null>;

const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)/i;

/** What a query of the object's database answers; everything is read at once, as far as our own code can tell. */
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

/** One SQLite database in memory with the calls that workerd gives a Durable Object: `exec` and nested synchronous transactions. */
export class SqlStorage {
  readonly #database = new DatabaseSync(':memory:');
  readonly #prepared = new Map<string, StatementSync>();
  #depth = 0;

  readonly exec = <T extends Row>(query: string, ...bindings: unknown[]): Cursor<T> => {
    if (bindings.length === 0 && /;\s*\S/.test(query)) {
      this.#database.exec(query);
      return new Cursor<T>([], 0);
    }
    const statement = this.#prepare(query);
    const values = bindings.map(toSqlite);
    const writes = WRITES.test(query);
    const before = writes ? this.changes() : 0;
    const rows = /\?\d/.test(query) ? statement.all(numbered(values)) : statement.all(...values);
    return new Cursor<T>(rows.map(fromSqlite) as T[], writes ? this.changes() - before : 0);
  };

  get databaseSize(): number {
    const row = this.#prepare(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
    ).get();
    return Number(row?.bytes ?? 0);
  }

  changes(): number {
    return Number(this.#prepare('SELECT total_changes() AS n').get()?.n ?? 0);
  }

  transactionSync<T>(work: () => T): T {
    const name = `s${this.#depth++}`;
    this.#database.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      this.#database.exec(`RELEASE ${name}`);
      return result;
    } catch (failure) {
      this.#database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw failure;
    } finally {
      this.#depth--;
    }
  }

  /** Everything in it as text, to search for what must not be there. */
  dump(): string {
    const tables = this.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    ).toArray();
    return tables
      .map(({ name }) => JSON.stringify(this.exec(`SELECT * FROM "${name}"`).toArray(), readable))
      .join('\n');
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(query: string): StatementSync {
    const known = this.#prepared.get(query);
    if (known) return known;
    const statement = this.#database.prepare(query);
    this.#prepared.set(query, statement);
    return statement;
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

function fromSqlite(row: Record<string, unknown>): Row {
  const read: Row = {};
  for (const [name, value] of Object.entries(row))
    read[name] = value instanceof Uint8Array ? new Uint8Array(value).buffer : (value as Row[string]);
  return read;
}

function readable(_: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value;
}
