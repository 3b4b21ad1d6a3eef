import { describe, expect, test } from 'vitest';
import { areReadings, mayWrite, unknownWordIn } from './statement.ts';

describe('a statement is taken to read only if it surely does', () => {
  test.each([
    'select * from bookings',
    '  SELECT 1;  ',
    "select 'insert into x; delete' as words",
    '-- the newest\nselect * from bookings order by day desc',
    'with newest as (select * from bookings) select count(*) from newest',
    'explain select 1',
    "select status, count(*), COALESCE(max(total), 0) from orders where status in ('it''s [1]', '#2', '$3') group by status",
    'select "day" from "bookings" where (seats > 3) and (name is not null) limit 5',
    "select `day` from bookings /* the newest */ where lower(name) like 'a%'",
    'select cast(price as numeric(10, 2)) from products',
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
    "with [a'] as (select 1 as v) delete from orders /*'*/",
    "with [a'] as (select 1 as v) update orders set paid = 1 /*'*/",
    'select lo_unlink(3)',
    'select "lo_unlink"(3)',
    'select lo_unlink /* one */ (3)',
    'select evil.lower(name) from orders',
    'select evil . lower (name) from orders',
    "select $$'$$; delete from orders; select $$'$$",
    "select $a$'$a$ from orders",
    "select 1 # it's\n; delete from orders where name = 'Ada'",
    '/*! delete from orders */ select 1',
    '/*M! delete from orders */ select 1',
    "with a as (select 1) select 1 --'\n, 2 --'",
    '-- one\rdelete from orders -- \nselect 1',
    "/* /* */ ' */ delete from orders /*' */",
    "select e'a'",
    'select @a := 1',
    "select 1 ` ' ` , 2",
    'select 1into copies from bookings',
    'select id, 2.5into copies from bookings',
    'select 1e0into copies from bookings',
    'explain analyse refresh materialized view totals',
    'explain (analyse) refresh materialized view totals',
    'select next value for ids',
    'select 1 exec clear_bookings',
    "select 1 backup database shop to disk = 'x'",
    '',
  ])('may write: %s', (sql) => expect(mayWrite(sql)).toBe(true));
});

test.each(['a', ' ', "'", "'a", '/*', '(', '. ', ';', '`', '--'])(
  'a long statement is judged at once: %j',
  (part) => {
    const startedAt = performance.now();
    mayWrite(`select ${part.repeat(200_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);

test.each([
  ["select 1; select ';';", true],
  ['select 1;', false],
  ['select 1; delete from bookings', false],
])('several statements that only read count as writing for being several: %s', (sql, expected) => {
  expect(areReadings(sql)).toBe(expected);
});

test.each([
  ['selct * from bookings', { word: 'selct', isCall: false, meant: 'select' }],
  ['optimize bookings', { word: 'optimize', isCall: false, meant: null }],
  ['select conut(*) from bookings', { word: 'conut', isCall: true, meant: 'count' }],
  ['select lo_unlink(3)', { word: 'lo_unlink', isCall: true, meant: null }],
  ['select evil.lower(name) from orders', null],
  ['sele', null],
  ['delete from bookings', null],
])('the word that a statement counts as writing for, though nothing in it says so: %s', (sql, found) =>
  expect(unknownWordIn(sql)).toEqual(found),
);
