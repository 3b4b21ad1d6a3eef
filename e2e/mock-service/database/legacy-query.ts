import { isRecord, shown, wholeNumber } from '../http/values.ts';
import type { Row } from '../world/project.ts';
import { holds, sortRows } from './conditions.ts';

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 1000;

/** `queryOptions` of the legacy engine: `_filter`, `_sort`, `_limit` and `_offset`. */
export function legacyQuery(rows: Row[], options: Record<string, unknown>): Row[] {
  const found = rows.filter((row) => meets(row, options._filter));
  const sort = Object.entries(isRecord(options._sort) ? options._sort : {}).map(
    ([column, direction]) => [column, direction === -1 || direction === 'desc' ? -1 : 1] as const,
  );
  const limit = wholeNumber(shown(options._limit ?? ''), DEFAULT_LIMIT, 1, LARGEST_LIMIT);
  const offset = wholeNumber(shown(options._offset ?? ''), 0, 0, Number.MAX_SAFE_INTEGER);
  return sortRows(found, sort).slice(offset, offset + limit);
}

/** Every column of the filter holds, and one of `_or`, if there is one. */
function meets(row: Row, filter: unknown): boolean {
  if (!isRecord(filter)) return true;
  return Object.entries(filter).every(([column, wanted]) => {
    if (column === '_or') return Array.isArray(wanted) && wanted.some((one) => meets(row, one));
    const actual = row[column];
    if (!isRecord(wanted)) return actual === wanted;
    // The options of a pattern stand beside it; patterns here ignore case anyway.
    return Object.entries(wanted).every(([op, expected]) => op === 'options' || holds(actual, op, expected));
  });
}
