import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import * as z from 'zod/mini';
import { attentionItem, capChangesItem, healthItem, snapshotItem } from './account.ts';
import { byteLength, LOCAL_BOUNDS, StorageFull } from './bounds.ts';
import { resetCopy } from './forget.ts';
import { notSentItem } from './not-sent.ts';
import { noticesItem } from './notices.ts';
import { connectionItem, revocationsItem } from './pairing.ts';
import { settingsItem } from './settings.ts';
import { localCollection, localEntries, localItem, sessionItem, setTogether } from './stored-item.ts';

const address = localItem('console-address', '');
const token = localItem<string | null>('device-token', null);
const inMemory = sessionItem('popup-points-at', '');

beforeEach(() => fakeBrowser.reset());

describe('a stored item', () => {
  it('asks storage only when it is read', () => {
    const get = vi.spyOn(browser.storage.local, 'get');
    localItem('health', null);
    expect(get).not.toHaveBeenCalled();
    get.mockRestore();
  });

  it('is its fallback until something is stored, and again when that is gone', async () => {
    expect(await address.getValue()).toBe('');
    await address.setValue('#/a');
    expect(await address.getValue()).toBe('#/a');
    await address.removeValue();
    expect(await address.getValue()).toBe('');
  });

  it('is stored in its own area under its bare key', async () => {
    await browser.storage.local.set({ 'console-address': '#/b' });
    expect(await address.getValue()).toBe('#/b');
    await inMemory.setValue('kept');
    expect(await browser.storage.session.get('popup-points-at')).toEqual({ 'popup-points-at': 'kept' });
    expect(await browser.storage.local.get(null)).not.toHaveProperty('popup-points-at');
  });

  it.each([
    ['attention', attentionItem, { a: 1 }],
    ['cap-changes', capChangesItem, 'x'],
    ['not-sent', notSentItem, 'x'],
    ['snapshot', snapshotItem, 'x'],
    ['snapshot', snapshotItem, { snapshot: { sections: { projects: 3 } } }],
    ['health', healthItem, 7],
    ['settings', settingsItem, 'x'],
    ['notices', noticesItem, { a: 1 }],
    ['revocations', revocationsItem, 'x'],
    ['connection', connectionItem, { edge: 3 }],
  ] as const)('of another shape is read as its fallback: %s', async (key, item, value) => {
    const seen: unknown[] = [];
    const stop = item.watch((next) => seen.push(next));
    await browser.storage.local.set({ [key]: value });
    expect(await item.getValue()).toEqual(item.fallback);
    expect(seen).toEqual([item.fallback]);
    stop();
  });

  it('of another form is made anew by the next write', async () => {
    await browser.storage.local.set({ 'cap-changes': 'x' });
    await capChangesItem.setValue([]);
    expect(await browser.storage.local.get(null)).toEqual({ 'cap-changes': [] });
  });

  it.each([
    ['one by one', [{ key: 3 }]],
    ['as a whole', 'x'],
  ])('of what is owed stays behind the others where it can’t be read, %s', async (_, odd) => {
    const call = { key: 'a', operation: 'launch', projectId: 'p', code: null, at: 1 };
    const unread = Array.isArray(odd) ? odd : [odd];
    await browser.storage.local.set({ 'not-sent': odd });
    await notSentItem.put(call);
    expect(await browser.storage.local.get('not-sent')).toEqual({ 'not-sent': [call, ...unread] });
    expect(await notSentItem.getValue()).toEqual([call]);
    await notSentItem.remove('a');
    await setTogether([notSentItem.as([])]);
    expect(await browser.storage.local.get('not-sent')).toEqual({ 'not-sent': unread });
  });

  it('set to null leaves nothing behind', async () => {
    await token.setValue('a');
    await token.setValue(null);
    expect(await browser.storage.local.get(null)).not.toHaveProperty('device-token');
  });

  it('is watched until the watcher unsubscribes, and by no other', async () => {
    const seen: string[] = [];
    const stop = address.watch((value) => seen.push(value));
    await address.setValue('#/1');
    await token.setValue('not mine');
    await address.removeValue();
    stop();
    await address.setValue('#/2');
    expect(seen).toEqual(['#/1', '']);
  });

  it('refuses what is larger than its bound, and keeps what it had', async () => {
    await address.setValue('#/kept');
    await expect(address.setValue('x'.repeat(9_000))).rejects.toThrow(StorageFull);
    expect(await address.getValue()).toBe('#/kept');
  });
});

describe('several items', () => {
  it('are written in one step', async () => {
    const set = vi.spyOn(browser.storage.local, 'set');
    await setTogether([address.as('#/c'), token.as('b')]);
    expect(set).toHaveBeenCalledTimes(1);
    expect(await Promise.all([address.getValue(), token.getValue()])).toEqual(['#/c', 'b']);
    set.mockRestore();
  });

  it('are written not at all when one is too large', async () => {
    await expect(setTogether([token.as('b'), address.as('x'.repeat(9_000))])).rejects.toThrow(StorageFull);
    expect(await token.getValue()).toBeNull();
  });

  it('of one prefix are found by what follows it', async () => {
    await browser.storage.local.set({ 'draft:a': 1, 'draft:b': 2, other: 3 });
    expect(await localEntries('draft:')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});

describe('a collection', () => {
  const { each, all } = LOCAL_BOUNDS['captured:'];
  const large = 'x'.repeat(each / 2);
  const oldestFirst = () =>
    localCollection('captured:', z.string(), (others) => others.map(([id]) => id).toSorted());

  it('lets what is dispensable make room, the first first, and no more than it takes', async () => {
    const captures = oldestFirst();
    for (const id of ['a', 'b']) await captures.write(id, large);
    await captures.write('c', large);
    expect((await captures.list()).map(([id]) => id)).toEqual(['b', 'c']);
  });

  it('refuses what no room can be made for, and loses nothing by it', async () => {
    const captures = localCollection('captured:', z.string());
    for (const id of ['a', 'b']) await captures.write(id, large);
    await expect(captures.write('c', large)).rejects.toThrow(StorageFull);
    expect((await captures.list()).map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('holds values that grow letter by letter to the same bound', async () => {
    const captures = localCollection('captured:', z.string());
    const writeUntilFull = async (id: string, step: number) => {
      for (let size = step; size <= each; size += step) await captures.write(id, 'x'.repeat(size));
    };
    await writeUntilFull('a', 20_000);
    await expect(writeUntilFull('b', 20_000)).rejects.toThrow(StorageFull);
    const stored = (await captures.list()).reduce((sum, [, value]) => sum + byteLength(value), 0);
    expect(stored).toBeLessThanOrEqual(all);
  });
});

it('counts bytes as a browser does: letters of several bytes, and < as an escape', () => {
  expect(byteLength('ab')).toBe(4);
  expect(byteLength('€')).toBe(5);
  expect(byteLength('<')).toBe(8);
});

it('a reset keeps the pairing, calls, receipts and drafts', async () => {
  const kept = {
    connection: 'x',
    'device-token': 'x',
    launches: 'x',
    'launch-request:a': 'x',
    'paid-calls': 'x',
    'not-sent': 'x',
    'draft:a': 'x',
    'prompt-drafts': 'x',
  };
  await browser.storage.local.set({
    ...kept,
    snapshot: 'x',
    attention: 'x',
    settings: 'x',
    'answer:/a': 'x',
  });
  await resetCopy();
  expect(await browser.storage.local.get(null)).toEqual(kept);
});
