import { describe, expect, it } from 'vitest';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import type { StoredWatches } from '../storage/account.ts';
import { watchNews } from './watch-news.ts';

const AT = Date.UTC(2026, 10, 22, 9);

const watch = (more: Partial<WatchRecord> = {}): WatchRecord => ({
  ...{ id: 'w1', kind: 'records', projectId: 'shop', table: 'sale', filter: null, label: 'Sales' },
  ...{ property: null, createdAt: AT, news: 0, newest: [], count: null, problem: null },
  ...more,
});
const newest = (...values: (string | null)[]) =>
  values.map((value, at) => ({ recordId: `r${at}`, at: AT + 1_000 - at, value }));

/** What one browser announces for each reading in turn. */
function result(...readings: WatchRecord[][]) {
  let known: StoredWatches | null = null;
  return readings.map((records, at) => {
    const news = watchNews(records, known, at, AT);
    known = news.watches;
    return news;
  });
}

describe('new records of a watch', () => {
  it('are reported once, with how many there are', () => {
    const [first, second, third] = result([watch()], [watch({ news: 3 })], [watch({ news: 3 })]);
    expect(first?.announcements).toEqual([]);
    expect(second?.announcements).toMatchObject([
      {
        noticeId: 'new-records:w1',
        projectId: 'shop',
        severity: 'note',
        about: { kind: 'new-records', table: 'sale', label: 'Sales', count: 3 },
      },
    ]);
    expect(third?.announcements).toEqual([]);
  });

  it('after hours are one notice with a count, and values of the newest three at most', () => {
    const [, after] = result([watch()], [watch({ news: 301, newest: newest('c', 'b', 'a') })]);
    expect(after?.announcements.map(({ about }) => 'count' in about && about.count)).toEqual([301]);
    expect([...(after?.values.values() ?? [])]).toEqual([['c', 'b', 'a']]);
  });

  it('have no value of a record that was reported before, and none where the user chose no property', () => {
    const before = watch({ news: 2, newest: newest('b', 'a') });
    const [, , after] = result([watch()], [before], [watch({ news: 3, newest: newest('c', 'b', 'a') })]);
    expect([...(after?.values.values() ?? [])]).toEqual([['c']]);
    const [, bare] = result([watch()], [watch({ news: 2, newest: newest(null, null) })]);
    expect([...(bare?.values.values() ?? [])]).toEqual([[]]);
  });

  it('leave nothing of a record in what is stored', () => {
    const [, after] = result([watch()], [watch({ news: 1, newest: newest('canary') })]);
    expect(JSON.stringify([after?.watches, after?.announcements])).not.toMatch(/canary|r0/);
  });

  it('that came before this browser first looked are not reported, those of a watch that was made since are', () => {
    const [first] = result([watch({ createdAt: AT - 1, news: 5 })]);
    expect(first?.announcements).toEqual([]);
    const [, made] = result([], [watch({ id: 'w2', createdAt: AT + 1, news: 5 })]);
    expect(made?.announcements).toHaveLength(1);
  });

  it('are counted again when the watch was put again', () => {
    const [, , anew] = result(
      [watch()],
      [watch({ news: 9 })],
      [watch({ createdAt: AT + 5, news: 1, newest: newest('x') })],
    );
    expect(anew?.announcements.map(({ about }) => 'count' in about && about.count)).toEqual([1]);
  });
});

it('a pinned count announces nothing and is kept with its name, as unknown while it can’t be read', () => {
  const count = watch({ kind: 'count', label: 'Sales today', count: 14 });
  const problem = { code: 'EDGE_SERVICE_NOT_FOUND', message: 'gone' };
  const [first, second] = result([count], [{ ...count, count: 15, problem }]);
  expect(first?.announcements).toEqual([]);
  expect(first?.watches.counts).toEqual([{ id: 'w1', projectId: 'shop', label: 'Sales today', count: 14 }]);
  expect(second?.watches.counts[0]?.count).toBeNull();
});
