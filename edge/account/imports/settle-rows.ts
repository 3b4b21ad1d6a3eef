import type { FilterPart } from '../../../shared/data-api/conditions.ts';
import { type DataRecord, dataRecord, readRecords } from '../../../shared/data-api/records.ts';
import type { ImportProblem } from '../../../shared/edge-api/imports.ts';
import { parse } from '../../../shared/parse.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../../shared/time.ts';
import { areAlike, lostConditions, matches } from './compare.ts';
import type { RowEntry } from './import-store.ts';
import type { Look } from './look.ts';
import { settleAs } from './send-rows.ts';

const CHECKS_A_LOOK = 10;
const FOUND_MAX = 25;
const FOUND_MAX_UNFILTERED = 200;
/** When a lost row is asked about, after its sending: what was sent takes effect long before the last of them. */
const CHECKS_AFTER_MS = [2 * SECOND_MS, 20 * SECOND_MS, 4 * MINUTE_MS];
/** What a call makes, it makes at most so long after it was sent. */
const EFFECT_LATEST_MS = 10 * MINUTE_MS;
const CHECK_AGAIN_MS = 30 * SECOND_MS;

const NOT_ARRIVED: ImportProblem = {
  code: 'EDGE_NOT_ARRIVED',
  message: 'The answer was lost, and the table shows nothing of this row. It can be sent again.',
  field: null,
};

/** Asks what became of rows whose answers were lost. Nothing of them is ever sent again by itself. */
export async function settleRows(look: Look): Promise<void> {
  for (const row of look.store.dueForCheck(look.key, look.now, CHECKS_A_LOOK)) {
    if (!look.mayAsk) return;
    await (row.isChange ? settleChange(look, row) : settleCreation(look, row));
  }
}

/** A record with the row's values that was made since, and that no other row is known to have made. */
async function settleCreation(look: Look, row: RowEntry): Promise<void> {
  const all = lostConditions(row.values, row.sentAt);
  const first = await look.ask('queryRecords', queryFor(look, all, FOUND_MAX));
  // Values that the table can't be asked for are compared here.
  const isRefused = first.kind === 'answer' && !first.answer.ok && first.answer.failure.isCertain;
  const { createdAt } = all;
  const asked =
    isRefused && look.mayAsk
      ? await look.ask('queryRecords', queryFor(look, { createdAt }, FOUND_MAX_UNFILTERED))
      : first;
  if (asked.kind === 'paused') {
    checkLater(look, row);
    return;
  }
  if (!asked.answer.ok) {
    if (asked.answer.failure.isCertain && look.mayAsk) leaveUnknown(look, row, []);
    else checkLater(look, row);
    return;
  }
  const records = readRecords(asked.answer.data);
  if (records === null) {
    checkLater(look, row);
    return;
  }
  const possible = records.filter(
    (record) => matches(row.values, record, null) && isOfItsTime(record, row.sentAt),
  );
  const known = look.store.knownRecords(possible.map(({ _id }) => _id));
  const found = possible.filter(({ _id }) => !known.has(_id));
  const alike = look.store
    .unsettled(look.key)
    .filter((other) => !other.isChange && areAlike(other.values, row.values));
  // As many records as alike rows, or fewer: which row made which makes no difference.
  const [own] = found;
  if (alike.some(({ state }) => state === 'sent')) checkLater(look, row);
  else if (found.length > alike.length) leaveUnknown(look, row, found);
  else if (own !== undefined && (found.length === alike.length || isLastCheck(row)))
    settleAs(look, row.row, 'created', own._id, own);
  else seenNone(look, row);
}

function queryFor(look: Look, conditions: FilterPart, limit: number) {
  return {
    parameters: { typeId: look.table },
    body: JSON.stringify({
      filter: [conditions],
      sort: { createdAt: 1 },
      pagination: { limit, page: 0 },
    }),
  };
}

async function settleChange(look: Look, row: RowEntry): Promise<void> {
  const asked = await look.ask('getRecord', { parameters: { typeId: look.table, id: row.recordId ?? '' } });
  if (asked.kind === 'paused') checkLater(look, row);
  else if (!asked.answer.ok) {
    if (asked.answer.failure.kind === 'not-found') refuse(look, row);
    else checkLater(look, row);
  } else {
    const record = parse(dataRecord, asked.answer.data);
    if (record !== null && matches(row.values, record, null))
      settleAs(look, row.row, 'changed', record._id, record);
    else seenNone(look, row);
  }
}

function isOfItsTime({ createdAt }: DataRecord, sentAt: InstantMs): boolean {
  const at = parseInstant(createdAt ?? null);
  return at === null || at <= sentAt + EFFECT_LATEST_MS;
}

const isLastCheck = ({ checks }: RowEntry) => checks + 1 >= CHECKS_AFTER_MS.length;

/** A look that failed, or that came too early, is not counted. */
function checkLater({ store, key, now }: Look, { row }: RowEntry): void {
  store.step(key, row, ['unknown'], { next_check_at: now + CHECK_AGAIN_MS });
}

function seenNone(look: Look, row: RowEntry): void {
  if (isLastCheck(row)) {
    refuse(look, row);
    return;
  }
  const after = CHECKS_AFTER_MS[row.checks + 1] ?? CHECK_AGAIN_MS;
  look.store.step(look.key, row.row, ['unknown'], {
    checks: row.checks + 1,
    next_check_at: Math.max(look.now + SECOND_MS, row.sentAt + after),
  });
}

function refuse({ store, key }: Look, { row }: RowEntry): void {
  store.step(key, row, ['unknown'], {
    state: 'refused',
    problem: JSON.stringify(NOT_ARRIVED),
    next_check_at: null,
    row_values: null,
  });
}

/** More than one fits: no later look will tell, so a person may. */
function leaveUnknown({ store, key }: Look, { row }: RowEntry, found: readonly DataRecord[]): void {
  store.step(key, row, ['unknown'], {
    next_check_at: null,
    candidates: JSON.stringify(found.map(({ _id }) => _id)),
    row_values: null,
  });
}
