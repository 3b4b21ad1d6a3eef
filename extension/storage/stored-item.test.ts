import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readStored, storedItem, writeStored, writeTogether } from './stored-item.ts';

const colour = storedItem<string>('local:colour', 'grey');
const words = storedItem<string[] | null>('session:words', null);

beforeEach(() => fakeBrowser.reset());

test('an item is its fallback until it is stored, and again when it is removed', async () => {
  expect(await colour.getValue()).toBe('grey');
  await colour.setValue('red');
  expect(await colour.getValue()).toBe('red');
  await colour.removeValue();
  expect(await colour.getValue()).toBe('grey');
});

test('each item lies in its own area under its bare name', async () => {
  await colour.setValue('red');
  await words.setValue(['a']);
  expect(await browser.storage.local.get(null)).toEqual({ colour: 'red' });
  expect(await browser.storage.session.get(null)).toEqual({ words: ['a'] });
});

test('storing null leaves nothing behind', async () => {
  await words.setValue(['a']);
  await words.setValue(null);
  expect(await browser.storage.session.get(null)).toEqual({});
  await writeStored('local:draft:1', null);
  expect(await readStored('local:draft:1')).toBeUndefined();
});

test('a follower hears of changes to its key alone, until it stops', async () => {
  const heard: string[] = [];
  const stop = colour.watch((value) => heard.push(value));
  await colour.setValue('red');
  await storedItem('local:other', 0).setValue(1);
  await colour.setValue('red');
  await colour.removeValue();
  stop();
  await colour.setValue('blue');
  expect(heard).toEqual(['red', 'grey']);
});

test('several values are stored in one step, which followers see as one change', async () => {
  let changes = 0;
  browser.storage.local.onChanged.addListener(() => {
    changes += 1;
  });
  await writeTogether([
    { item: colour, value: 'red' },
    { item: storedItem('local:other', 0), value: 1 },
  ]);
  expect(await browser.storage.local.get(null)).toEqual({ colour: 'red', other: 1 });
  expect(changes).toBe(1);
});

test('naming an item reads nothing', () => {
  const { get } = browser.storage.local;
  let reads = 0;
  browser.storage.local.get = (async () => {
    reads += 1;
    return {};
  }) as typeof get;
  try {
    storedItem('local:any', 0);
    expect(reads).toBe(0);
  } finally {
    browser.storage.local.get = get;
  }
});
