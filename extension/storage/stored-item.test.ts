import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { localEntries, localItem, sessionItem, setTogether } from './stored-item.ts';

const count = localItem('count', 0);
const word = localItem<string | null>('word', null);
const inMemory = sessionItem('memory', '');

beforeEach(() => fakeBrowser.reset());

describe('a stored item', () => {
  it('asks storage only when it is read', () => {
    const get = vi.spyOn(browser.storage.local, 'get');
    localItem('unread', null);
    expect(get).not.toHaveBeenCalled();
    get.mockRestore();
  });

  it('is its fallback until something is stored, and again when that is gone', async () => {
    expect(await count.getValue()).toBe(0);
    await count.setValue(3);
    expect(await count.getValue()).toBe(3);
    await count.removeValue();
    expect(await count.getValue()).toBe(0);
  });

  it('stands in its own area under its bare key, where earlier versions stored it', async () => {
    await browser.storage.local.set({ count: 7, count$: { v: 1 } });
    expect(await count.getValue()).toBe(7);
    await inMemory.setValue('kept');
    expect(await browser.storage.session.get('memory')).toEqual({ memory: 'kept' });
    expect(await browser.storage.local.get(null)).not.toHaveProperty('memory');
  });

  it('set to null leaves nothing behind', async () => {
    await word.setValue('a');
    await word.setValue(null);
    expect(await browser.storage.local.get(null)).not.toHaveProperty('word');
  });

  it('is followed until the follower has enough, and by nobody else', async () => {
    const seen: number[] = [];
    const stop = count.watch((value) => seen.push(value));
    await count.setValue(1);
    await word.setValue('not mine');
    await count.removeValue();
    stop();
    await count.setValue(2);
    expect(seen).toEqual([1, 0]);
  });
});

describe('several items', () => {
  it('are written in one step', async () => {
    const set = vi.spyOn(browser.storage.local, 'set');
    await setTogether([count.as(4), word.as('b')]);
    expect(set).toHaveBeenCalledTimes(1);
    expect(await Promise.all([count.getValue(), word.getValue()])).toEqual([4, 'b']);
    set.mockRestore();
  });

  it('of one prefix are found by what follows it', async () => {
    await browser.storage.local.set({ 'draft:a': 1, 'draft:b': 2, other: 3 });
    expect(await localEntries('draft:')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});
