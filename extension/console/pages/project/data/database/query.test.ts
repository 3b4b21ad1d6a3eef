import { describe, expect, test } from 'vitest';
import { mayWrite } from '../../../../../../shared/builder-api/statement.ts';
import {
  ANY_COLUMN,
  type Condition,
  columnsOf,
  idOf,
  type RowsQuestion,
} from '../../../../grid/row-source.ts';
import {
  changedRows,
  changeRequest,
  countRequest,
  effectOf,
  firstRowsOf,
  flagsOf,
  needsStatement,
  relationRequest,
  rowsRequest,
  statementRequest,
} from './query.ts';

const QUESTION: RowsQuestion = {
  where: [{ column: 'seats', op: 'gte', value: 2 }],
  sort: [
    { column: 'day', dir: 'desc' },
    { column: 'name', dir: 'asc' },
  ],
  limit: 50,
  page: 0,
};

describe('rows are requested as each engine wants it (Database routes by engine)', () => {
  test('of the current engine: conditions as a list, a direction by name', () => {
    expect(rowsRequest('shop', 'v2', 'production', 'bookings', QUESTION)).toEqual({
      path: '/service/projects/shop/database/rows',
      body: {
        env: 'production',
        table: 'bookings',
        filter: { and: [{ column: 'seats', op: 'gte', value: 2 }] },
        sort: [
          { column: 'day', dir: 'desc' },
          { column: 'name', dir: 'asc' },
        ],
        page: { limit: 50 },
      },
    });
  });

  test('of the older engine: conditions by column, a direction by sign', () => {
    const where = [...QUESTION.where, { column: 'name', op: 'eq' as const, value: 'Ada' }];
    expect(rowsRequest('shop', 'legacy', 'production', 'bookings', { ...QUESTION, where })).toEqual({
      path: '/service/projects/shop/database/query',
      body: {
        tableName: 'bookings',
        queryOptions: {
          _filter: { seats: { gte: 2 }, name: 'Ada' },
          _sort: { day: -1, name: 1 },
          _limit: 50,
        },
      },
    });
  });

  test('of the older engine: two conditions on one column are one entry', () => {
    const where = [...QUESTION.where, { column: 'seats', op: 'eq' as const, value: 9 }];
    expect(
      rowsRequest('shop', 'legacy', 'production', 'bookings', { ...QUESTION, where }).body,
    ).toMatchObject({
      queryOptions: { _filter: { seats: { gte: 2, eq: 9 } } },
    });
  });

  test('words in any column are no condition of either engine: they are searched in what was read', () => {
    const where = [{ column: ANY_COLUMN, op: 'contains' as const, value: 'Ada' }, ...QUESTION.where];
    for (const engine of ['v2', 'legacy'] as const)
      expect(rowsRequest('shop', engine, 'production', 'bookings', { ...QUESTION, where })).toEqual(
        rowsRequest('shop', engine, 'production', 'bookings', QUESTION),
      );
  });

  test('without a condition and an order neither is sent', () => {
    const bare = { ...QUESTION, where: [], sort: [] };
    expect(rowsRequest('shop', 'v2', 'production', 'bookings', bare).body).toEqual({
      env: 'production',
      table: 'bookings',
      page: { limit: 50 },
    });
    expect(rowsRequest('shop', 'legacy', 'production', 'bookings', bare).body).toEqual({
      tableName: 'bookings',
      queryOptions: { _limit: 50 },
    });
  });

  test('rows are linked, and no longer, by a route of each engine', () => {
    const relation = { id: 'a/b', column: 'guests', targetId: 'g1' };
    expect(relationRequest('shop', 'v2', 'development', 'bookings', 'unlink', relation)).toEqual({
      method: 'POST',
      path: '/service/projects/shop/database/relations',
      body: {
        ...{ env: 'development', table: 'bookings', id: 'a/b', relation: 'guests', targetId: 'g1' },
        action: 'unlink',
      },
    });
    const body = { tableName: 'bookings', propertyName: 'guests', referenceId: 'g1' };
    const path = '/service/projects/shop/database/records/a%2Fb/link';
    expect(relationRequest('shop', 'legacy', 'production', 'bookings', 'link', relation)).toEqual({
      ...{ method: 'POST', path, body },
    });
    expect(relationRequest('shop', 'legacy', 'production', 'bookings', 'unlink', relation).method).toBe(
      'DELETE',
    );
  });

  test('a record is changed by its id, which can hold anything', () => {
    expect(
      changeRequest('shop', 'v2', 'development', 'bookings', {
        kind: 'update',
        id: 'a/b',
        data: { seats: 3 },
      }),
    ).toEqual({
      method: 'PATCH',
      path: '/service/projects/shop/database/records/a%2Fb',
      body: { env: 'development', table: 'bookings', data: { seats: 3 } },
    });
    expect(changeRequest('shop', 'legacy', 'production', 'bookings', { kind: 'delete', id: '7' })).toEqual({
      method: 'DELETE',
      path: '/service/projects/shop/database/records/7',
      body: { tableName: 'bookings' },
    });
  });
});

test('a row is known by the id of either engine, and one without an id by none', () => {
  expect([idOf({ id: 7 }), idOf({ _id: 'x' }), idOf({ name: 'Ada' })]).toEqual(['7', 'x', null]);
});

test('a column that only rows have is shown after those of the structure', () => {
  expect(columnsOf(['id', 'name'], [{ name: 'Ada', seats: 2 }, { id: 1 }])).toEqual(['id', 'name', 'seats']);
});

test.each([
  ['delete from bookings', 'bookings', 'select count(*) as n from bookings'],
  [
    ' DELETE FROM "bookings" WHERE seats > 2; ',
    'bookings',
    'select count(*) as n from "bookings" WHERE seats > 2',
  ],
  ['drop table if exists bookings', 'bookings', 'select count(*) as n from bookings'],
  ['truncate bookings', 'bookings', 'select count(*) as n from bookings'],
])('a statement that deletes rows names its table, and its rows are counted: %s', (sql, table, count) =>
  expect(effectOf(sql)).toEqual({ kind: 'delete', table, count }),
);

test.each([
  ['update bookings set seats = 1', 'select count(*) as n from bookings'],
  [
    "update bookings set note = 'where (from' , seats = (select max(seats) from bookings where 1 = 1) where id = ')' or seats > 2;",
    "select count(*) as n from bookings where id = ')' or seats > 2",
  ],
  ['update bookings set seats = 1 from guests where guests.id = bookings.id', null],
  ['update bookings set seats = 1 where id = 1 limit 5', null],
  ['update bookings set note = 1 -- where id = 1', null],
])('the rows that an update changes are counted by its own condition, or not at all: %s', (sql, count) =>
  expect(effectOf(sql)).toEqual({ kind: 'update', table: 'bookings', count }),
);

test.each([
  'update bookings, guests set seats = 1',
  'delete from bookings using guests where 1 = 1',
  'select 1',
])('one whose table isn’t known for sure is no such statement: %s', (sql) =>
  expect(effectOf(sql)).toBeNull(),
);

test('the number of changed rows is what the answer says, under whichever usual name, and unknown without one', () => {
  expect(changedRows({ rows: [], changes: 3 })).toBe(3);
  expect(changedRows({ results: [], meta: { changes: 0, duration: 1.5 } })).toBe(0);
  expect(changedRows({ rowsAffected: 2 })).toBe(2);
  expect(changedRows({ rows: [] })).toBeNull();
  expect(changedRows([{ changes: 1 }])).toBeNull();
  expect(changedRows(null)).toBeNull();
});

test('a table whose name is no plain word is quoted in a statement', () => {
  expect(firstRowsOf('bookings')).toBe('select * from bookings limit 20');
  expect(firstRowsOf('my "new" table')).toBe('select * from "my ""new"" table" limit 20');
});

/** The lines of the statement that asks for rows, which only reads. */
function statementOf(where: RowsQuestion['where'], columns = ['name', 'my note']): string[] {
  const { body } = statementRequest('shop', 'development', 'bookings', columns, { ...QUESTION, where });
  const { sql } = body as { sql: string };
  expect(mayWrite(sql)).toBe(false);
  return sql.split('\n');
}

test('what the route of rows can’t say is asked by a statement that only reads, in the same order', () => {
  const bare = { ...QUESTION, where: [{ column: 'seats', op: 'gte' as const, value: 2 }] };
  expect(needsStatement(bare)).toBe(false);
  expect(needsStatement({ ...bare, where: [{ column: 'seats', op: 'lt', value: 2 }] })).toBe(true);
  expect(statementOf([{ column: 'seats', op: 'lt', value: 2 }])).toEqual([
    'select * from bookings',
    'where (seats < 2)',
    'order by day desc, name asc',
    'limit 50',
  ]);
});

test('rows of a statement are counted by one with the same condition, which only reads', () => {
  const where = [{ column: 'seats', op: 'lt' as const, value: 2 }];
  const { body } = countRequest('shop', 'development', 'bookings', ['name'], { ...QUESTION, where });
  const { sql } = body as { sql: string };
  expect(sql).toBe('select count(*) as n from bookings\nwhere (seats < 2)');
  expect(mayWrite(sql)).toBe(false);
});

test.each([
  [{ column: 'paid', op: 'ne', value: true }, '((paid <> true or paid is null))'],
  [{ column: 'order', op: 'eq', value: null }, '("order" is null)'],
  [{ column: 'my note', op: 'empty', value: null }, `(("my note" is null or cast("my note" as text) = ''))`],
  [{ column: 'name', op: 'eq', value: "O'Hara; drop" }, "(name = 'O''Hara; drop')"],
  [
    { column: 'name', op: 'contains', value: '100%_!\\' },
    "(lower(cast(name as text)) like '%100!%!_!!_%' escape '!')",
  ],
  [
    { column: ANY_COLUMN, op: 'contains', value: "O'Hara" },
    `((lower(cast(name as text)) like '%o''hara%' or lower(cast("my note" as text)) like '%o''hara%'))`,
  ],
  [
    { column: 'seats', op: 'gt', value: 2, or: [{ column: 'name', op: 'filled', value: null }] },
    "(seats > 2 or (name is not null and cast(name as text) <> ''))",
  ],
] satisfies [Condition, string][])(
  'a condition of a statement takes a value as what it is: %j',
  (condition, words) => expect(statementOf([condition])[1]).toBe(`where ${words}`),
);

test('a column is yes or no in an answer where every table declares it so, and nothing else is called like it', () => {
  const table = (name: string, type: string) => ({ name, columns: [{ name: 'paid', type }] });
  const both = [table('bookings', 'BOOLEAN'), table('orders', 'bool')];
  expect(flagsOf(both, 'select * from bookings')).toEqual(['paid']);
  expect(flagsOf(both, 'select count(*) as "paid" from bookings')).toEqual([]);
  expect(flagsOf([...both, table('fees', 'INTEGER')], 'select * from bookings')).toEqual([]);
});
