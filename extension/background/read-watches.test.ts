import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Announcement, announceNews } from '../../shared/attention/news.ts';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { calmAccount } from '../fixtures/sample-account.ts';
import { noticesItem } from '../storage/notices.ts';
import { connectionItem } from '../storage/pairing.ts';
import { type FakeEdge, fakeToolbar, pairedEdge, startUp, T0 } from './sync-fixture.ts';

const WATCH: WatchRecord = {
  ...{ id: 'watch-1', kind: 'records', projectId: 'shop', table: 'sale', filter: null, label: 'Sales' },
  ...{ property: 'buyer', createdAt: T0, news: 0, newest: [], count: null, problem: null },
};

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  fakeToolbar();
});

/** As the edge numbers it: an opening of its own for each reading that found some. */
function newRecords(news: number, count: number, at: number): Announcement {
  const about = { kind: 'new-records', table: 'sale', label: 'Sales', count } as const;
  const key = `new-records:watch-1:${T0}:${news}`;
  return { ...announceNews(about, 'shop', at, key), noticeId: 'new-records:watch-1' };
}

/** The edge found this many new records since the watch began; the snapshot says that there is something to read. */
function find(edge: FakeEdge, news: number): void {
  const newest = Array.from({ length: Math.min(3, news) }, (_, at) => ({
    recordId: `r${news - at}`,
    at: edge.now,
    value: `Buyer ${news - at}`,
  }));
  const known = edge.watches[0]?.news ?? 0;
  edge.watches = [{ ...WATCH, news, newest }];
  if (news > known) edge.announce(newRecords(news, news - known, edge.now));
  edge.snapshot = { ...calmAccount(edge.now), version: `v${edge.now}-${news}`, watches: news };
}

const result = async () =>
  (await noticesItem.getValue()).map(({ about, fate }) => [
    about.kind,
    'count' in about && about.count,
    fate.is,
  ]);
const reads = (edge: FakeEdge) => edge.requests.filter((line) => line === 'GET /watches').length;

async function following() {
  const edge = await pairedEdge();
  await connectionItem.setValue({ ...(await connectionItem.getValue()), role: 'builder' } as never);
  find(edge, 0);
  const { sync } = startUp(edge);
  await sync.onAlarm();
  return { edge, sync };
}

describe('watches', () => {
  test('are read when the snapshot says so, and each new record is reported once', async () => {
    const { edge, sync } = await following();
    const shown = vi.spyOn(fakeBrowser.notifications, 'create');
    find(edge, 2);
    await sync.onAlarm();
    await sync.onAlarm();
    expect(await result()).toEqual([['new-records', 2, 'shown']]);
    expect(reads(edge), 'values and counts together').toBe(2);
    expect(shown).toHaveBeenCalledWith(
      'new-records:watch-1',
      expect.objectContaining({
        title: expect.stringContaining('2 new records in Sales'),
        message: 'Buyer 2\nBuyer 1',
      }),
    );
    expect(JSON.stringify(await fakeBrowser.storage.local.get(null))).not.toContain('Buyer');
  });

  test('that can’t be read are announced by their number, and their counts are read with the next snapshot', async () => {
    const { edge, sync } = await following();
    find(edge, 1);
    edge.refuse = { path: '/watches', code: 'EDGE_STORAGE_FAILED' };
    await sync.onAlarm();
    expect(await result()).toEqual([['new-records', 1, 'shown']]);
    const before = reads(edge);
    edge.refuse = null;
    await sync.onAlarm();
    expect(reads(edge)).toBe(before + 1);
    await sync.onAlarm();
    expect(reads(edge)).toBe(before + 1);
  });

  test('after an absence are one notice with a count', async () => {
    const { edge, sync } = await following();
    edge.now = T0 + 5 * HOUR_MS;
    find(edge, 300);
    await sync.onAlarm();
    expect(await result()).toEqual([['new-records', 300, 'shown']]);
  });

  test('are not requested by a viewer', async () => {
    const { edge, sync } = await following();
    await connectionItem.setValue({ ...(await connectionItem.getValue()), role: 'viewer' } as never);
    find(edge, 1);
    await sync.onAlarm();
    expect(reads(edge)).toBe(1);
  });
});
