import { insertRow, updateRows } from './database.ts';

/** Fields that are not stored as they are: truth values as 0 and 1, and what is stored as JSON. */
type Stored<T> = {
  readonly [Field in keyof T as T[Field] extends SqlStorageValue ? never : Field]-?: T[Field] extends boolean
    ? 'flag'
    : 'json';
};

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fieldOf = (column: string): string => column.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** One table of the object's database. Columns are named like the fields of `T`: `setAt` is `set_at`. */
export class Rows<T extends object> {
  readonly #sql: SqlStorage;
  readonly #table: string;
  readonly #keys: readonly (keyof T & string)[];
  readonly #stored: Partial<Record<string, 'flag' | 'json'>>;

  /** @param keys fields of the primary key */
  constructor(
    sql: SqlStorage,
    table: string,
    keys: readonly (keyof T & string)[],
    stored: NoInfer<Stored<T>>,
  ) {
    this.#sql = sql;
    this.#table = table;
    this.#keys = keys;
    this.#stored = stored;
  }

  /** @param which an SQL condition, perhaps with an order and a limit */
  all(which: string, ...bindings: SqlStorageValue[]): T[] {
    const query = `SELECT * FROM ${this.#table} WHERE ${which}`;
    const rows = this.#sql.exec(query, ...bindings).toArray();
    return rows.map((row) => {
      const fields = Object.entries(row).map(([column, value]) => {
        const field = fieldOf(column);
        return [field, this.#read(field, value)];
      });
      return Object.fromEntries(fields) as T;
    });
  }

  one(which: string, ...bindings: SqlStorageValue[]): T | null {
    return this.all(`${which} LIMIT 1`, ...bindings)[0] ?? null;
  }

  /** @see insertRow */
  put(row: T, or?: Parameters<typeof insertRow>[3]): void {
    const key = Object.fromEntries(this.#keys.map((field) => [field, row[field]]));
    insertRow(this.#sql, this.#table, this.#columns({ ...key, ...row }), or, this.#keys.length);
  }

  /** @returns whether a row matched */
  set(to: Partial<T>, which: string, ...bindings: SqlStorageValue[]): boolean {
    return updateRows(this.#sql, this.#table, this.#columns(to), which, ...bindings);
  }

  /** @returns whether a row matched */
  drop(which: string, ...bindings: SqlStorageValue[]): boolean {
    return this.#sql.exec(`DELETE FROM ${this.#table} WHERE ${which}`, ...bindings).rowsWritten > 0;
  }

  #columns(fields: object): Record<string, SqlStorageValue> {
    const columns = Object.entries(fields).map(([field, value]) => [
      columnOf(field),
      this.#stored[field] === 'flag'
        ? Number(value)
        : this.#stored[field] === 'json' && value !== null
          ? JSON.stringify(value)
          : value,
    ]);
    return Object.fromEntries(columns);
  }

  #read(field: string, value: SqlStorageValue): unknown {
    if (this.#stored[field] === 'flag') return value === 1;
    return this.#stored[field] === 'json' && value !== null ? JSON.parse(value as string) : value;
  }
}
