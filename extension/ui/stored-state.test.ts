import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { popupStates } from '../fixtures/popup-states.ts';
import { healthItem, lastOkAtItem, lastReadItem, type StoredSnapshot } from '../storage/account.ts';
import { noticesItem } from '../storage/notices.ts';
import { connectionItem } from '../storage/pairing.ts';
import { readTimesOf } from '../storage/read-times.ts';
import { followStorage, stored } from './stored-state.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const busy = popupStates(NOW).busy;
const HEALTH = { lastOkAt: NOW, failure: null, live: false };

beforeEach(() => {
  fakeBrowser.reset();
  stored.value = null;
});

describe('what the pages paint from', () => {
  it('is read in one question, and only what they paint from', async () => {
    await browser.storage.local.set({ ...busy, notices: [], 'draft:a': {}, 'device-token': 'secret' });
    const get = vi.spyOn(browser.storage.local, 'get');
    await followStorage();
    expect(get).toHaveBeenCalledTimes(1);
    expect(get.mock.calls[0]?.[0]).not.toContain('device-token');
    expect(get.mock.calls[0]?.[0]).not.toContain(noticesItem.key);
    expect(stored.value).toMatchObject({ connection: busy.connection, snapshot: busy.snapshot });
    get.mockRestore();
  });

  it('is what each item falls back to where nothing is stored', async () => {
    await followStorage();
    expect(stored.value?.connection).toBeNull();
    expect(stored.value?.health).toEqual(healthItem.fallback);
  });

  it('follows what is written, all of one step at once', async () => {
    await followStorage();
    const seen: unknown[] = [];
    const stop = stored.subscribe((value) => seen.push(value));
    await browser.storage.local.set(busy);
    stop();
    expect(seen).toHaveLength(2);
    expect(stored.value?.attention).toEqual(busy.attention);
    await connectionItem.removeValue();
    expect(stored.value?.connection).toBeNull();
  });

  it('is as old as it was last read, which is kept in memory', async () => {
    await browser.storage.local.set({ ...busy, health: HEALTH });
    const { snapshot: kept } = busy as { snapshot: StoredSnapshot };
    const again = { ...readTimesOf(kept.snapshot), version: 'later', at: NOW + 1 };
    const { etag, receivedAt, skewMs } = kept;
    await lastReadItem.setValue({ ...again, etag, receivedAt, skewMs, of: kept.snapshot.version });
    await lastOkAtItem.setValue(NOW + 1);
    await followStorage();
    expect(stored.value?.snapshot?.snapshot).toEqual({ ...kept.snapshot, version: 'later', at: NOW + 1 });
    expect(stored.value?.health).toEqual({ ...HEALTH, lastOkAt: NOW + 1 });
    await lastOkAtItem.setValue(NOW + 2);
    expect(stored.value?.health.lastOkAt).toBe(NOW + 2);
    const newer = { ...kept, snapshot: { ...kept.snapshot, version: 'newer' } };
    await browser.storage.local.set({ snapshot: newer });
    expect(stored.value?.snapshot, 'what was read of another is nothing about it').toEqual(newer);
  });

  it('is left alone by what others write', async () => {
    await followStorage();
    const before = stored.value;
    await noticesItem.setValue([]);
    expect(stored.value).toBe(before);
  });

  it('keeps a change that was reported before the response which it overtook', async () => {
    const late = Promise.withResolvers<Record<string, unknown>>();
    const get = vi.spyOn(browser.storage.local, 'get').mockImplementationOnce((() => late.promise) as never);
    const following = followStorage();
    await healthItem.setValue(HEALTH);
    late.resolve({ health: { ...HEALTH, lastOkAt: 1 } });
    await following;
    expect(stored.value?.health).toEqual(HEALTH);
    get.mockRestore();
  });
});
