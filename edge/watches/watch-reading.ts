import { type DataRecord, readRecords } from '../../shared/data-api/records.ts';
import { NEWEST_TOLD } from '../../shared/data-api/watch-record.ts';
import type { WatchRequest } from '../../shared/data-api/watches.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import { type DataResponse, dataErrorOf } from '../data-api/response.ts';
import { fail, type Result, success } from '../http/result.ts';

/** Records may appear later than newer ones, because writes of a backend overtake each other. */
const OVERTAKING_MS = 10 * SECOND_MS;
const VALUE_MAX_LETTERS = 120;
const BEGINNING = new Date(0).toISOString();

export interface NewsState {
  /** When the newest record seen was created, according to the backend; null = nothing was read yet. */
  cursor: string | null;
  /** Ids of the records around the cursor, as JSON. */
  seen: string;
  news: number;
  /** The newest records, as JSON. */
  newest: string;
}

/** The records of a response and their total, null = not reported; or why there is no list. */
export function listedIn(
  response: Result<DataResponse>,
): Result<{ records: DataRecord[]; count: number | null }> {
  if (!response.ok) return response;
  if (!response.value.ok) return { ok: false, error: dataErrorOf(response.value.failure) };
  const records = readRecords(response.value.data);
  return records === null
    ? fail('EDGE_DATA_UNEXPECTED', 'The data backend returned something that is no list.')
    : success({ records, count: response.value.count });
}

/**
 * News among the newest records. The first poll only finds where to begin.
 * @param count records since the cursor, including known ones around it; null = not reported
 */
export function seenNow(
  row: NewsState,
  property: string | null,
  records: readonly DataRecord[],
  count: number | null,
): NewsState {
  const [newestRecord] = records;
  const cursor = newestRecord?.createdAt ?? row.cursor ?? BEGINNING;
  const since = Date.parse(cursor) - OVERTAKING_MS;
  const around = records.filter(({ createdAt }) => Date.parse(createdAt ?? '') >= since);
  const seen = JSON.stringify(around.map(({ _id }) => _id));
  if (row.cursor === null) return { cursor, seen, news: row.news, newest: row.newest };
  const known = new Set(JSON.parse(row.seen) as string[]);
  const fresh = records.filter(({ _id }) => !known.has(_id));
  const beyondPage = count !== null && count > records.length ? count - records.length : 0;
  const newest = fresh.slice(0, NEWEST_TOLD).map((record) => ({
    recordId: record._id,
    at: parseInstant(record.createdAt ?? null),
    value: property === null ? null : shortText(record[property]),
  }));
  return {
    cursor: newestRecord === undefined ? row.cursor : cursor,
    seen: newestRecord === undefined ? row.seen : seen,
    news: row.news + fresh.length + beyondPage,
    newest:
      newest.length === 0
        ? row.newest
        : JSON.stringify([...newest, ...(JSON.parse(row.newest) as unknown[])].slice(0, NEWEST_TOLD)),
  };
}

/** From when to read records again; null = from the beginning. */
export function sinceCursor(cursor: string | null): string | null {
  return cursor === null ? null : new Date(Math.max(0, Date.parse(cursor) - OVERTAKING_MS)).toISOString();
}

function shortText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return String(value).slice(0, VALUE_MAX_LETTERS);
}

/** Midnight of the user's day; null when the count covers everything. */
export function dayStart(request: Extract<WatchRequest, { kind: 'count' }>, now: InstantMs): string | null {
  if (request.within == null) return null;
  return new Date(midnight(now, request.timeZone ?? 'UTC')).toISOString();
}

/** The instant at which the day of `now` began in a time zone. */
export function midnight(now: InstantMs, timeZone: string): InstantMs {
  const local = now + offsetMs(now, timeZone);
  const start = local - (local % DAY_MS);
  // Clocks may have been changed since: what counts is how far they were from UTC at midnight.
  return start - offsetMs(start - offsetMs(now, timeZone), timeZone);
}

/** How far a time zone is ahead of UTC at an instant. */
function offsetMs(at: InstantMs, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
