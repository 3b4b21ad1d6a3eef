import { bytesIn } from '../../shared/bytes.ts';
import type { ImportProblem, ImportRetry, ImportSettlement } from '../../shared/edge-api/imports.ts';
import { otherApp } from '../data-api/keys.ts';
import { invalid, type Result, success } from '../http/result.ts';
import { reached } from '../object/probes.ts';
import type { ImportEntry, ImportStore } from './import-store.ts';

/** What changes of an import that works again. */
const ANEW = { settled_at: null, counts: null, wait_until: 0, failures: 0, problem: null } as const;

/** What a user may do with an import. Each is one synchronous step. */
export class ImportActs {
  readonly #store: ImportStore;
  readonly #appOf: (projectId: string) => string | null;

  constructor(store: ImportStore, appOf: (projectId: string) => string | null) {
    this.#store = store;
    this.#appOf = appOf;
  }

  stop({ key, state }: ImportEntry): Result<null> {
    if (state === 'running') this.#store.update(key, { state: 'stopped', problem: null });
    return success(null);
  }

  retry({ key, state, duplicates, bytes }: ImportEntry, { rows }: ImportRetry): Result<null> {
    if (state === 'undoing' || state === 'undone') return invalid('key', 'is of an import that was undone');
    for (const { row, values } of rows)
      this.#store.rows.step(key, row, ['refused'], {
        state: 'waiting',
        row_values: JSON.stringify(values),
        problem: null,
        checks: 0,
        sent_at: null,
        looked_up: duplicates === null || this.#store.rows.row(key, row)?.isChange ? 1 : 0,
      });
    const added = rows.reduce((sum, { values }) => sum + bytesIn(JSON.stringify(values)), 0);
    this.#store.update(key, { state: 'running', ...ANEW, bytes: bytes + added });
    return success(null);
  }

  settle({ key, state, file_removal }: ImportEntry, { row, recordId }: ImportSettlement): Result<null> {
    const unknown = this.#store.rows.rowRecords(key, ['unknown']).find((one) => one.row === row);
    if (unknown === undefined) return invalid('row', 'is no row of which nobody knows what became');
    if (recordId === null && !unknown.isChecked)
      return invalid('row', 'is still being checked: it may have made a record that is not seen yet');
    if (recordId !== null && !unknown.candidates.includes(recordId))
      return invalid('recordId', 'is no record that this row can have made');
    if (recordId !== null && this.#store.rows.knownRecords([recordId]).size > 0)
      return invalid('recordId', 'is the record of another row');
    if (recordId !== null) reached('row-settled-by-candidate');
    this.#store.update(key, { counts: null });
    this.#store.rows.step(key, row, ['unknown'], {
      ...(recordId === null
        ? { state: 'refused', problem: JSON.stringify(SAID_NONE) }
        : { state: 'created', record_id: recordId, is_taken: 1 }),
      candidates: null,
      next_check_at: null,
      row_values: null,
    });
    // All rows may be saved now, which its file waits for.
    if (state === 'done' && file_removal === 'waiting')
      this.#store.update(key, { state: 'running', ...ANEW });
    // It was listed as not known when the others were undone.
    if (state === 'undone') this.#store.rows.keepTaken(key);
    return success(null);
  }

  undo({ key, project_id, app }: ImportEntry, confirmed: readonly number[]): Result<null> {
    const now = this.#appOf(project_id);
    if (now !== null && now !== app) return otherApp();
    this.#store.rows.confirmTaken(key, confirmed);
    this.#store.update(key, { state: 'undoing', ...ANEW });
    return success(null);
  }
}

const SAID_NONE: ImportProblem = {
  code: 'EDGE_NOT_ARRIVED',
  message: 'It made no record, as was said by hand. It can be sent again.',
  field: null,
};
