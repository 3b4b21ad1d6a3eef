import { expect, it } from 'vitest';
import type { ImportRecord } from '../edge-api/imports.ts';
import { countOf, groupImports, undoable } from './import-groups.ts';

const recordOf = (key: string, createdAt: number, id: string | null, created = 1_000): ImportRecord => ({
  ...{
    key,
    projectId: 'shop',
    table: 'product',
    state: 'done',
    own: true,
    by: 'Desk',
    createdAt,
    settledAt: 9,
  },
  source: { url: 'https://shop.example/', ...(id !== null && { import: id }) },
  ...{ problem: null, total: created, taken: 0, fileRemoval: null, rows: [] },
  counts: {
    ...{ waiting: 0, sent: 0, created, changed: 0, duplicate: 0, refused: 0, unknown: 0, undone: 0, kept: 0 },
  },
});

it('what was saved at once is one import, with one sum and one undo, however many requests it took', () => {
  const listed = [
    recordOf('c', 3, 'x', 891),
    recordOf('b', 2, 'x'),
    recordOf('other', 2, 'y'),
    recordOf('a', 1, 'x'),
  ];
  const groups = groupImports(listed);
  expect(groups.map(({ id }) => id)).toEqual(['x', 'y']);
  const [whole] = groups;
  expect(whole?.records.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect(whole && countOf(whole, 'created')).toBe(2_891);
  expect(whole && undoable(whole).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

it('a request that names no import is one by itself', () => {
  expect(groupImports([recordOf('a', 1, null), recordOf('b', 2, null)])).toHaveLength(2);
});

it('what is being sent or has nothing left is not undone', () => {
  const running: ImportRecord = { ...recordOf('a', 1, 'x'), state: 'running' };
  expect(undoable({ records: [running, recordOf('b', 2, 'x', 0)] })).toEqual([]);
});
