import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { LOCAL_BOUNDS } from './bounds.ts';
import {
  cachedResponse,
  cacheResponse,
  clearCachedResponses,
  NO_LAYOUT,
  readLayout,
  writeLayout,
} from './console.ts';

beforeEach(() => fakeBrowser.reset());

it('a response is kept with its age, and reported by the path that it was read at', async () => {
  await cacheResponse('/service/account', { value: { credits: 5 }, readAt: 7 });
  expect(await cachedResponse('/service/account')).toEqual({ value: { credits: 5 }, readAt: 7 });
  expect(await cachedResponse('/service/projects')).toBeNull();
});

it('the order of keys is kept, also by a browser that sorts what it stores: it is the order of columns', async () => {
  const properties = { name: {}, email: {}, bookings: {} };
  await cacheResponse('/data/shop/data-structure', { value: { properties }, readAt: 7 });
  const kept = await browser.storage.local.get(null);
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([one], [other]) => one.localeCompare(other))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;
  await browser.storage.local.set(sorted(kept) as Record<string, unknown>);
  const again = await cachedResponse('/data/shop/data-structure');
  expect(JSON.stringify(again?.value)).toBe(JSON.stringify({ properties }));
});

it('one that is too long is not kept, and takes the older one of its path away', async () => {
  await cacheResponse('/service/account', { value: 'short', readAt: 1 });
  await cacheResponse('/service/account', { value: 'x'.repeat(400_000), readAt: 2 });
  expect(await cachedResponse('/service/account')).toBeNull();
});

it('together they stay within their bound: the ones read longest ago go first', async () => {
  for (let n = 0; n < 9; n++) await cacheResponse(`/p/${n}`, { value: 'x'.repeat(190_000), readAt: n });
  expect(await cachedResponse('/p/0')).toBeNull();
  expect(await cachedResponse('/p/8')).not.toBeNull();
  expect(JSON.stringify(await browser.storage.local.get(null)).length).toBeLessThan(
    LOCAL_BOUNDS['answer:'].all,
  );
});

it('none is left when all are forgotten, and nothing else goes', async () => {
  await browser.storage.local.set({ settings: { theme: 'dark' } });
  await cacheResponse('/service/account', { value: 1, readAt: 1 });
  await clearCachedResponses();
  expect(await browser.storage.local.get(null)).toEqual({ settings: { theme: 'dark' } });
});

it('the layout of a table is kept, and gone once it is as it was at first', async () => {
  const layout = { hidden: ['note'], widths: { name: 240 } };
  await writeLayout('sales', layout);
  await writeLayout('guests', { hidden: ['age'], widths: {} });
  expect(await readLayout('sales')).toMatchObject(layout);
  await writeLayout('sales', NO_LAYOUT);
  expect(await readLayout('sales')).toEqual(NO_LAYOUT);
  expect(await readLayout('guests')).toMatchObject({ hidden: ['age'] });
});

it('those that were not changed for longest make room for others', async () => {
  const hidden = Array.from({ length: 300 }, (_, at) => `column ${at}`);
  for (let at = 0; at < 20; at++) await writeLayout(`table ${at}`, { hidden, widths: {} });
  expect(await readLayout('table 0')).toEqual(NO_LAYOUT);
  expect(await readLayout('table 19')).toMatchObject({ hidden });
});
