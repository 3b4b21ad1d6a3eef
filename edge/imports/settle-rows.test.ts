import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pairWithData, recordsOf } from '../testing/data.ts';
import type { Paired } from '../testing/edge.ts';
import { checkNow, ImportingBrowser, isDone, rowsOf } from '../testing/imports.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let builder: Paired;
const imports = new ImportingBrowser(() => builder);
beforeEach(async () => {
  ({ builder } = await pairWithData());
});
afterEach(() => reset());

/** Of the one unknown row: how often it was checked, and how long after it was sent the next check is. */
const lastCheck = () =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ checks: number; after: number }>(
        "SELECT checks, next_check_at - sent_at AS after FROM import_rows WHERE state = 'unknown'",
      )
      .one(),
  );

describe('lost responses', () => {
  const lose = (kind: string, count = 1, skip = 0) =>
    control('addFault', {
      operation: 'data.createRecord',
      kind,
      count,
      skip,
      ...(kind === 'error' && { status: 500, code: 'X' }),
    });

  test.each(['reset-after', 'truncated'])(
    'a row that was made before the response broke (%s) is found, not sent again',
    async (kind) => {
      await lose(kind);
      await imports.post(rowsOf(2));
      await imports.until(({ counts }) => counts.unknown === 1);
      const done = await imports.checkUntil(isDone);
      expect(done.counts).toMatchObject({ created: 2, unknown: 0 });
      expect((await callsOf())['data.createRecord']).toBe(2);
      expect(await recordsOf()).toHaveLength(2);
    },
  );

  test('one that made nothing is reported after the last look, and goes out again only by hand', async () => {
    await lose('reset-before');
    await imports.post(rowsOf(1));
    await imports.until(({ counts }) => counts.unknown === 1);
    const done = await imports.checkUntil(isDone);
    expect(done.rows).toMatchObject([{ state: 'refused', problem: { code: 'EDGE_NOT_ARRIVED' } }]);
    expect(await recordsOf()).toEqual([]);
    await imports.act('retry', { rows: [{ row: 0, values: { sku: 'S-0' } }] });
    await imports.until(({ counts }) => counts.created === 1);
    expect(await recordsOf()).toHaveLength(1);
  });

  test('with more records than rows the candidates are shown, and the user names one', async () => {
    await lose('reset-after');
    await imports.post([{ values: { sku: 'S-0', name: 'Lamp' } }]);
    await imports.until(({ counts }) => counts.unknown === 1);
    // As if somebody else had made another just like it meanwhile.
    const [own] = await recordsOf();
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'wrong-envelope',
      body: { data: [own, { ...own, _id: 'other' }] },
      count: 1,
    });
    const unclear = await imports.checkUntil(({ rows }) => (rows[0]?.candidates.length ?? 0) > 0);
    expect(unclear.rows).toMatchObject([{ state: 'unknown', candidates: [own?._id, 'other'] }]);
    const wrong = await imports.act('settle', { row: 0, recordId: 'elsewhere' });
    expect(wrong.status).toBe(400);
    const settled = await imports.act('settle', { row: 0, recordId: own?._id });
    expect(settled.data.counts).toMatchObject({ created: 1, unknown: 0 });
  });

  test('of very many candidates twenty are shown', async () => {
    await lose('reset-after');
    await imports.post([{ values: { sku: 'S-0', name: 'Lamp' } }]);
    await imports.until(({ counts }) => counts.unknown === 1);
    const [own] = await recordsOf();
    const data = Array.from({ length: 150 }, (_, n) => ({ ...own, _id: `other-${n}` }));
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'wrong-envelope',
      body: { data },
      count: 1,
    });
    const unclear = await imports.checkUntil(({ rows }) => (rows[0]?.candidates.length ?? 0) > 0);
    expect(unclear.rows[0]?.candidates).toHaveLength(20);
  });

  test('a record that was changed before it was found keeps its row unknown, as a candidate', async () => {
    await lose('reset-after');
    await imports.post([{ values: { sku: 'S-0', name: 'Lamp', price: 3 } }]);
    await imports.until(({ counts }) => counts.unknown === 1);
    const [own] = await recordsOf();
    await builder.ask('POST', '/write-mode/shop?place=app');
    await builder.ask('PATCH', `/data/shop/crud/product/${own?._id}`, { name: 'Desk', price: 4 });
    const unclear = await imports.checkUntil(({ rows }) => rows[0]?.isChecked === true);
    expect(unclear.rows).toMatchObject([{ state: 'unknown', candidates: [own?._id] }]);
  });

  // The service's client says that texts are sanitized on arrival (gaps page).
  test.each(['trimmed', 'escaped'])(
    'a record whose texts came back %s keeps its row unknown, as a candidate',
    async (keepsText) => {
      await control('setDataSettings', { keepsText });
      await lose('reset-after');
      await imports.post([{ values: { sku: ' <b>Salt</b> & pepper  "A" ', price: 3 } }]);
      await imports.until(({ counts }) => counts.unknown === 1);
      const [own] = await recordsOf();
      await builder.ask('POST', '/write-mode/shop?place=app');
      await builder.ask('PATCH', `/data/shop/crud/product/${own?._id}`, { price: 4 });
      const unclear = await imports.checkUntil(({ rows }) => rows[0]?.isChecked === true);
      expect(unclear.rows).toMatchObject([{ state: 'unknown', candidates: [own?._id] }]);
    },
  );

  test('a record that a row accounts for is no candidate of another, on whatever page of the backend it is', async () => {
    await control('addTables', 'shop', [{ type: 'note', properties: [{ name: 'text' }, { name: 'kind' }] }]);
    await control('setDataSettings', { largestPage: 30 });
    await lose('reset-before', 1, 69);
    const rows = Array.from({ length: 70 }, (_, n) => ({ values: { text: `note ${n}`, kind: 'same' } }));
    await imports.post(rows, { table: 'note' });
    await imports.until(({ counts }) => counts.unknown === 1);
    const done = await imports.checkUntil(isDone);
    expect(done.counts).toMatchObject({ created: 69, refused: 1 });
    expect(done.rows).toMatchObject([{ problem: { code: 'EDGE_NOT_ARRIVED' } }]);
  });

  test('the last look comes when nothing can take effect any more, and until then nobody can say that there is none', async () => {
    await lose('reset-before');
    await imports.post(rowsOf(1));
    await imports.until(({ counts }) => counts.unknown === 1);
    const early = await imports.act('settle', { row: 0, recordId: null });
    expect([early.status, early.code]).toEqual([400, 'EDGE_INVALID_REQUEST']);
    const before = await vi.waitUntil(async () => {
      const { checks, after } = await lastCheck();
      if (checks === 3) return after;
      await checkNow();
      return undefined;
    }, 20_000);
    expect(before).toBeGreaterThan(10 * 60_000);
    expect((await imports.checkUntil(isDone)).rows).toMatchObject([{ state: 'refused' }]);
  });

  test.each([401, 429])('a row that was made before a %i is found, not sent again', async (status) => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'wrong-envelope',
      body: { title: 'Not now' },
      status,
      count: 1,
    });
    await imports.post(rowsOf(1));
    await imports.until(({ problem }) => problem !== null);
    const done = await imports.checkUntil(isDone);
    expect(done).toMatchObject({ counts: { created: 1 }, taken: 1 });
    expect(await recordsOf()).toHaveLength(1);
  });

  test('a row that may have been made before a 429, and was changed since, is not sent again', async () => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'wrong-envelope',
      body: { title: 'Not now' },
      status: 429,
      count: 1,
    });
    await imports.post([{ values: { sku: 'S-0', name: 'Lamp' } }]);
    await imports.until(({ problem }) => problem !== null);
    const [own] = await recordsOf();
    await builder.ask('POST', '/write-mode/shop?place=app');
    await builder.ask('PATCH', `/data/shop/crud/product/${own?._id}`, { sku: 'S-1' });
    const unclear = await imports.checkUntil(({ rows }) => rows[0]?.isChecked === true);
    expect(unclear.rows).toMatchObject([{ state: 'unknown', candidates: [own?._id] }]);
    expect(await recordsOf()).toHaveLength(1);
  });

  test('a row that is to be checked before it is sent again waits while the backend answers no list', async () => {
    const answered = { operation: 'data.createRecord', kind: 'error', status: 429, code: 'SLOW', count: 1 };
    await control('addFault', answered);
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'wrong-envelope',
      body: { data: null },
      count: 2,
    });
    await imports.post(rowsOf(1));
    await imports.until(({ problem }) => problem?.code === 'SLOW');
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 1 });
    expect(await recordsOf()).toHaveLength(1);
  });

  test('equal rows are settled together', async () => {
    await control('addTables', 'shop', [{ type: 'note', properties: [{ name: 'text' }] }]);
    await control('addFault', { operation: 'data.createRecord', kind: 'reset-after', count: 2 });
    await imports.post(
      Array.from({ length: 3 }, () => ({ values: { text: 'same' } })),
      { table: 'note' },
    );
    const done = await imports.checkUntil(isDone);
    expect(done.counts).toMatchObject({ created: 3, unknown: 0 });
    expect(await recordsOf('shop', 'note')).toHaveLength(3);
  });

  test('an object that ends in the middle sends no row twice', async () => {
    await control('addFault', { operation: 'data.createRecord', kind: 'delay', delayMs: 300, count: 8 });
    await imports.post(rowsOf(40));
    await vi.waitUntil(async () => ((await callsOf())['data.createRecord'] ?? 0) > 0, 10_000);
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    const done = await imports.checkUntil(isDone);
    expect(done.counts).toMatchObject({ created: 40 });
    expect(await recordsOf()).toHaveLength(40);
    expect((await callsOf())['data.createRecord']).toBe(40);
  });
});
