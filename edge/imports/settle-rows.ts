import type { FilterPart } from '../../shared/data-api/conditions.ts';
import { type DataRecord, dataRecord, readRecords } from '../../shared/data-api/records.ts';
import type { ImportProblem } from '../../shared/edge-api/imports.ts';
import { parse } from '../../shared/parse.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import { reached } from '../object/probes.ts';
import { areAlike, lostConditions, matches } from './compare.ts';
import type { RowEntry } from './import-rows.ts';
import type { ImportPass } from './pass.ts';
import { settleAs } from './send-rows.ts';

const CHECKS_A_PASS = 10;
const FOUND_MAX = 25;
const FOUND_MAX_UNFILTERED = 200;
/** When a lost row is checked after it was sent; it takes effect long before the last check. */
const CHECKS_AFTER_MS = [2 * SECOND_MS, 20 * SECOND_MS, 4 * MINUTE_MS];
/** A call takes effect at most this long after it was sent. */
const EFFECT_LATEST_MS = 10 * MINUTE_MS;
const CHECK_AGAIN_MS = 30 * SECOND_MS;

const NOT_ARRIVED: ImportProblem = {
  code: 'EDGE_NOT_ARRIVED',
  message: 'The answer was lost, and the table shows nothing of this row. It can be sent again.',
  field: null,
};

/** Checks rows whose responses were lost. They are never resent automatically. */
export async function settleRows(pass: ImportPass): Promise<void> {
  for (const row of pass.store.rows.dueForCheck(pass.key, pass.now, CHECKS_A_PASS)) {
    if (!pass.mayAsk) return;
    await (row.isChange ? settleChange(pass, row) : settleCreation(pass, row));
  }
}

/** Finds a record with the row's values that was created since and that belongs to no other row. */
async function settleCreation(pass: ImportPass, row: RowEntry): Promise<void> {
  const all = lostConditions(row.values, row.sentAt);
  const first = await pass.call('queryRecords', queryFor(pass, all, FOUND_MAX));
  // Values that can't be queried are compared here.
  const isRefused = first.kind === 'answer' && !first.response.ok && first.response.failure.isCertain;
  const { createdAt } = all;
  const result =
    isRefused && pass.mayAsk
      ? await pass.call('queryRecords', queryFor(pass, { createdAt }, FOUND_MAX_UNFILTERED))
      : first;
  if (result.kind === 'paused') {
    checkLater(pass, row);
    return;
  }
  if (!result.response.ok) {
    if (result.response.failure.isCertain && pass.mayAsk) leaveUnknown(pass, row, []);
    else checkLater(pass, row);
    return;
  }
  const records = readRecords(result.response.data);
  if (records === null) {
    checkLater(pass, row);
    return;
  }
  const possible = records.filter(
    (record) => matches(row.values, record, null) && isOfItsTime(record, row.sentAt),
  );
  const known = pass.store.rows.knownRecords(possible.map(({ _id }) => _id));
  const found = possible.filter(({ _id }) => !known.has(_id));
  const alike = pass.store.rows
    .unsettled(pass.key)
    .filter((other) => !other.isChange && areAlike(other.values, row.values));
  // No more records than equal rows: it makes no difference which row created which.
  const [own] = found;
  if (alike.some(({ state }) => state === 'sent')) checkLater(pass, row);
  else if (found.length > alike.length) leaveUnknown(pass, row, found);
  else if (own !== undefined && (found.length === alike.length || isLastCheck(row))) {
    reached('row-proved-by-look-up');
    settleAs(pass, row.row, 'created', own._id, own);
  } else seenNone(pass, row);
}

function queryFor(pass: ImportPass, conditions: FilterPart, limit: number) {
  return {
    parameters: { typeId: pass.table },
    body: JSON.stringify({
      filter: [conditions],
      sort: { createdAt: 1 },
      pagination: { limit, page: 0 },
    }),
  };
}

async function settleChange(pass: ImportPass, row: RowEntry): Promise<void> {
  const result = await pass.call('getRecord', { parameters: { typeId: pass.table, id: row.recordId ?? '' } });
  if (result.kind === 'paused') checkLater(pass, row);
  else if (!result.response.ok) {
    if (result.response.failure.kind === 'not-found') refuse(pass, row);
    else checkLater(pass, row);
  } else {
    const record = parse(dataRecord, result.response.data);
    if (record !== null && matches(row.values, record, null))
      settleAs(pass, row.row, 'changed', record._id, record);
    else seenNone(pass, row);
  }
}

function isOfItsTime({ createdAt }: DataRecord, sentAt: InstantMs): boolean {
  const at = parseInstant(createdAt ?? null);
  return at === null || at <= sentAt + EFFECT_LATEST_MS;
}

const isLastCheck = ({ checks }: RowEntry) => checks + 1 >= CHECKS_AFTER_MS.length;

/** A check that failed or came too early is not counted. */
function checkLater({ store, key, now }: ImportPass, { row }: RowEntry): void {
  store.rows.step(key, row, ['unknown'], { next_check_at: now + CHECK_AGAIN_MS });
}

function seenNone(pass: ImportPass, row: RowEntry): void {
  if (isLastCheck(row)) {
    reached('row-never-arrived');
    refuse(pass, row);
    return;
  }
  const after = CHECKS_AFTER_MS[row.checks + 1] ?? CHECK_AGAIN_MS;
  pass.store.rows.step(pass.key, row.row, ['unknown'], {
    checks: row.checks + 1,
    next_check_at: Math.max(pass.now + SECOND_MS, row.sentAt + after),
  });
}

function refuse({ store, key }: ImportPass, { row }: RowEntry): void {
  store.rows.step(key, row, ['unknown'], {
    state: 'refused',
    problem: JSON.stringify(NOT_ARRIVED),
    next_check_at: null,
    row_values: null,
  });
}

/** More than one record fits and no later check will decide: a user may. */
function leaveUnknown({ store, key }: ImportPass, { row }: RowEntry, found: readonly DataRecord[]): void {
  if (found.length > 0) reached('row-with-candidates');
  store.rows.step(key, row, ['unknown'], {
    next_check_at: null,
    candidates: JSON.stringify(found.map(({ _id }) => _id)),
    row_values: null,
  });
}
