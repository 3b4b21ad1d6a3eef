import { readRecords } from '../../shared/data-api/records.ts';
import type { ImportProblem } from '../../shared/edge-api/imports.ts';
import { dataErrorOf } from '../data-api/response.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { RowEntry } from './import-rows.ts';
import type { ImportPass } from './pass.ts';

const BATCH_ROWS = 25;

const CHANGED_SINCE: ImportProblem = {
  code: 'EDGE_CHANGED_SINCE',
  message: 'The record was changed since the import made it, so it was left alone.',
  field: null,
};

/**
 * Deletes the records that an import created and that have not changed since. Changes of existing records can't be
 * undone; a record changed since is listed and kept.
 */
export async function undoRows(pass: ImportPass, width: number): Promise<void> {
  while (pass.mayAsk) {
    const rows = pass.store.rows.created(pass.key, Math.min(BATCH_ROWS, pass.callsLeft - 1));
    if (rows.length === 0) return;
    const result = await pass.call('queryRecords', {
      parameters: { typeId: pass.table },
      body: JSON.stringify({
        filter: [{ or: rows.map(({ recordId }) => ({ _id: recordId })) }],
        pagination: { limit: rows.length, page: 0 },
      }),
    });
    if (result.kind === 'paused') return;
    if (!result.response.ok) {
      if (result.response.failure.isCertain) pass.stop(dataErrorOf(result.response.failure));
      return;
    }
    const records = readRecords(result.response.data);
    if (records === null) {
      pass.rest('The data backend answered something that is no list of records.');
      return;
    }
    const found = new Map(records.map((record) => [record._id, record]));
    const untouched: RowEntry[] = [];
    for (const row of rows) {
      const record = found.get(row.recordId ?? '');
      if (record === undefined) undone(pass, row);
      else if ((record.updatedAt ?? null) === (row.recordUpdatedAt ?? record.createdAt ?? null))
        untouched.push(row);
      else
        pass.store.rows.step(pass.key, row.row, ['created'], {
          state: 'kept',
          problem: JSON.stringify(CHANGED_SINCE),
        });
    }
    await mapLimited(untouched, width, (row) => deleteOne(pass, row));
  }
}

/** Deleting is idempotent. */
async function deleteOne(pass: ImportPass, row: RowEntry): Promise<void> {
  if (!pass.mayAsk) return;
  const result = await pass.call('deleteRecord', {
    parameters: { typeId: pass.table, id: row.recordId ?? '' },
  });
  if (result.kind === 'paused') return;
  const { response } = result;
  if (response.ok || response.failure.kind === 'not-found') undone(pass, row);
  else if (response.failure.isCertain) {
    const { code, message } = dataErrorOf(response.failure);
    pass.store.rows.step(pass.key, row.row, ['created'], {
      state: 'kept',
      problem: JSON.stringify({ code, message: message.slice(0, 300), field: null }),
    });
  }
}

function undone({ store, key }: ImportPass, { row }: RowEntry): void {
  store.rows.step(key, row, ['created'], { state: 'undone' });
}
