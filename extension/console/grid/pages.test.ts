import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../shared/builder-api/database.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import { readAll } from './export.tsx';
import { shownWords } from './pages.tsx';
import { nextPage, pageRequest, type RowsQuestion, type Sort, sortedAlso } from './row-source.ts';

const QUESTION: RowsQuestion = { where: [], sort: [], limit: 50, page: 3 };
const source = {
  hasPages: true,
  idColumn: '_id' as const,
  rows: ({ limit, page }: RowsQuestion) => ({ path: '/data/shop/crud/query/sale', body: { limit, page } }),
};

/** Pages of rows `1`, `2`, …; reading the failing one is refused. */
function table(count: number, failingPage = -1) {
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { limit, page } = (request as { body: { limit: number; page: number } }).body;
    if (page === failingPage) return Promise.resolve(apiError('offline'));
    const all = Array.from({ length: count }, (_, at): Row => ({ _id: String(at + 1) }));
    return Promise.resolve(success({ value: all.slice(page * limit, (page + 1) * limit), readAt: 0 }));
  });
}

describe('what is shown of how many', () => {
  it.each([
    [0, 50, 1_234, '1–50 of 1,234'],
    [50, 50, 1_234, '51–100 of 1,234'],
    [0, 12, 12, '12 rows'],
    [0, 12, null, '12 rows'],
    [50, 50, null, '51–100'],
  ])('from row %i on %i of %s: %s', (first, count, total, words) => {
    expect(shownWords(first, count, total)).toBe(words);
  });

  it('a first page of an unknown number is not all that there is', () => {
    expect(shownWords(0, 50, null, false)).toBe('1–50');
  });
});

describe('a table that can be sorted but not skipped (service reference, rows query: `page` has a limit only)', () => {
  const all = Array.from({ length: 1_234 }, (_, at): Row => ({ id: `r${at}`, seats: Math.floor(at / 7) }));
  /** What the service gives for a question's conditions, order and limit. */
  function answered(question: RowsQuestion): Row[] {
    const { where, limit, rowsOf } = pageRequest(question);
    const sign = { asc: 1, desc: -1, none: 0 }[question.sort[0]?.dir ?? 'none'];
    for (const { op } of where) expect(op).toBe('gte');
    const found = all
      .filter(({ seats }) => where.every(({ value }) => Number(seats) >= Number(value)))
      .toSorted((one, other) => sign * (Number(one.seats) - Number(other.seats)));
    return rowsOf(found.slice(0, limit));
  }

  function pages(question: RowsQuestion): Row[][] {
    const read: Row[][] = [];
    for (let next: RowsQuestion | null = question; next !== null && read.length < 100; ) {
      const rows = answered(next);
      if (rows.length === 0) break;
      read.push(rows);
      next = nextPage(next, rows);
    }
    return read;
  }

  it('is paged through by the values of an ascending order, each row once, by an operator that the reference names', () => {
    const question: RowsQuestion = {
      ...{ where: [], limit: 50, page: 0 },
      sort: [{ column: 'seats', dir: 'asc' }],
    };
    const read = pages(question);
    expect(read.slice(0, 2).map(({ length }) => length)).toEqual([50, 50]);
    expect(read.flat()).toEqual(all);
    expect(nextPage(question, read[0] ?? [])?.previous).toBe(question);
  });

  it.each([
    ['a descending order', [{ column: 'seats', dir: 'desc' as const }]],
    ['no order', []],
  ])('is paged through in %s as far as so many rows are read at once', (_, sort) => {
    const read = pages({ where: [], sort, limit: 50, page: 0 });
    expect(read.map(({ length }) => length)).toEqual(Array(10).fill(50));
    expect(new Set(read.flat().map(({ id }) => id)).size).toBe(500);
  });

  it('is paged through in an order by two columns, each row once and in that order', () => {
    const table = Array.from({ length: 40 }, (_, at): Row => ({ id: `r${at}`, seats: at % 4, day: at % 5 }));
    const order = (one: Row, other: Row) =>
      Number(one.seats) - Number(other.seats) || Number(other.day) - Number(one.day);
    let question: RowsQuestion | null = {
      where: [],
      sort: [
        { column: 'seats', dir: 'asc' },
        { column: 'day', dir: 'desc' },
      ],
      limit: 7,
      page: 0,
    };
    const read: Row[] = [];
    while (question !== null && read.length <= table.length) {
      const { where, limit, rowsOf } = pageRequest(question);
      const found = table
        .filter((row) => where.every(({ column, value }) => Number(row[column]) >= Number(value)))
        .toSorted(order);
      const rows = rowsOf(found.slice(0, limit));
      read.push(...rows);
      question = nextPage(question, rows);
    }
    expect(read).toEqual(table.toSorted(order));
  });

  it('is read whole for a file, by id where the list has no order, in smaller parts where rows are wide', async () => {
    respondHere((name, request) => {
      if (name !== 'readEdge') return null;
      const question = (request as { body: RowsQuestion }).body;
      if (question.limit > 300) return Promise.resolve(apiError('service-failing', 'EDGE_ANSWER_TOO_LARGE'));
      const { where, limit } = pageRequest(question);
      const from = Number(where[0]?.value ?? 0);
      const value = {
        rows: all.map((row, at) => ({ ...row, id: at })).slice(from, from + limit),
        total: 1_234,
      };
      return Promise.resolve(success({ value, readAt: 0 }));
    });
    const database = {
      hasPages: false,
      idColumn: 'id' as const,
      rows: (body: RowsQuestion) => ({ path: '/x', body }),
    };
    const read = await readAll(database, { ...QUESTION, page: 0 }, () => true);
    expect(read.ok && read.value.rows.map(({ id }) => id)).toEqual(all.map((_, at) => at));
    expect(read.ok && read.value.total).toBe(1_234);
  });

  it.each([
    ['rows in no order', null, [{ id: '1', seats: 1 }]],
    ['a last row without the value', 'seats', [{ id: '1', seats: null }]],
    ['rows without ids', 'seats', [{ seats: 1 }]],
    [
      'too many rows of one value',
      'seats',
      Array.from({ length: 500 }, (_, at) => ({ id: String(at), seats: 1 })),
    ],
  ])('has no further page after %s', (_, column, rows) => {
    const sort = column === null ? [] : [{ column, dir: 'asc' as const }];
    expect(nextPage({ ...QUESTION, sort, limit: 500, page: 0 }, rows)).toBeNull();
  });
});

describe('all rows as a file', () => {
  beforeEach(() => table(1_203));

  it('is read page by page from the first, whichever page is shown', async () => {
    const steps: number[] = [];
    const read = await readAll(source, QUESTION, (done) => steps.push(done) > 0);
    expect(read.ok && read.value.rows.length).toBe(1_203);
    expect(steps).toEqual([500, 1_000, 1_203]);
  });

  it('is none when a page can’t be read', async () => {
    table(1_203, 1);
    expect(await readAll(source, QUESTION, () => true)).toMatchObject({ ok: false });
  });

  it.each([
    ['and tells how many there are', true],
    ['and does not', false],
  ])('is whole although the backend gives fewer rows at once than were asked for, %s', async (_, tells) => {
    const requested: number[] = [];
    respondHere((name, request) => {
      if (name !== 'readEdge') return null;
      const { limit, page } = (request as { body: { limit: number; page: number } }).body;
      requested.push(limit);
      const size = Math.min(limit, 100);
      const all = Array.from({ length: 250 }, (_, at) => ({ _id: String(at) }));
      const value = all.slice(page * size, (page + 1) * size);
      return Promise.resolve(success({ value, readAt: 0, ...(tells && { total: 250 }) }));
    });
    const read = await readAll(source, QUESTION, () => true);
    expect(read.ok && read.value).toMatchObject({ rows: { length: 250 }, total: tells ? 250 : null });
    expect(requested.slice(0, 3)).toEqual([500, 100, 100]);
  });

  it('is read in smaller pages where rows are so wide that the edge does not pass on a whole one', async () => {
    respondHere((name, request) => {
      if (name !== 'readEdge') return null;
      const { limit, page } = (request as { body: { limit: number; page: number } }).body;
      if (limit > 40) return Promise.resolve(apiError('service-failing', 'EDGE_ANSWER_TOO_LARGE'));
      const all = Array.from({ length: 95 }, (_, at) => ({ _id: String(at) }));
      return Promise.resolve(
        success({ value: all.slice(page * limit, (page + 1) * limit), readAt: 0, total: 95 }),
      );
    });
    const read = await readAll(source, QUESTION, () => true);
    expect(read.ok && new Set(read.value.rows.map(({ _id }) => _id)).size).toBe(95);
  });

  it('takes no row twice when others were added between two pages', async () => {
    let requested = 0;
    respondHere((name) => {
      if (name !== 'readEdge') return null;
      const start = requested++ === 0 ? 0 : 499;
      const page = Array.from({ length: requested === 1 ? 500 : 10 }, (_, at) => ({
        _id: String(start + at),
      }));
      return Promise.resolve(success({ value: page, readAt: 0 }));
    });
    const read = await readAll(source, QUESTION, () => true);
    expect(read.ok && read.value.rows.length).toBe(509);
  });
});

describe('a press on a heading', () => {
  const asc = (column: string): Sort => ({ column, dir: 'asc' });
  const desc = (column: string): Sort => ({ column, dir: 'desc' });

  it('sorts by that column alone: ascending, descending, not at all', () => {
    expect(sortedAlso([asc('day')], 'name', false)).toEqual([asc('name')]);
    expect(sortedAlso([asc('name')], 'name', false)).toEqual([desc('name')]);
    expect(sortedAlso([desc('name')], 'name', false)).toEqual([]);
    expect(sortedAlso([asc('day'), desc('name')], 'name', false)).toEqual([asc('name')]);
  });

  it('with Shift sorts also by that column, in its place', () => {
    expect(sortedAlso([asc('day')], 'name', true)).toEqual([asc('day'), asc('name')]);
    expect(sortedAlso([asc('day'), asc('name')], 'day', true)).toEqual([desc('day'), asc('name')]);
    expect(sortedAlso([desc('day'), asc('name')], 'day', true)).toEqual([asc('name')]);
  });
});
