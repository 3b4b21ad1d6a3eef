import { dataRecord } from '../../shared/data-api/records.ts';
import type { ImportProblem } from '../../shared/edge-api/imports.ts';
import { parse } from '../../shared/parse.ts';
import { dataErrorOf } from '../data-api/response.ts';
import { mapLimited } from '../object/concurrency.ts';
import { reached } from '../object/probes.ts';
import type { RowEntry } from './import-rows.ts';
import type { ImportPass } from './pass.ts';

const BATCH_ROWS = 20;
/** A record is read, then deleted. */
const CALLS_A_ROW = 2;

const CHANGED_SINCE: ImportProblem = {
  code: 'EDGE_CHANGED_SINCE',
  message: 'The record was changed since the import made it, so it was left alone.',
  field: null,
};

/**
 * Deletes the records that an import created, each read again right before; lists and keeps one that was
 * changed since, or is only taken to be the row's. Changes of existing records can't be undone.
 */
export async function undoRows(pass: ImportPass, width: number): Promise<void> {
  pass.store.rows.giveUpWaiting(pass.key, pass.now);
  if (pass.store.rows.keepTaken(pass.key) > 0) reached('taken-record-kept-by-undo');
  while (isGoing(pass) && pass.callsLeft >= CALLS_A_ROW) {
    const limit = Math.min(BATCH_ROWS, Math.floor(pass.callsLeft / CALLS_A_ROW));
    const rows = pass.store.rows.created(pass.key, limit);
    if (rows.length === 0) return;
    await mapLimited(rows, width, (row) => undoOne(pass, row));
  }
}

/** Whether nobody has stopped it meanwhile. */
const isGoing = (pass: ImportPass): boolean => pass.mayAsk && pass.entry()?.state === 'undoing';

async function undoOne(pass: ImportPass, row: RowEntry): Promise<void> {
  if (!isGoing(pass)) return;
  const parameters = { typeId: pass.table, id: row.recordId ?? '' };
  const read = await pass.call('getRecord', { parameters });
  if (read.kind === 'paused') return;
  if (!read.response.ok) {
    const { failure } = read.response;
    if (failure.kind === 'not-found' && failure.isCertain) undone(pass, row);
    else if (failure.isCertain) pass.stop(dataErrorOf(failure));
    return;
  }
  const record = parse(dataRecord, read.response.data);
  if (record?._id !== row.recordId)
    return pass.rest('The data backend answered something that is not the record asked for.');
  if ((record.updatedAt ?? null) !== (row.recordUpdatedAt ?? record.createdAt ?? null))
    return keep(pass, row, CHANGED_SINCE);
  if (isGoing(pass)) await deleteOne(pass, row, parameters);
}

/** Deleting is idempotent: one whose answer was lost is read again by the next pass. */
async function deleteOne(pass: ImportPass, row: RowEntry, parameters: Record<string, string>): Promise<void> {
  const result = await pass.call('deleteRecord', { parameters });
  if (result.kind === 'paused') return;
  const { response } = result;
  if (response.ok) undone(pass, row);
  else if (response.failure.kind === 'not-found' && response.failure.isCertain) undone(pass, row);
  else if (response.failure.isCertain) {
    const { code, message } = dataErrorOf(response.failure);
    keep(pass, row, { code, message: message.slice(0, 300), field: null });
  }
}

function keep({ store, key }: ImportPass, { row }: RowEntry, problem: ImportProblem): void {
  store.rows.step(key, row, ['created'], { state: 'kept', problem: JSON.stringify(problem) });
}

function undone({ store, key }: ImportPass, { row }: RowEntry): void {
  store.rows.step(key, row, ['created'], { state: 'undone' });
}
