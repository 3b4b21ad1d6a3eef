import type {
  ImportProblem,
  ImportRow,
  ImportRowState,
  ImportState,
} from '../../../shared/edge-api/imports.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { insertRow, type Schema, updateRows } from '../../object/database.ts';
import type { RowValues } from './compare.ts';

export const importsSchema: Schema = {
  capability: 'imports',
  migrations: [
    `CREATE TABLE imports (
      key TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
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
      problem TEXT
    )`,
    `CREATE TABLE import_rows (
      import_key TEXT NOT NULL,
      row INTEGER NOT NULL,
      state TEXT NOT NULL,
      row_values TEXT,
      record_id TEXT,
      is_change INTEGER NOT NULL,
      record_updated_at TEXT,
      looked_up INTEGER NOT NULL DEFAULT 0,
      sent_at INTEGER,
      checks INTEGER NOT NULL DEFAULT 0,
      next_check_at INTEGER,
      problem TEXT,
      candidates TEXT,
      PRIMARY KEY (import_key, row)
    ) WITHOUT ROWID`,
    'ALTER TABLE imports ADD COLUMN counts TEXT',
  ],
};

/** Stored state of an import; `queued` is `running` before its turn. */
export type KeptImportState = Exclude<ImportState, 'queued'>;

export interface ImportEntry extends Record<string, SqlStorageValue> {
  key: string;
  project_id: string;
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
  /** JSON of how many rows are in which state, once nothing changes any more: counting them anew reads every row. */
  counts: string | null;
}

interface StoredRow extends Record<string, SqlStorageValue> {
  import_key: string;
  row: number;
  state: ImportRowState;
  row_values: string | null;
  record_id: string | null;
  is_change: number;
  record_updated_at: string | null;
  looked_up: number;
  sent_at: InstantMs | null;
  checks: number;
  next_check_at: InstantMs | null;
  problem: string | null;
  candidates: string | null;
}

/** One row as the sender sees it. */
export interface RowEntry {
  row: number;
  state: ImportRowState;
  values: RowValues;
  recordId: string | null;
  isChange: boolean;
  isLookedUp: boolean;
  recordUpdatedAt: string | null;
  sentAt: InstantMs;
  checks: number;
}

/** What changes of an import while it runs. */
export type ImportProgress = Pick<ImportEntry, 'state' | 'wait_until' | 'failures' | 'width' | 'problem'>;

/** How many rows are in which state, and when the next one is to be checked. */
export interface Tally {
  counts: Partial<Record<ImportRowState, number>>;
  nextCheckAt: InstantMs | null;
}

/** States in which an import blocks others of its table. Rows are looked at only where the import does not tell it itself. */
const HOLDS_TURN = `(i.state = 'undoing' OR (i.state = 'running' AND i.settled_at IS NULL)
  OR (i.state = 'stopped' AND EXISTS (SELECT 1 FROM import_rows r WHERE r.import_key = i.key
    AND (r.state = 'sent' OR r.next_check_at IS NOT NULL))))`;

/** The tables of imports and the only transitions between the states of a row; each is one synchronous write. */
export class ImportStore {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get(key: string): ImportEntry | null {
    return this.#imports('SELECT * FROM imports WHERE key = ?', key)[0] ?? null;
  }

  /** Without the rest of it, which may be long: a pass asks for every row. */
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
      'key' | 'project_id' | 'table_name' | 'device_id' | 'fingerprint' | 'duplicates' | 'source' | 'width'
    >,
    rows: readonly { values: RowValues; recordId?: string | undefined }[],
    now: InstantMs,
  ): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      insertRow(sql, 'imports', { ...entry, state: 'running', created_at: now });
      rows.forEach(({ values, recordId }, row) => {
        sql.exec(
          'INSERT INTO import_rows (import_key, row, state, row_values, record_id, is_change, looked_up) VALUES (?, ?, ?, ?, ?, ?, ?)',
          entry.key,
          row,
          'waiting',
          JSON.stringify(values),
          recordId ?? null,
          recordId === undefined ? 0 : 1,
          recordId === undefined && entry.duplicates !== null ? 0 : 1,
        );
      });
    });
  }

  update(key: string, to: Partial<Omit<ImportEntry, 'key'>>): void {
    updateRows(this.#storage.sql, 'imports', to, 'key = ?', key);
  }

  /** Imports with work to do, each the first of its table. */
  open(): ImportEntry[] {
    const taken = new Set<string>();
    return this.#imports(`SELECT i.* FROM imports i WHERE ${HOLDS_TURN} ORDER BY i.created_at, i.key`).filter(
      ({ project_id, table_name }) => {
        const place = `${project_id}/${table_name}`;
        return taken.has(place) ? false : taken.add(place);
      },
    );
  }

  countOpen(): number {
    return this.#imports(`SELECT i.* FROM imports i WHERE ${HOLDS_TURN}`).length;
  }

  /** @param from no row before this one is waiting: the free plan counts every row that a query scans */
  waiting(key: string, from: number, limit: number): RowEntry[] {
    return this.#rows("row >= ? AND state = 'waiting' ORDER BY row LIMIT ?", key, from, limit);
  }

  created(key: string, limit: number): RowEntry[] {
    return this.#rows("state = 'created' ORDER BY row LIMIT ?", key, limit);
  }

  /** Marks waiting rows as sent, and waits until that is durable. @returns those that were waiting */
  async markSent(key: string, rows: readonly RowEntry[], now: InstantMs): Promise<RowEntry[]> {
    const to = { state: 'sent' as const, sent_at: now, problem: null };
    const marked = this.#storage.transactionSync(() =>
      rows.filter(({ row }) => this.step(key, row, ['waiting'], to)),
    );
    await this.sync();
    return marked;
  }

  dueForCheck(key: string, now: InstantMs, limit: number): RowEntry[] {
    return this.#rows(
      "state = 'unknown' AND next_check_at <= ? ORDER BY next_check_at LIMIT ?",
      key,
      now,
      limit,
    );
  }

  /** Rows whose records are unknown. */
  unsettled(key: string): RowEntry[] {
    return this.#rows("state IN ('sent', 'unknown')", key);
  }

  row(key: string, row: number): RowEntry | null {
    return this.#rows('row = ?', key, row)[0] ?? null;
  }

  tally(key: string): Tally {
    const rows = this.#storage.sql
      .exec<{ state: ImportRowState; count: number; next: number | null }>(
        `SELECT state, count(*) AS count, min(next_check_at) AS next FROM import_rows
         WHERE import_key = ? GROUP BY state`,
        key,
      )
      .toArray();
    const checks = rows.flatMap(({ next }) => next ?? []);
    return {
      counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      nextCheckAt: checks.length === 0 ? null : Math.min(...checks),
    };
  }

  /** Rows in the form for browsers. */
  rowRecords(key: string, states: readonly ImportRowState[]): ImportRow[] {
    return this.#storage.sql
      .exec<StoredRow>(
        `SELECT * FROM import_rows WHERE import_key = ? AND state IN (${states.map(() => '?')}) ORDER BY row`,
        key,
        ...states,
      )
      .toArray()
      .map(({ row, state, record_id, problem, candidates }) => ({
        row,
        state,
        recordId: record_id,
        problem: problem === null ? null : (JSON.parse(problem) as ImportProblem),
        candidates: candidates === null ? [] : (JSON.parse(candidates) as string[]),
      }));
  }

  /** Which of these records were created by an import. */
  knownRecords(ids: readonly string[]): Set<string> {
    const known = this.#storage.sql
      .exec<{ record_id: string }>(
        `SELECT record_id FROM import_rows WHERE is_change = 0 AND state IN ('created', 'undone', 'kept')
         AND record_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      .toArray();
    return new Set(known.map(({ record_id }) => record_id));
  }

  /** One transition of one row. @returns whether it was in one of these states */
  step(
    key: string,
    row: number,
    from: readonly ImportRowState[],
    to: Partial<Omit<StoredRow, 'import_key' | 'row'>>,
  ): boolean {
    const which = `import_key = ? AND row = ? AND state IN (${from.map(() => '?')})`;
    return updateRows(this.#storage.sql, 'import_rows', to, which, key, row, ...from);
  }

  /** Marks rows that were being sent when the object stopped: their responses are lost. */
  giveUpSent(nextCheckAt: InstantMs): number {
    return this.#storage.sql.exec(
      "UPDATE import_rows SET state = 'unknown', next_check_at = ? WHERE state = 'sent'",
      nextCheckAt,
    ).rowsWritten;
  }

  forgetBefore(at: InstantMs): void {
    const { sql } = this.#storage;
    sql.exec(
      'DELETE FROM import_rows WHERE import_key IN (SELECT key FROM imports WHERE created_at < ?)',
      at,
    );
    sql.exec('DELETE FROM imports WHERE created_at < ?', at);
  }

  /** Waits until all writes are durable. */
  sync(): Promise<void> {
    return this.#storage.sync();
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

  #rows(which: string, key: string, ...bindings: SqlStorageValue[]): RowEntry[] {
    return this.#storage.sql
      .exec<StoredRow>(`SELECT * FROM import_rows WHERE import_key = ? AND ${which}`, key, ...bindings)
      .toArray()
      .map((row) => ({
        row: row.row,
        state: row.state,
        values: row.row_values === null ? {} : (JSON.parse(row.row_values) as RowValues),
        recordId: row.record_id,
        isChange: row.is_change === 1,
        isLookedUp: row.looked_up === 1,
        recordUpdatedAt: row.record_updated_at,
        sentAt: row.sent_at ?? 0,
        checks: row.checks,
      }));
  }
}
