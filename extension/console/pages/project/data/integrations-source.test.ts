import { describe, expect, it } from 'vitest';
import type { RowsQuestion } from '../../../grid/row-source.ts';
import { integrationSource, type StructureEntry } from './integrations-source.ts';

const ENTRIES: StructureEntry[] = [
  { name: '_id', label: 'Id', type: 'text', value: '_id' },
  { name: 'name', label: 'Name', type: 'text', value: 'p1' },
  { name: 'size', label: 'Size', type: 'select', value: 'p2', spec: [{ name: 'S', type: 'option' }] },
  { name: 'password', label: 'Password', type: 'text', value: 'p3' },
];
const QUESTION: RowsQuestion = { where: [], sort: [], limit: 50, page: 0 };
const source = (view: 'search' | 'new' | 'deleted', role: 'owner' | 'builder' = 'owner') =>
  integrationSource('shop', { id: 't1', label: 'Guests' }, 'guest', ENTRIES, view, role);

describe('records as integrations give them (data reference, Integration filter)', () => {
  it('are found by ids of their fields, so many at once; words in any column are not sent', () => {
    const where = [
      { column: '*', op: 'contains' as const, value: 'x' },
      { column: 'name', op: 'eq' as const, value: 'Ada' },
    ];
    expect(source('search').rows({ ...QUESTION, page: 1, where })).toEqual({
      path: '/data/shop/integrations/search-records',
      body: { tableId: 't1', limit: 100, filter: [{ field: 'p1', value: 'Ada' }] },
    });
    expect(source('new').rows(QUESTION).path).toMatch(/get-new-records$/);
    expect(source('deleted').rows(QUESTION).path).toMatch(/last-deleted-records$/);
  });

  it('are changed and deleted one at a time, by their id', () => {
    const filter = [{ field: '_id', value: 'r1' }];
    expect(
      source('search').change({ kind: 'update', id: 'r1', data: { name: 'Eve', size: 'S' } }).body,
    ).toEqual({
      ...{ tableId: 't1', limit: 1, filter },
      newProperties: [
        { field: 'p1', value: 'Eve' },
        { field: 'p2', value: 'S' },
      ],
    });
    expect(source('search').change({ kind: 'delete', id: 'r1' }).body).toEqual({
      tableId: 't1',
      limit: 1,
      filter,
    });
    expect(source('search').change({ kind: 'create', data: { name: 'Eve' } }).path).toBe(
      '/data/shop/crud/guest',
    );
  });

  it('are an owner’s to change, and those that were deleted nobody’s; a withheld column is not shown', () => {
    expect([
      source('search').mayEdit,
      source('search', 'builder').mayEdit,
      source('deleted').mayEdit,
    ]).toEqual([true, false, false]);
    expect(source('search').columns.map(({ name }) => name)).toEqual(['_id', 'name', 'size']);
  });
});
