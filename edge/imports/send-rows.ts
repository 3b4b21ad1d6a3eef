import { type DataRecord, dataRecord, readRecords, writtenId } from '../../shared/data-api/records.ts';
import type { ImportProblem } from '../../shared/edge-api/imports.ts';
import { parse } from '../../shared/parse.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { dataErrorOf } from '../data-api/response.ts';
import { reached } from '../object/probes.ts';
import { conditionsOf, matches, withoutValues } from './compare.ts';
import { FIRST_CHECK_MS, type RowEntry } from './import-rows.ts';
import type { ImportPass } from './pass.ts';

/** Rows of one look-up, combined in one query. */
export const LOOKUP_ROWS = 25;
const LOOKUP_ANSWERS_MAX = 200;

/** Checks right before sending which next rows are in the table; after a failure they keep waiting. */
export async function lookUpRows(
  pass: ImportPass,
  by: readonly string[] | null,
  waiting: readonly RowEntry[],
): Promise<void> {
  await lookUp(pass, by, waiting.filter(({ isLookedUp }) => !isLookedUp).slice(0, LOOKUP_ROWS));
}

async function lookUp(
  pass: ImportPass,
  by: readonly string[] | null,
  rows: readonly RowEntry[],
): Promise<void> {
  const lookup = rows
    .map(({ values }) => conditionsOf(values, by))
    .filter((conditions) => conditions !== null);
  let found: readonly DataRecord[] | null = [];
  if (lookup.length > 0) {
    if (!pass.mayAsk) return;
    const result = await pass.call('queryRecords', {
      parameters: { typeId: pass.table },
      body: JSON.stringify({
        filter: [{ or: lookup }],
        pagination: { limit: LOOKUP_ANSWERS_MAX, page: 0 },
      }),
    });
    if (result.kind === 'paused') return;
    if (!result.response.ok) return lookUpApart(pass, by, rows, result.response.failure);
    found = readRecords(result.response.data);
    if (found === null) {
      pass.rest('The data backend answered something that is no list of records.');
      return;
    }
  }
  const missing: RowEntry[] = [];
  for (const entry of rows) {
    const same = found.find((record) => matches(entry.values, record, by));
    if (same === undefined) missing.push(entry);
    else {
      reached('row-already-there');
      pass.store.rows.step(pass.key, entry.row, ['waiting'], {
        state: 'duplicate',
        looked_up: 1,
        record_id: same._id,
        row_values: null,
      });
    }
  }
  // A full page may hold many records of one row and none of another.
  if (found.length >= LOOKUP_ANSWERS_MAX && rows.length > 1) return lookUpHalves(pass, by, missing);
  for (const { row } of missing) pass.store.rows.step(pass.key, row, ['waiting'], { looked_up: 1 });
}

async function lookUpHalves(
  pass: ImportPass,
  by: readonly string[] | null,
  rows: readonly RowEntry[],
): Promise<void> {
  const half = Math.ceil(rows.length / 2);
  await lookUp(pass, by, rows.slice(0, half));
  await lookUp(pass, by, rows.slice(half));
}

/** Bisects to find and refuse the row with a value its property can't have, which fails the query for all. */
async function lookUpApart(
  pass: ImportPass,
  by: readonly string[] | null,
  rows: readonly RowEntry[],
  failure: ServiceFailure,
): Promise<void> {
  if (!failure.isCertain) return;
  const [only, another] = rows;
  if (isAboutTable(failure, false)) pass.stop(dataErrorOf(failure));
  else if (only !== undefined && another === undefined) refuse(pass, only, failure, 'waiting');
  else await lookUpHalves(pass, by, rows);
}

/**
 * Sends rows, `width` at a time, until none is left, the pass has no calls left, or the import pauses.
 * Rows are durably marked as sent before, `width` in one write, so that no call waits for one of its own.
 */
export async function sendRows(pass: ImportPass, waiting: readonly RowEntry[], width: number): Promise<void> {
  const { store, key } = pass;
  const ready = waiting.slice(0, pass.callsLeft);
  const marked: RowEntry[] = [];
  let marking: Promise<void> | null = null;
  const mark = async () => {
    marked.push(...(await store.rows.markSent(key, ready.splice(0, width), pass.now)));
  };
  const isGoing = () => pass.mayAsk && pass.entry()?.state === 'running';
  const next = async (): Promise<RowEntry | undefined> => {
    while (marked.length === 0 && (marking !== null || (ready.length > 0 && isGoing()))) {
      marking ??= mark().finally(() => {
        marking = null;
      });
      await marking;
    }
    return isGoing() ? marked.shift() : undefined;
  };
  const work = async () => {
    for (let row = await next(); row !== undefined; row = await next()) await sendOnce(pass, row);
  };
  await Promise.all(Array.from({ length: width }, work));
  for (const { row } of marked) store.rows.step(key, row, ['sent'], { state: 'waiting', sent_at: null });
}

/** Sends a row that is marked as sent; it is never resent automatically. */
async function sendOnce(pass: ImportPass, { row, values, recordId, isChange }: RowEntry): Promise<void> {
  const { store, key } = pass;
  const body = JSON.stringify(values);
  const sent = isChange
    ? await pass.call('editRecord', { parameters: { typeId: pass.table, id: recordId ?? '' }, body })
    : await pass.call('createRecord', { parameters: { typeId: pass.table }, body });
  if (sent.kind === 'paused') {
    // A change has the same effect twice; a record may have been made all the same (`checkRefusedForNow`).
    const mayBeMade = sent.wasSent && !isChange;
    store.rows.step(key, row, ['sent'], { state: 'waiting', ...(!mayBeMade && { sent_at: null }) });
    return;
  }
  const { response } = sent;
  if (response.ok) {
    const id = isChange ? recordId : writtenId(response.data);
    if (id !== null) {
      settleAs(pass, row, isChange ? 'changed' : 'created', id, response.data);
      return;
    }
  } else if (response.failure.isCertain) {
    refuse(pass, { row, values, isChange }, response.failure);
    return;
  }
  store.rows.step(key, row, ['sent'], { state: 'unknown', next_check_at: pass.now + FIRST_CHECK_MS });
}

/** @param record the record from the response, by which an undo detects later changes */
export function settleAs(
  { store, key }: ImportPass,
  row: number,
  state: 'created' | 'changed',
  id: string,
  record: unknown,
): void {
  store.rows.step(key, row, ['sent', 'unknown'], {
    state,
    record_id: id,
    record_updated_at: parse(dataRecord, record)?.updatedAt ?? null,
    next_check_at: null,
    row_values: null,
    candidates: null,
    problem: null,
  });
}

/** Whether a refusal is unrelated to the row, so that every other row would be refused as well. */
function isAboutTable({ kind }: ServiceFailure, isChange: boolean): boolean {
  return (
    kind === 'forbidden' ||
    kind === 'no-credits' ||
    kind === 'not-available' ||
    (kind === 'not-found' && !isChange)
  );
}

function refuse(
  look: ImportPass,
  { row, values, isChange }: Pick<RowEntry, 'row' | 'values' | 'isChange'>,
  failure: ServiceFailure,
  from: 'sent' | 'waiting' = 'sent',
): void {
  if (isAboutTable(failure, isChange)) {
    look.store.rows.step(look.key, row, [from], { state: 'waiting', sent_at: null });
    look.stop(dataErrorOf(failure));
    return;
  }
  const { code, message } = dataErrorOf(failure);
  const field = failure.details?.field;
  const problem: ImportProblem = {
    code,
    message: withoutValues(message, values),
    field: typeof field === 'string' ? field.slice(0, 100) : null,
  };
  look.store.rows.step(look.key, row, [from], {
    state: 'refused',
    problem: JSON.stringify(problem),
    row_values: null,
  });
}
