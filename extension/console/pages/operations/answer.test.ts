import { expect, test } from 'vitest';
import { dataCatalogue } from '../../../../shared/data-api/catalogue.ts';
import { catalogue } from '../../../../shared/operations/catalogue.ts';
import { nextPage, rowsIn } from './answer.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ _id: String(at) }));
const asked = { parameters: {}, query: {}, body: undefined };

test('an answer is a table where it is a list of objects, or has one such list', () => {
  expect(rowsIn(rows(2))).toHaveLength(2);
  expect(rowsIn([])).toEqual([]);
  expect(rowsIn({ versions: rows(3), totalCount: 3 })).toHaveLength(3);
  expect(rowsIn({ columns: ['a'], rows: [[1], [2]] })).toEqual([{ a: 1 }, { a: 2 }]);
  for (const other of [
    7,
    'text',
    null,
    { a: 1 },
    ['a'],
    { one: rows(1), other: rows(1) },
    { id: 'shop', of: { a: 1 }, secrets: rows(1) },
  ])
    expect(rowsIn(other)).toBeNull();
});

test('the next page is asked for as the operation has pages', () => {
  const { listProjects, listDeliveries, getAccount, listVersions } = catalogue;
  const answer = (count: number, total: number | null = null) => ({ data: rows(count), total });
  expect(nextPage(listProjects, { ...asked, query: { limit: '2' } }, answer(2, 5))?.query).toEqual({
    limit: '2',
    skip: '2',
  });
  expect(nextPage(listProjects, { ...asked, query: { limit: '2', skip: '4' } }, answer(1, 5))).toBeNull();
  expect(
    nextPage(listVersions, asked, { data: { versions: rows(20), totalCount: 21 }, total: null })?.query.skip,
  ).toBe('20');
  const page = (nextCursor: number | null) => ({ data: { deliveries: rows(1), nextCursor }, total: null });
  expect(nextPage(listDeliveries, asked, page(7))?.query).toEqual({ cursor: '7' });
  expect(nextPage(listDeliveries, asked, page(null))).toBeNull();
  expect(nextPage(getAccount, asked, answer(0))).toBeNull();
  const { listRecords, queryRecords, filterNested, aggregate } = dataCatalogue;
  expect(
    nextPage(listRecords, { ...asked, query: { pagination: '{"limit":2}' } }, answer(2))?.query.pagination,
  ).toBe('{"limit":2,"page":1}');
  expect(
    nextPage(queryRecords, { ...asked, body: { pagination: { limit: 2, page: 1 } } }, answer(2))?.body,
  ).toEqual({
    pagination: { limit: 2, page: 2 },
  });
  expect(nextPage(queryRecords, { ...asked, body: {} }, answer(49))).toBeNull();
  const options = { filterOptions: { sort: { a: 1 }, pagination: { limit: 1 } } };
  expect(nextPage(filterNested, { ...asked, body: options }, answer(1))?.body).toEqual({
    filterOptions: { sort: { a: 1 }, pagination: { limit: 1, page: 1 } },
  });
  expect(nextPage(aggregate, asked, answer(500))).toBeNull();
});
