import { isRecord } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import { Problem, refuseField } from '../http/problem.ts';
import type { TableStructure } from '../structure/table-structure.ts';
import { fieldKindOf } from './field.ts';
import { type Criteria, criteriaOf } from './filter.ts';
import { brief } from './values.ts';

const DEFAULT_LIMIT = 50;

/** A list as requested, checked: data reference, GET `/crud/{typeId}`; Limits 1. */
export interface ListQuery {
  criteria: Criteria;
  sort: { field: string; direction: 1 | -1 }[];
  offset: number;
  limit: number;
  returnCount: boolean;
}

export interface Listed {
  page: DataRecord[];
  /** Number of all results; undefined when it was not asked for. */
  count?: number;
}

/** Reads `filter`, `sort`, `pagination` and `returnCount`, of a body or of query parameters. */
export function readListQuery(structure: TableStructure, sent: Record<string, unknown>): ListQuery {
  const { filter, sort, pagination, returnCount } = sent;
  return {
    criteria: criteriaOf(structure, filter),
    sort: readSort(structure, sort),
    ...readPagination(pagination ?? { limit: sent.limit, page: sent.page, skip: sent.skip }),
    returnCount: readFlag('returnCount', returnCount),
  };
}

export function readSort(structure: TableStructure, sort: unknown): ListQuery['sort'] {
  if (sort === undefined || sort === null || sort === '') return [];
  if (!isRecord(sort)) return refuseField('sort', 'sort must be a map of properties to 1 or -1.');
  return Object.entries(sort).map(([field, sent]) => {
    const kind = fieldKindOf(structure, field);
    if (kind === undefined)
      refuseField(`sort.${field}`, `${structure.type} has no property ${field} to sort by.`);
    const direction = Number(sent);
    if (direction !== 1 && direction !== -1) {
      return refuseField(`sort.${field}`, `sort by ${field} must be 1 or -1, not ${brief(sent)}.`);
    }
    return { field, direction };
  });
}

/** `page` counts from 0; `skip` may stand in its place (gaps page). */
export function readPagination(pagination: unknown): { offset: number; limit: number } {
  const sent = pagination === undefined || pagination === null || pagination === '' ? {} : pagination;
  if (!isRecord(sent)) return refuseField('pagination', 'pagination must be { limit, page }.');
  const limit = wholeNumber('limit', sent.limit, 1) ?? DEFAULT_LIMIT;
  const page = wholeNumber('page', sent.page, 0) ?? 0;
  return { limit, offset: wholeNumber('skip', sent.skip, 0) ?? page * limit };
}

function wholeNumber(name: string, sent: unknown, least: number): number | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const number = typeof sent === 'string' ? Number(sent) : sent;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least) {
    return refuseField(
      `pagination.${name}`,
      `pagination.${name} must be a whole number from ${least}, not ${brief(sent)}.`,
    );
  }
  return number;
}

export function readFlag(name: string, sent: unknown): boolean {
  if (sent === undefined || sent === null || sent === '') return false;
  if (typeof sent === 'boolean') return sent;
  if (sent === 'true' || sent === 'false') return sent === 'true';
  return refuseField(name, `${name} must be true or false, not ${brief(sent)}.`);
}

/** The body of a query, or an empty one when none was sent. */
export function requireBody(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (!isRecord(body)) throw new Problem(400, 'The body must be a JSON object.');
  return body;
}

/** Imported on first use, so that tests without queries don't wait for it. */
export async function matcherOf(criteria: Criteria): Promise<(record: DataRecord) => boolean> {
  if (Object.keys(criteria).length === 0) return () => true;
  const { Query } = await import('mingo');
  const query = new Query<DataRecord>(criteria);
  return (record) => query.test(record);
}

/**
 * One page of the matches. Without a sort, and among equal records, the order is that of creation, so that
 * pages neither repeat nor skip records while others are added.
 */
export async function listRecords(records: Iterable<DataRecord>, query: ListQuery): Promise<Listed> {
  const matches = await matcherOf(query.criteria);
  const { offset, limit, sort, returnCount } = query;
  const found: DataRecord[] = [];
  const enough = sort.length === 0 && !returnCount ? offset + limit : Number.POSITIVE_INFINITY;
  for (const record of records) {
    if (found.length >= enough) break;
    if (matches(record)) found.push(record);
  }
  if (sort.length > 0) found.sort((left, right) => compareRecords(left, right, sort));
  return {
    page: found.slice(offset, offset + limit),
    ...(returnCount && { count: found.length }),
  };
}

function compareRecords(left: DataRecord, right: DataRecord, sort: ListQuery['sort']): number {
  for (const { field, direction } of sort) {
    const order = compareValues(left[field], right[field]);
    if (order !== 0) return order * direction;
  }
  return 0;
}

/** Nothing comes before something; text by its characters' codes, as the database has it. */
function compareValues(left: unknown, right: unknown): number {
  const [a, b] = [sortable(left), sortable(right)];
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortable(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}
