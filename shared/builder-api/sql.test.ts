import { describe, expect, test } from 'vitest';
import { mayWrite } from './sql.ts';

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
