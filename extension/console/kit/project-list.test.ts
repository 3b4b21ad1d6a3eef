import { expect, test } from 'vitest';
import {
  EVERYTHING,
  foundByName,
  lineCount,
  linesOf,
  listPath,
  matchesSearch,
  PAGE_ROWS,
} from './project-list.ts';

const page = (from: number, count: number = PAGE_ROWS) =>
  Array.from({ length: count }, (_, index) => ({ projectId: `p${from + index}` }));
const ids = (lines: ReturnType<typeof linesOf>) =>
  lines.map((line) => (line.kind === 'project' ? line.projectId : `unread ${line.index}`));

test('a list of unknown length has one line for what may follow, until a page is not full', () => {
  expect(lineCount(new Map([[0, page(0)]]), null)).toBe(101);
  expect(
    lineCount(
      new Map([
        [0, page(0)],
        [1, page(100, 7)],
      ]),
      null,
    ),
  ).toBe(107);
  expect(
    lineCount(
      new Map([
        [0, page(0)],
        [1, []],
      ]),
      null,
    ),
  ).toBe(100);
});

test('a list whose length is known has a place for every project, whichever page was read', () => {
  const pages = new Map([
    [0, page(0)],
    [90, page(9000)],
  ]);
  const lines = linesOf(pages, 10_000, [], true);
  expect(lines).toHaveLength(10_000);
  expect(lines[100]).toEqual({ kind: 'unread', index: 100 });
  expect(lines[9001]).toMatchObject({ projectId: 'p9001' });
});

test('pinned projects stand first, also those of pages that were not read, and never twice', () => {
  const lines = linesOf(new Map([[0, page(0, 3)]]), 3, ['p2', 'far-away'], true);
  expect(ids(lines)).toEqual(['p2', 'far-away', 'p0', 'p1']);
});

test('what is searched for keeps out pinned projects that do not match', () => {
  const lines = linesOf(new Map([[0, page(0, 3)]]), null, ['p2', 'far-away'], false);
  expect(ids(lines)).toEqual(['p2', 'p0', 'p1']);
});

test('a project that moved to another page while they were read is shown once', () => {
  const pages = new Map([
    [0, page(0)],
    [1, [{ projectId: 'p99' }, { projectId: 'p100' }]],
  ]);
  const shown = ids(linesOf(pages, null, [], true));
  expect(shown.filter((id) => id === 'p99')).toHaveLength(1);
  expect(shown.at(-1)).toBe('p100');
});

test('a page is requested as the service reference says (List Projects)', () => {
  expect(listPath({ ...EVERYTHING, search: 'a&b', groupId: 'none', sort: 'date' }, 2)).toBe(
    '/projects?limit=100&sortField=date&skip=200&search=a%26b&groupId=none',
  );
});

test('the oldest first is requested by its direction (List Projects, sortDirection)', () => {
  expect(listPath({ ...EVERYTHING, sort: 'date', direction: 'asc' }, 0)).toBe(
    '/projects?limit=100&sortField=date&sortDirection=asc',
  );
});

test("days of creation are requested as whole days of the reader's time zone, not of UTC (List Projects, createdFrom)", () => {
  const path = listPath({ ...EVERYTHING, createdFrom: '2026-11-01', createdTo: '2026-11-02' }, 0);
  const query = new URL(path, 'https://edge.example').searchParams;
  const from = Date.parse(query.get('createdFrom') ?? '');
  expect(from).toBe(new Date(2026, 10, 1).getTime());
  expect(Date.parse(query.get('createdTo') ?? '')).toBe(new Date(2026, 10, 3).getTime() - 1);
  expect(listPath({ ...EVERYTHING, createdFrom: '20' }, 0)).toBe(listPath(EVERYTHING, 0));
});

test('a search is literal', () => {
  expect(matchesSearch('shop.', 'Shopping')).toBe(false);
  expect(matchesSearch('SHOP', null, 'my-shop')).toBe(true);
});

test('a project is found by its shown name among those that were read, as the service searches ids and descriptions only (List Projects)', () => {
  const filter = { ...EVERYTHING, search: 'barber' };
  const listed = {
    projectId: 'shop-3',
    label: 'Barber bookings',
    groupId: 'g1',
    createdAt: '2026-11-01T12:00:00Z',
  };
  const known = new Map([
    ['shop-1', { name: 'Barber one', listed: null }],
    ['shop-2', { name: 'Recipe box', listed: null }],
    ['shop-3', { name: 'Barber bookings', listed }],
  ]);
  expect(ids(foundByName(filter, known, []))).toEqual(['shop-1', 'shop-3']);
  expect(ids(foundByName(filter, known, foundByName(filter, known, [])))).toEqual([]);
  expect(ids(foundByName({ ...filter, groupId: 'g1' }, known, []))).toEqual(['shop-3']);
  expect(
    ids(foundByName({ ...filter, createdFrom: '2026-10-30', createdTo: '2026-11-03' }, known, [])),
  ).toEqual(['shop-3']);
  expect(foundByName({ ...filter, createdFrom: '2026-11-03' }, known, [])).toEqual([]);
  expect(foundByName({ ...filter, search: '' }, known, [])).toEqual([]);
});
