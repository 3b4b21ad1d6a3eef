import { expect, test } from 'vitest';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import { keepRecordValues, pinnedCounts, recordValues } from './watch-news.ts';

const AT = Date.UTC(2026, 10, 22, 9);

const watch = (more: Partial<WatchRecord> = {}): WatchRecord => ({
  ...{ id: 'w1', kind: 'records', projectId: 'shop', table: 'sale', filter: null, label: 'Sales' },
  ...{ property: null, createdAt: AT, news: 0, newest: [], count: null, problem: null },
  ...more,
});
const newest = (...values: (string | null)[]) =>
  values.map((value, at) => ({ recordId: `r${at}`, at: AT + 1_000 - at, value }));

test('values are those of the announced records only, by the key of their announcement', () => {
  keepRecordValues([watch({ news: 3, newest: newest('c', 'b', 'a') })]);
  expect(recordValues(`new-records:w1:${AT}:3`, 1)).toEqual(['c']);
  expect(recordValues(`new-records:w1:${AT}:3`, 300)).toEqual(['c', 'b', 'a']);
  expect(recordValues(`new-records:w1:${AT}:2`, 2)).toEqual([]);
  keepRecordValues([watch({ id: 'bare', news: 2, newest: newest(null, null) })]);
  expect(recordValues(`new-records:bare:${AT}:2`, 2)).toEqual([]);
});

test('pinned counts have nothing of a record, and no number where it can’t be read', () => {
  const problem = { code: 'EDGE_DATA_KEY_REJECTED', message: 'no' } as never;
  const counts = pinnedCounts([
    watch({ news: 1, newest: newest('canary') }),
    watch({ id: 'c1', kind: 'count', count: 13 }),
    watch({ id: 'c2', kind: 'count', count: 13, problem, label: null }),
  ]);
  expect(counts).toEqual([
    { id: 'c1', projectId: 'shop', label: 'Sales', count: 13 },
    { id: 'c2', projectId: 'shop', label: 'sale', count: null },
  ]);
});
