import { describe, expect, test } from 'vitest';
import { mayWrite, readRows, readTables } from './database.ts';

describe('answers of the database routes, whose form the reference does not show', () => {
  test('tables are read from the structure of either engine', () => {
    const columns = [
      { name: 'id', type: 'string' },
      { name: 'seats', type: 'number' },
    ];
    expect(readTables({ env: 'development', tables: [{ name: 'bookings', columns }] })).toEqual([
      { name: 'bookings', columns },
    ]);
    const properties = { seats: { id: 'x', name: 'seats', propertyType: 'number' } };
    expect(readTables({ tables: [{ type: 'bookings', properties }] })).toEqual([
      { name: 'bookings', columns: [{ name: 'seats', type: 'number' }] },
    ]);
  });

  test('one odd table or column costs only itself', () => {
    expect(readTables([{ name: 'bookings', columns: ['id', 4, { label: 'x' }] }, null, { name: 3 }])).toEqual(
      [{ name: 'bookings', columns: [{ name: 'id', type: null }] }],
    );
  });

  test('rows are read under any of the usual names, their total only where it is reported', () => {
    const rows = [{ id: 1 }];
    expect(readRows({ rows, total: 30 })).toEqual({ rows, total: 30 });
    expect(readRows({ results: rows })).toEqual({ rows, total: null });
    expect(readRows(rows)).toEqual({ rows, total: null });
  });

  test('a response of another form differs from an empty one', () => {
    expect(readRows({ changes: 1 })).toBeNull();
    expect(readTables('nothing')).toBeNull();
    expect(readRows({ rows: [] })).toEqual({ rows: [], total: null });
  });
});

describe('a statement is taken to read only if it surely does', () => {
  test.each([
    'select * from bookings',
    '  SELECT 1;  ',
    "select 'insert into x; delete' as words",
    '-- the newest\nselect * from bookings order by day desc',
    'with newest as (select * from bookings) select count(*) from newest',
    'explain select 1',
  ])('reads: %s', (sql) => expect(mayWrite(sql)).toBe(false));

  test.each([
    'delete from bookings',
    'select 1; delete from bookings',
    'with gone as (delete from bookings returning *) select * from gone',
    'select * into copies from bookings',
    'explain analyze delete from bookings',
    "select setval('ids', 1)",
    'pragma journal_mode = wal',
    "select 1 -- it's\n; delete from bookings where name = 'Ada'",
    "select 1 /* it's */; drop table bookings -- '",
    '/* nothing else */',
    "select E'a\\'' ; delete from bookings; select 'b'",
    '',
  ])('may write: %s', (sql) => expect(mayWrite(sql)).toBe(true));
});
