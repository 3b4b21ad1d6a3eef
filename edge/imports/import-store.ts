import { bytesIn } from '../../shared/bytes.ts';
import type { ImportRecord, ImportState } from '../../shared/edge-api/imports.ts';
import type { InstantMs } from '../../shared/time.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';
import type { RowValues } from './compare.ts';
import { ImportRows } from './import-rows.ts';

export const importsSchema: Schema = {
  startAnew: ['DELETE FROM imports', 'DELETE FROM import_rows'],
  tables: [
    `CREATE TABLE imports (
      key TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      app TEXT NOT NULL DEFAULT '',
      table_name TEXT NOT NULL,
      device_id TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      state TEXT NOT NULL,
      duplicates TEXT,
      source TEXT,
      created_at INTEGER NOT NULL,
      settled_at INTEGER,
      wait_until INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      width INTEGER NOT NULL,
      problem TEXT,
      counts TEXT,
      remove_file TEXT,
      file_removal TEXT,
      bytes INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID`,
    `CREATE TABLE import_rows (
      import_key TEXT NOT NULL,
      row INTEGER NOT NULL,
      state TEXT NOT NULL,
      row_values TEXT,
      record_id TEXT,
      is_change INTEGER NOT NULL,
      is_taken INTEGER NOT NULL DEFAULT 0,
      record_updated_at TEXT,
      looked_up INTEGER NOT NULL DEFAULT 0,
      sent_at INTEGER,
      checks INTEGER NOT NULL DEFAULT 0,
      next_check_at INTEGER,
      problem TEXT,
      candidates TEXT,
      PRIMARY KEY (import_key, row)
    ) WITHOUT ROWID`,
  ],
};

/** Stored state of an import; `queued` is `running` before its turn. */
export type KeptImportState = Exclude<ImportState, 'queued'>;

export interface ImportEntry extends Record<string, SqlStorageValue> {
  key: string;
  project_id: string;
  /** The app that the project's key opened when it was begun (`DataKeys.appOf`). */
  app: string;
  table_name: string;
  device_id: string;
  fingerprint: string;
  state: KeptImportState;
  /** JSON of `{ by }`; null = nothing is looked up. */
  duplicates: string | null;
  source: string | null;
  created_at: InstantMs;
  settled_at: InstantMs | null;
  wait_until: InstantMs;
  /** Consecutive calls that the backend failed. */
  failures: number;
  /** Number of concurrent calls. */
  width: number;
  problem: string | null;
  /** JSON of the number of rows by state (`Counts`), once final: counting them anew reads every row. */
  counts: string | null;
  /** The file that is removed once the rows are saved; null = none. */
  remove_file: string | null;
  file_removal: ImportRecord['fileRemoval'];
  /** How large the values of its rows are, while one of them waits. */
  bytes: number;
}

/** What changes of an import while it runs. */
export type ImportProgress = Pick<ImportEntry, 'state' | 'wait_until' | 'failures' | 'width' | 'problem'>;

/** Imports that block others of their table. Reads rows only where an import's own state is not enough. */
const HOLDS_TURN = `(i.state = 'undoing' OR (i.state = 'running' AND i.settled_at IS NULL)
  OR (i.state = 'stopped' AND EXISTS (SELECT 1 FROM import_rows r WHERE r.import_key = i.key
    AND (r.state = 'sent' OR r.next_check_at IS NOT NULL))))`;

/** The table of imports; their rows are in `rows`. */
export class ImportStore {
  readonly rows: ImportRows;
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.rows = new ImportRows(storage);
  }

  get(key: string): ImportEntry | null {
    return this.#imports('SELECT * FROM imports WHERE key = ?', key)[0] ?? null;
  }

  /** Without long columns: a pass reads it before every row. */
  progress(key: string): ImportProgress | null {
    const [found] = this.#storage.sql.exec<ImportProgress>(
      'SELECT state, wait_until, failures, width, problem FROM imports WHERE key = ?',
      key,
    );
    return found ?? null;
  }

  add(
    entry: Pick<
      ImportEntry,
      | 'key'
      | 'project_id'
      | 'app'
      | 'table_name'
      | 'device_id'
      | 'fingerprint'
      | 'duplicates'
      | 'source'
      | 'width'
      | 'remove_file'
      | 'file_removal'
    >,
    rows: readonly { values: RowValues; recordId?: string | undefined }[],
    now: InstantMs,
  ): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      let bytes = 0;
      rows.forEach(({ values, recordId }, row) => {
        const text = JSON.stringify(values);
        bytes += bytesIn(text);
        sql.exec(
          'INSERT INTO import_rows (import_key, row, state, row_values, record_id, is_change, looked_up) VALUES (?, ?, ?, ?, ?, ?, ?)',
          entry.key,
          row,
          'waiting',
          text,
          recordId ?? null,
          recordId === undefined ? 0 : 1,
          recordId === undefined && entry.duplicates !== null ? 0 : 1,
        );
      });
      insertRow(sql, 'imports', { ...entry, bytes, state: 'running', created_at: now });
    });
  }

  update(key: string, to: Partial<Omit<ImportEntry, 'key'>>): void {
    updateRows(this.#storage.sql, 'imports', to, 'key = ?', key);
  }

  /** Imports with work to do, each the first of its table. */
  open(): ImportEntry[] {
    const taken = new Set<string>();
    return this.#imports(`SELECT i.* FROM imports i WHERE ${HOLDS_TURN} ORDER BY i.created_at, i.key`).filter(
      ({ project_id, app, table_name }) => {
        const place = JSON.stringify([project_id, app, table_name]);
        return taken.has(place) ? false : taken.add(place);
      },
    );
  }

  /** Imports that a device began and that go on by themselves. */
  goingOnBy(deviceId: string): string[] {
    const which = "device_id = ? AND settled_at IS NULL AND state IN ('running', 'undoing')";
    return this.#imports(`SELECT * FROM imports WHERE ${which}`, deviceId).map(({ key }) => key);
  }

  countOpen(): number {
    return this.#imports(`SELECT i.* FROM imports i WHERE ${HOLDS_TURN}`).length;
  }

  /** How much is kept of rows of a device that wait. */
  bytesOf(deviceId: string): number {
    const query = 'SELECT total(bytes) AS bytes FROM imports WHERE device_id = ?';
    return this.#storage.sql.exec<{ bytes: number }>(query, deviceId).one().bytes;
  }

  forgetBefore(at: InstantMs): void {
    const { sql } = this.#storage;
    sql.exec(
      'DELETE FROM import_rows WHERE import_key IN (SELECT key FROM imports WHERE created_at < ?)',
      at,
    );
    sql.exec('DELETE FROM imports WHERE created_at < ?', at);
  }

  recent(limit: number): ImportEntry[] {
    return this.#imports('SELECT * FROM imports ORDER BY created_at DESC, key LIMIT ?', limit);
  }

  /** Imports that created or changed a record of a table, newest first. */
  ofRecord(projectId: string, table: string, recordId: string, limit: number): ImportEntry[] {
    return this.#imports(
      `SELECT i.* FROM imports i WHERE i.project_id = ? AND i.table_name = ? AND EXISTS (
         SELECT 1 FROM import_rows r WHERE r.import_key = i.key AND r.record_id = ?
         AND r.state IN ('created', 'changed', 'kept'))
       ORDER BY i.created_at DESC, i.key LIMIT ?`,
      projectId,
      table,
      recordId,
      limit,
    );
  }

  #imports(query: string, ...bindings: SqlStorageValue[]): ImportEntry[] {
    return this.#storage.sql.exec<ImportEntry>(query, ...bindings).toArray();
  }
}

export function duplicatesOf({ duplicates }: ImportEntry): { by: string[] | null } | null {
  return duplicates === null ? null : (JSON.parse(duplicates) as { by: string[] | null });
}
