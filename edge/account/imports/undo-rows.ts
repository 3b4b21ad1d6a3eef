import { readRecords } from '../../../shared/data-api/records.ts';
import type { ImportProblem } from '../../../shared/edge-api/imports.ts';
import { dataErrorOf } from '../../data-api/answer.ts';
import { mapLimited } from '../../object/concurrency.ts';
import type { RowEntry } from './import-store.ts';
import type { Look } from './look.ts';

const BATCH_ROWS = 25;

const CHANGED_SINCE: ImportProblem = {
  code: 'EDGE_CHANGED_SINCE',
  message: 'The record was changed since the import made it, so it was left alone.',
  field: null,
};

/**
 * Deletes the records that an import made and that are still as creation left them. Changes of records can't be unmade; a record
 * that was changed since is listed, not touched.
 */
export async function undoRows(look: Look, width: number): Promise<void> {
  while (look.mayAsk) {
    const rows = look.store.rows(look.key, 'created', Math.min(BATCH_ROWS, look.callsLeft - 1));
    if (rows.length === 0) return;
    const asked = await look.ask('queryRecords', {
      parameters: { typeId: look.table },
      body: JSON.stringify({
        filter: [{ or: rows.map(({ recordId }) => ({ _id: recordId })) }],
        pagination: { limit: rows.length, page: 0 },
      }),
    });
    if (asked.kind === 'paused') return;
    if (!asked.answer.ok) {
      if (asked.answer.failure.isCertain) look.stop(dataErrorOf(asked.answer.failure));
      return;
    }
    const records = readRecords(asked.answer.data);
    if (records === null) {
      look.rest('The data backend answered something that is no list of records.');
      return;
    }
    const found = new Map(records.map((record) => [record._id, record]));
    const untouched: RowEntry[] = [];
    for (const row of rows) {
      const record = found.get(row.recordId ?? '');
      if (record === undefined) undone(look, row);
      else if ((record.updatedAt ?? null) === (row.recordUpdatedAt ?? record.createdAt ?? null))
        untouched.push(row);
      else
        look.store.step(look.key, row.row, ['created'], {
          state: 'kept',
          problem: JSON.stringify(CHANGED_SINCE),
        });
    }
    await mapLimited(untouched, width, (row) => deleteOne(look, row));
  }
}

/** A deletion can be asked for again: what is gone is gone. */
async function deleteOne(look: Look, row: RowEntry): Promise<void> {
  if (!look.mayAsk) return;
  const asked = await look.ask('deleteRecord', {
    parameters: { typeId: look.table, id: row.recordId ?? '' },
  });
  if (asked.kind === 'paused') return;
  const { answer } = asked;
  if (answer.ok || answer.failure.kind === 'not-found') undone(look, row);
  else if (answer.failure.isCertain) {
    const { code, message } = dataErrorOf(answer.failure);
    look.store.step(look.key, row.row, ['created'], {
      state: 'kept',
      problem: JSON.stringify({ code, message: message.slice(0, 300), field: null }),
    });
  }
}

function undone({ store, key }: Look, { row }: RowEntry): void {
  store.step(key, row, ['created'], { state: 'undone' });
}
