import type { ImportProblem, ImportRow, ImportRowState } from '../../shared/edge-api/imports.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { updateRows } from '../object/database.ts';
import type { RowValues } from './compare.ts';

/** When a lost row is checked for the first time after it was sent. */
export const FIRST_CHECK_MS = 2 * SECOND_MS;

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
  /** Whether its record was found by a look-up or named by a user, and not told by the backend. */
  is_taken: number;
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
export interface Counts {
  counts: Partial<Record<ImportRowState, number>>;
  /** Created rows whose records are only taken to be theirs. */
  taken: number;
  nextCheckAt: InstantMs | null;
}

/** The table of rows, and the only transitions between their states; each is one synchronous write. */
export class ImportRows {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Rows to be sent, without those that must be checked before (`refusedForNow`).
   * @param from no such row is before this one: the free plan counts every row that a query scans
   */
  waiting(key: string, from: number, limit: number): RowEntry[] {
    return this.#rows(
      "row >= ? AND state = 'waiting' AND sent_at IS NULL ORDER BY row LIMIT ?",
      key,
      from,
      limit,
    );
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

  /** Rows of which nobody knows whether they created a record. */
  unsettled(key: string): RowEntry[] {
    return this.#rows(
      "is_change = 0 AND (state IN ('sent', 'unknown') OR (state = 'waiting' AND sent_at IS NOT NULL))",
      key,
    );
  }

  /** Waiting rows that were sent before: the backend answered that it does not accept them now. */
  refusedForNow(key: string, limit: number): RowEntry[] {
    return this.#rows("state = 'waiting' AND sent_at IS NOT NULL ORDER BY row LIMIT ?", key, limit);
  }

  /** An undo sends no row: those that may have been made are checked, the others are listed as not sent. */
  giveUpWaiting(key: string, now: InstantMs): void {
    const [isWaiting] = this.#rows("state = 'waiting' LIMIT 1", key);
    if (isWaiting === undefined) return;
    this.#storage.transactionSync(() => {
      const of = "import_key = ? AND state = 'waiting'";
      const lost = { state: 'unknown', checks: 0, next_check_at: now + FIRST_CHECK_MS };
      const unsent = { state: 'refused', problem: JSON.stringify(NOT_SENT), row_values: null };
      updateRows(this.#storage.sql, 'import_rows', lost, `${of} AND sent_at IS NOT NULL`, key);
      updateRows(this.#storage.sql, 'import_rows', unsent, of, key);
    });
  }

  /** Lists records that are only taken to be the import's, in place of deleting them. @returns how many */
  keepTaken(key: string): number {
    return this.#storage.sql.exec(
      "UPDATE import_rows SET state = 'kept', problem = ? WHERE import_key = ? AND state = 'created' AND is_taken = 1",
      JSON.stringify(ONLY_TAKEN),
      key,
    ).rowsWritten;
  }

  row(key: string, row: number): RowEntry | null {
    return this.#rows('row = ?', key, row)[0] ?? null;
  }

  /** The user confirmed that these kept records are the import's. */
  confirmTaken(key: string, rows: readonly number[]): void {
    this.#storage.sql.exec(
      `UPDATE import_rows SET state = 'created', is_taken = 0, problem = NULL WHERE import_key = ? AND state = 'kept'
       AND is_taken = 1 AND row IN (SELECT value FROM json_each(?))`,
      key,
      JSON.stringify(rows),
    );
  }

  countsOf(key: string): Counts {
    const rows = this.#storage.sql
      .exec<{ state: ImportRowState; count: number; taken: number; next: number | null }>(
        `SELECT state, count(*) AS count, sum(is_taken) AS taken, min(next_check_at) AS next FROM import_rows
         WHERE import_key = ? GROUP BY state`,
        key,
      )
      .toArray();
    const checks = rows.flatMap(({ next }) => next ?? []);
    return {
      counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
      taken: rows.find(({ state }) => state === 'created')?.taken ?? 0,
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
      .map(({ row, state, record_id, problem, candidates, next_check_at, is_taken }) => ({
        row,
        state,
        recordId: record_id,
        isTaken: is_taken === 1,
        isChecked: next_check_at === null,
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

  /** Schedules the next check of an unknown row, unless another pass did so since this one read the row. */
  checkAgain(
    key: string,
    { row, checks }: Pick<RowEntry, 'row' | 'checks'>,
    to: Pick<StoredRow, 'next_check_at'> & Partial<Pick<StoredRow, 'checks' | 'candidates'>>,
  ): void {
    const which = "import_key = ? AND row = ? AND state = 'unknown' AND checks = ?";
    updateRows(this.#storage.sql, 'import_rows', to, which, key, row, checks);
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

const NOT_SENT: ImportProblem = {
  code: 'EDGE_NOT_SENT',
  message: 'It was not sent before the import was undone.',
  field: null,
};

const ONLY_TAKEN: ImportProblem = {
  code: 'EDGE_ONLY_TAKEN',
  message:
    'The record was found and is taken to be this row’s; the data backend never said so, so it was left alone.',
  field: null,
};
