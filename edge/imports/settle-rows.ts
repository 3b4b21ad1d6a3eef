import type { FilterPart } from '../../shared/data-api/conditions.ts';
import { type DataRecord, dataRecord, readRecords } from '../../shared/data-api/records.ts';
import type { ImportProblem } from '../../shared/edge-api/imports.ts';
import { parse } from '../../shared/parse.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { reached } from '../object/probes.ts';
import { areAlike, CLOCKS_DIFFER_MS, isLike, lostConditions, matches } from './compare.ts';
import { FIRST_CHECK_MS, type RowEntry } from './import-rows.ts';
import { isMadeWithin, type MadeSince, readMadeSince } from './made-since.ts';
import type { ImportPass } from './pass.ts';
import { settleAs } from './send-rows.ts';

const CHECKED_A_PASS = 50;
/** Each of these is a query of its own. */
const EARLY_CHECKS_A_PASS = 10;
const FOUND_MAX = 25;
const CANDIDATES_MAX = 20;
/** A call takes effect at most this long after it was sent. */
const EFFECT_LATEST_MS = 10 * MINUTE_MS;
/** A call that was answered took effect before the answer. */
const ANSWERED_WITHIN_MS = MINUTE_MS;
/** When a lost row is checked after it was sent; nothing takes effect any more before the last check. */
const CHECKS_AFTER_MS = [
  FIRST_CHECK_MS,
  20 * SECOND_MS,
  4 * MINUTE_MS,
  EFFECT_LATEST_MS + CLOCKS_DIFFER_MS,
] as const;
const CHECK_AGAIN_MS = 30 * SECOND_MS;

const NOT_ARRIVED: ImportProblem = {
  code: 'EDGE_NOT_ARRIVED',
  message: 'The answer was lost, and the table shows nothing of this row. It can be sent again.',
  field: null,
};

/** Checks rows whose responses were lost. They are never resent automatically. */
export async function settleRows(pass: ImportPass): Promise<void> {
  const due = pass.store.rows.dueForCheck(pass.key, pass.now, CHECKED_A_PASS);
  const created = due.filter(({ isChange }) => !isChange);
  for (const row of due.filter(({ isChange }) => isChange)) if (pass.mayAsk) await settleChange(pass, row);
  for (const row of created.filter((one) => !isLastCheck(one)).slice(0, EARLY_CHECKS_A_PASS))
    if (pass.mayAsk) await checkEarly(pass, row);
  const last = withAlike(pass, created.filter(isLastCheck));
  if (last.length === 0 || !pass.mayAsk) return;
  const made = await madeFor(pass, last, EFFECT_LATEST_MS);
  if (made === null) for (const row of last) checkLater(pass, row);
  else settleBy(pass, made, last, EFFECT_LATEST_MS, LOST);
}

/** Adds equal rows that waited for these: only together can it be told which of them made a record. */
function withAlike({ store, key, now }: ImportPass, rows: readonly RowEntry[]): RowEntry[] {
  if (rows.length === 0) return [];
  const waited = store.rows
    .unsettled(key)
    .filter(
      (other) =>
        other.state === 'unknown' &&
        isLastCheck(other) &&
        now >= nextCheckAt(other.checks, other.sentAt) &&
        !isAmong(rows, other) &&
        rows.some(({ values }) => areAlike(values, other.values)),
    );
  return [...rows, ...waited];
}

const isAmong = (rows: readonly RowEntry[], { row }: RowEntry): boolean =>
  rows.some((one) => one.row === row);

/**
 * Checks rows that the backend refused for now (401, 429), before they are sent again: it may have made their
 * records all the same.
 * @returns whether some were checked
 */
export async function checkRefusedForNow(pass: ImportPass): Promise<boolean> {
  const rows = pass.store.rows.refusedForNow(pass.key, CHECKED_A_PASS);
  if (rows.length === 0 || !pass.mayAsk) return false;
  const made = await madeFor(pass, rows, ANSWERED_WITHIN_MS);
  if (made === null) return false;
  settleBy(pass, made, rows, ANSWERED_WITHIN_MS, REFUSED_FOR_NOW);
  return true;
}

function madeFor(pass: ImportPass, rows: readonly RowEntry[], withinMs: number): Promise<MadeSince | null> {
  const times = rows.map(({ sentAt }) => sentAt);
  return readMadeSince(pass, Math.min(...times), Math.max(...times) + withinMs);
}

/** Looks for a record with just the row's values that was made since and belongs to no other row. */
async function checkEarly(pass: ImportPass, row: RowEntry): Promise<void> {
  const result = await pass.call('queryRecords', {
    parameters: { typeId: pass.table },
    body: JSON.stringify({
      filter: [lostConditions(row.values, row.sentAt)] satisfies FilterPart[],
      sort: { createdAt: 1 },
      pagination: { limit: FOUND_MAX, page: 0 },
    }),
  });
  if (result.kind === 'paused') return checkLater(pass, row);
  // Values that can't be queried are compared in the last check.
  if (!result.response.ok)
    return result.response.failure.isCertain ? checkNext(pass, row, []) : checkLater(pass, row);
  const records = readRecords(result.response.data);
  if (records === null) return checkLater(pass, row);
  const known = pass.store.rows.knownRecords(records.map(({ _id }) => _id));
  const found = records.filter((record) => !known.has(record._id) && isOwn(row, record, EFFECT_LATEST_MS));
  const alike = pass.store.rows.unsettled(pass.key).filter((other) => areAlike(other.values, row.values));
  const [own] = found;
  // No more records than equal rows: it makes no difference which row created which.
  if (alike.some(({ state }) => state === 'sent')) checkLater(pass, row);
  else if (own !== undefined && found.length === alike.length) take(pass, row, own);
  else checkNext(pass, row, found.length > alike.length ? found : []);
}

/** What becomes of a row that is left with no record, or with candidates. */
interface Ends {
  absent: (pass: ImportPass, row: RowEntry) => void;
  doubtful: (pass: ImportPass, row: RowEntry, candidates: readonly DataRecord[]) => void;
  later: (pass: ImportPass, row: RowEntry) => void;
}

/**
 * Settles rows by all records that were made since: first those with just their values, then those like them
 * that no row accounts for. One synchronous step, so that nothing else accounts for a record meanwhile.
 */
function settleBy(
  pass: ImportPass,
  { records, isWhole }: MadeSince,
  rows: readonly RowEntry[],
  withinMs: number,
  ends: Ends,
): void {
  const accounted = pass.store.rows.knownRecords(records.map(({ _id }) => _id));
  let unsettled = pass.store.rows.unsettled(pass.key);
  const free = (row: RowEntry, fits: typeof isOwn) =>
    records.filter((record) => !accounted.has(record._id) && fits(row, record, withinMs));
  const without: RowEntry[] = [];
  for (const row of rows) {
    const found = free(row, isOwn);
    const alike = unsettled.filter((other) => areAlike(other.values, row.values));
    const [own] = found;
    // One of them is left without: where it was sent later, its own record may be the one that is found.
    const isTooEarly =
      own !== undefined && found.length < alike.length && !alike.every((other) => isAmong(rows, other));
    if (isTooEarly || alike.some(({ state }) => state === 'sent')) ends.later(pass, row);
    else if (!isWhole || found.length > alike.length) ends.doubtful(pass, row, free(row, isLikely));
    else if (own === undefined) without.push(row);
    else {
      accounted.add(own._id);
      unsettled = unsettled.filter((other) => other.row !== row.row);
      take(pass, row, own);
    }
  }
  const isAwaited = unsettled.some(({ state, checks }) => state === 'unknown' && !isLastCheck({ checks }));
  for (const row of without) {
    // Also those that fit an equal row, which may have been given the record of this one.
    const equal = rows.filter((other) => areAlike(other.values, row.values));
    const like = [...new Set(equal.flatMap((other) => free(other, isLikely)))];
    if (like.length === 0) ends.absent(pass, row);
    // A later check may account for them.
    else if (isAwaited) ends.later(pass, row);
    else ends.doubtful(pass, row, like);
  }
}

const LOST: Ends = {
  absent: (pass, row) => {
    reached('row-never-arrived');
    refuse(pass, row);
  },
  doubtful: leaveUnknown,
  later: checkLater,
};

const REFUSED_FOR_NOW: Ends = {
  absent: ({ store, key }, { row }) => store.rows.step(key, row, ['waiting'], { sent_at: null }),
  doubtful: doubt,
  later: doubt,
};

function isOwn({ values, sentAt }: RowEntry, record: DataRecord, withinMs: number): boolean {
  return matches(values, record, null) && isMadeWithin(record, sentAt, sentAt + withinMs);
}

function isLikely({ values, sentAt }: RowEntry, record: DataRecord, withinMs: number): boolean {
  return isLike(values, record) && isMadeWithin(record, sentAt, sentAt + withinMs);
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
    else if (isLastCheck(row)) refuse(pass, row);
    else checkNext(pass, row, []);
  }
}

const isLastCheck = ({ checks }: Pick<RowEntry, 'checks'>) => checks + 1 >= CHECKS_AFTER_MS.length;

/** A check that failed or came too early is not counted. */
function checkLater({ store, key, now }: ImportPass, row: RowEntry): void {
  store.rows.checkAgain(key, row, { next_check_at: now + CHECK_AGAIN_MS });
}

/** @param candidates as far as is known before the last check */
function checkNext(pass: ImportPass, row: RowEntry, candidates: readonly DataRecord[]): void {
  pass.store.rows.checkAgain(pass.key, row, {
    checks: row.checks + 1,
    next_check_at: Math.max(pass.now + SECOND_MS, nextCheckAt(row.checks + 1, row.sentAt)),
    candidates: idsOf(candidates),
  });
}

const nextCheckAt = (checks: number, sentAt: InstantMs): InstantMs =>
  sentAt + (CHECKS_AFTER_MS[checks] ?? CHECK_AGAIN_MS);

function idsOf(candidates: readonly DataRecord[]): string | null {
  if (candidates.length === 0) return null;
  return JSON.stringify(candidates.slice(0, CANDIDATES_MAX).map(({ _id }) => _id));
}

/** The record is the only one that fits: it is taken to be the row's, which no answer of the backend says. */
function take({ store, key }: ImportPass, { row }: RowEntry, record: DataRecord): void {
  reached('row-proved-by-look-up');
  store.rows.step(key, row, ['unknown', 'waiting'], {
    state: 'created',
    record_id: record._id,
    record_updated_at: record.updatedAt ?? null,
    is_taken: 1,
    next_check_at: null,
    row_values: null,
    candidates: null,
    problem: null,
  });
}

/** Nobody knows any more whether it was refused: it is checked as if its answer were lost. */
function doubt({ store, key, now }: ImportPass, { row, sentAt }: RowEntry): void {
  reached('refused-row-in-doubt');
  store.rows.step(key, row, ['waiting'], {
    state: 'unknown',
    checks: 0,
    next_check_at: Math.max(now + SECOND_MS, nextCheckAt(0, sentAt)),
  });
}

function refuse({ store, key }: ImportPass, { row }: RowEntry): void {
  store.rows.step(key, row, ['unknown'], {
    state: 'refused',
    problem: JSON.stringify(NOT_ARRIVED),
    next_check_at: null,
    row_values: null,
    candidates: null,
  });
}

/** No later check will decide: a user may. */
function leaveUnknown(
  { store, key }: ImportPass,
  { row }: RowEntry,
  candidates: readonly DataRecord[],
): void {
  if (candidates.length > 0) reached('row-with-candidates');
  store.rows.step(key, row, ['unknown'], {
    next_check_at: null,
    candidates: idsOf(candidates),
    row_values: null,
  });
}
