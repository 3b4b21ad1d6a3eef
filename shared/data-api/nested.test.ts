import { expect, test } from 'vitest';
import { parseRequest } from '../request-schema.ts';
import { dataCatalogue } from './catalogue.ts';
import { NESTED_TABLES_MAX } from './nested.ts';

const { queryNested, filterNested } = dataCatalogue;
const nested = (nestedQuery: unknown) => parseRequest(queryNested.body, { nestedQuery });
const filtered = (nestedFilter: unknown) =>
  parseRequest(filterNested.body, { nestedFilter, tableNameToGetResults: 'booking' });
const chain = (tables: number): object =>
  tables === 0 ? {} : { [`table${tables}`]: chain(tables - 1), tableFilter: {} };

test('each table of a question has its own filter, order and page, however deep it is', () => {
  const ask = (limit: number) => ({
    filter: [{ or: [{ day: { gte: '2026-01-01' } }, { name: { regex: 'a', options: 'i' } }] }],
    sort: { day: -1, name: 1 },
    pagination: { limit, page: 2 },
  });
  const question = {
    booking: {
      tableFilter: ask(1),
      customer: {
        tableFilter: ask(2),
        propertyName: 'customer',
        city: { tableFilter: ask(3), propertyName: 'city' },
      },
    },
  };
  expect(nested(question)).toEqual({ ok: true, value: { nestedQuery: question } });
  expect(nested({ t: chain(NESTED_TABLES_MAX - 1) }).ok).toBe(true);
  expect(nested({ t: chain(NESTED_TABLES_MAX) }).ok).toBe(false);
});

test.each<[string, unknown]>([
  ['an operator that no reference names', { t: { tableFilter: { filter: [{ a: { in: [1] } }] } } }],
  ['one of the database', { t: { u: { tableFilter: { filter: [{ a: { $ne: 1 } }] } } } }],
  ['an order of another form', { t: { u: { tableFilter: { sort: { a: 'asc' } } } } }],
  ['a page before the first', { t: { tableFilter: { pagination: { page: -1 } } } }],
  ['another part of a list', { t: { tableFilter: { group: 'a' } } }],
  ['a table by an operator', { t: { $lookup: {} } }],
  ['a filter where a list of tables stands', { t: { u: [] } }],
  ['a table with a password in its name', { t: { passwords: {} } }],
])('what is no documented part of a nested question is refused: %s', (_, question) =>
  expect(nested(question).ok).toBe(false),
);

test('conditions on other tables are lists of conditions themselves', () => {
  const question = { booking: { customer: { tableFilter: [{ name: 'Ada' }], propertyName: 'customer' } } };
  expect(filtered(question)).toMatchObject({ ok: true, value: { nestedFilter: question } });
  expect(filtered({ booking: { tableFilter: [{ name: { in: ['Ada'] } }] } }).ok).toBe(false);
});
