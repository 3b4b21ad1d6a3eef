import { type DataRecord, dataRecord, readRecords, writtenId } from '../../../shared/data-api/records.ts';
import type { ImportProblem } from '../../../shared/edge-api/imports.ts';
import { parse } from '../../../shared/parse.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { type DataFailure, dataErrorOf } from '../../data-api/answer.ts';
import { conditionsOf, matches, withoutValues } from './compare.ts';
import type { RowEntry } from './import-store.ts';
import type { Look } from './look.ts';

/** Rows of one look-up: all of them are asked for in one query. */
const LOOKUP_ROWS = 25;
const LOOKUP_ANSWERS_MAX = 200;
export const FIRST_CHECK_MS = 2 * SECOND_MS;

/**
 * Finds out which of the next rows the table has already, at the moment of sending. A look-up that fails says nothing: its rows go
 * on waiting.
 */
export async function lookUpRows(look: Look, by: readonly string[] | null): Promise<void> {
  await lookUp(look, by, look.store.rows(look.key, 'waiting', LOOKUP_ROWS, 'AND looked_up = 0'));
}

async function lookUp(look: Look, by: readonly string[] | null, rows: readonly RowEntry[]): Promise<void> {
  const asked = rows
    .map(({ values }) => conditionsOf(values, by))
    .filter((conditions) => conditions !== null);
  let found: readonly DataRecord[] | null = [];
  if (asked.length > 0) {
    if (!look.mayAsk) return;
    const answered = await look.ask('queryRecords', {
      parameters: { typeId: look.table },
      body: JSON.stringify({
        filter: [{ or: asked }],
        pagination: { limit: LOOKUP_ANSWERS_MAX, page: 0 },
      }),
    });
    if (answered.kind === 'paused') return;
    if (!answered.answer.ok) return lookUpApart(look, by, rows, answered.answer.failure);
    found = readRecords(answered.answer.data);
    if (found === null) {
      look.rest('The data backend answered something that is no list of records.');
      return;
    }
  }
  const missing: RowEntry[] = [];
  for (const entry of rows) {
    const same = found.find((record) => matches(entry.values, record, by));
    if (same === undefined) missing.push(entry);
    else
      look.store.step(look.key, entry.row, ['waiting'], {
        state: 'duplicate',
        looked_up: 1,
        record_id: same._id,
        row_values: null,
      });
  }
  // A full page may hold many records of one row and none of another.
  if (found.length >= LOOKUP_ANSWERS_MAX && rows.length > 1) return lookUpHalves(look, by, missing);
  for (const { row } of missing) look.store.step(look.key, row, ['waiting'], { looked_up: 1 });
}

async function lookUpHalves(
  look: Look,
  by: readonly string[] | null,
  rows: readonly RowEntry[],
): Promise<void> {
  const half = Math.ceil(rows.length / 2);
  await lookUp(look, by, rows.slice(0, half));
  await lookUp(look, by, rows.slice(half));
}

/** A value that its property can't have spoils the question for all: the row that has it is found by halves, and refused. */
async function lookUpApart(
  look: Look,
  by: readonly string[] | null,
  rows: readonly RowEntry[],
  failure: DataFailure,
): Promise<void> {
  if (!failure.isCertain) return;
  const [only, another] = rows;
  if (isAboutTable(failure, false)) look.stop(dataErrorOf(failure));
  else if (only !== undefined && another === undefined) refuse(look, only, failure, 'waiting');
  else await lookUpHalves(look, by, rows);
}

/** Sends rows, a few at once, until none is left, the calls of this look are used up, or something makes the import rest. */
export async function sendRows(look: Look, width: number): Promise<void> {
  // Read once: a free account pays for every row that a query passes over.
  const ready = look.store.rows(look.key, 'waiting', look.callsLeft, 'AND looked_up = 1');
  const work = async () => {
    while (look.mayAsk && look.entry()?.state === 'running') {
      const row = ready.shift();
      if (row === undefined) return;
      await sendOnce(look, row);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** The row is marked as sent, durably, before it leaves: whatever happens after that, it is never sent again by itself. */
async function sendOnce(look: Look, { row, values, recordId, isChange }: RowEntry): Promise<void> {
  const { store, key } = look;
  if (!store.step(key, row, ['waiting'], { state: 'sent', sent_at: look.now, problem: null })) return;
  await store.sync();
  const body = JSON.stringify(values);
  const asked = isChange
    ? await look.ask('editRecord', { parameters: { typeId: look.table, id: recordId ?? '' }, body })
    : await look.ask('createRecord', { parameters: { typeId: look.table }, body });
  if (asked.kind === 'paused') {
    store.step(key, row, ['sent'], { state: 'waiting', sent_at: null });
    return;
  }
  const { answer } = asked;
  if (answer.ok) {
    const id = isChange ? recordId : writtenId(answer.data);
    if (id !== null) {
      settleAs(look, row, isChange ? 'changed' : 'created', id, answer.data);
      return;
    }
  } else if (answer.failure.isCertain) {
    refuse(look, { row, values, isChange }, answer.failure);
    return;
  }
  store.step(key, row, ['sent'], { state: 'unknown', next_check_at: look.now + FIRST_CHECK_MS });
}

/** @param record the record as it was answered, by which an undo sees whether it was changed since */
export function settleAs(
  { store, key }: Look,
  row: number,
  state: 'created' | 'changed',
  id: string,
  record: unknown,
): void {
  store.step(key, row, ['sent', 'unknown'], {
    state,
    record_id: id,
    record_updated_at: parse(dataRecord, record)?.updatedAt ?? null,
    next_check_at: null,
    row_values: null,
    candidates: null,
    problem: null,
  });
}

/** Whether a refusal is none of the row's: then every other row would be refused as well. */
function isAboutTable({ kind }: DataFailure, isChange: boolean): boolean {
  return (
    kind === 'forbidden' ||
    kind === 'no-credits' ||
    kind === 'not-available' ||
    (kind === 'not-found' && !isChange)
  );
}

function refuse(
  look: Look,
  { row, values, isChange }: Pick<RowEntry, 'row' | 'values' | 'isChange'>,
  failure: DataFailure,
  from: 'sent' | 'waiting' = 'sent',
): void {
  if (isAboutTable(failure, isChange)) {
    look.store.step(look.key, row, [from], { state: 'waiting', sent_at: null });
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
  look.store.step(look.key, row, [from], {
    state: 'refused',
    problem: JSON.stringify(problem),
    row_values: null,
  });
}
