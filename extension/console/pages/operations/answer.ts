import type { Row } from '../../../../shared/builder-api/database.ts';
import { readRows } from '../../../../shared/builder-api/database.ts';
import type { AnyOperation } from '../../../../shared/catalogues/address.ts';
import type { FormRequest } from '../../../../shared/catalogues/request-form.ts';
import { isRecord } from '../../../../shared/parse.ts';

/** How much an answer may say beside its list, such as where the next page is. */
const BESIDE_MAX = 2;

/** The rows of an answer: a list of objects, by itself or with little beside it; null: it is no table. */
export function rowsIn(data: unknown): readonly Row[] | null {
  const read = readRows(data);
  if (read !== null && (read.rows.length > 0 || Array.isArray(data))) return read.rows;
  if (!isRecord(data)) return null;
  const [list, ...others] = Object.values(data).toSorted(
    (one, other) => Number(Array.isArray(other)) - Number(Array.isArray(one)),
  );
  const isTable =
    Array.isArray(list) && list.every(isRecord) && others.length <= BESIDE_MAX && !others.some(isPart);
  return isTable ? (list as Row[]) : null;
}

const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** How many a page holds where a request does not say. */
const PAGE_USUAL = 50;

/**
 * Request for the page after this one: by the cursor that its answer names, by how many were read, or by the
 * number of its page. Null: it is the last, or the operation has no pages.
 * @param total size of the whole list; null: not known
 */
export function nextPage(
  operation: AnyOperation,
  request: FormRequest,
  answer: { data: unknown; total: number | null },
): FormRequest | null {
  const { query, body } = request;
  const { nextCursor, totalCount } = Object(answer.data) as { nextCursor?: unknown; totalCount?: unknown };
  const count = rowsIn(answer.data)?.length ?? 0;
  const total = answer.total ?? (typeof totalCount === 'number' ? totalCount : null);
  // Where no total is told, a full page says that there may be more.
  const isMore = (read: number, limit: number) =>
    count > 0 && (total === null ? count >= limit : read < total);
  const withQuery = (name: string, value: unknown) => ({
    ...request,
    query: { ...query, [name]: String(value) },
  });
  const following = (pagination: unknown) => {
    const { page = 0, limit = PAGE_USUAL } = Object(pagination) as { page?: number; limit?: number };
    return isMore((page + 1) * limit, limit) ? { ...Object(pagination), page: page + 1 } : null;
  };
  if (takes(operation.query, 'cursor')) return nextCursor == null ? null : withQuery('cursor', nextCursor);
  if (takes(operation.query, 'skip')) {
    const skip = Number(query.skip ?? 0) + count;
    return isMore(skip, Number(query.limit)) ? withQuery('skip', skip) : null;
  }
  if (takes(operation.query, 'pagination')) {
    const pagination = following(JSON.parse(query.pagination ?? '{}'));
    return pagination && withQuery('pagination', JSON.stringify(pagination));
  }
  const { filterOptions } = Object(body) as { filterOptions?: { pagination?: unknown } };
  const pagination = following((filterOptions ?? Object(body)).pagination);
  if (pagination === null) return null;
  if (takes(operation.body, 'pagination')) return { ...request, body: { ...Object(body), pagination } };
  if (!takes(operation.body, 'filterOptions')) return null;
  return { ...request, body: { ...Object(body), filterOptions: { ...filterOptions, pagination } } };
}

/** Whether a schema has a field of this name. */
const takes = (schema: AnyOperation['query'], name: string): boolean =>
  schema !== null && Object.hasOwn((schema._zod.def as { shape?: object }).shape ?? {}, name);
