import type { ImportProblem, ImportRow, ImportRowState } from '../../shared/edge-api/imports.ts';
import type { InstantMs } from '../../shared/time.ts';
import { updateRows } from '../object/database.ts';
import type { RowValues } from './compare.ts';

/** A row of the table. */
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

/** How many rows are in which state, and when the next one is to be checked. */
export interface Tally {
  counts: Partial<Record<ImportRowState, number>>;
  nextCheckAt: InstantMs | null;
}

/** The table of rows, and the only transitions between their states; each is one synchronous write. */
export class ImportRows {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
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
    await this.#storage.sync();
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
