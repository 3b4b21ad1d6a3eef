import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImportRecord } from '../../shared/edge-api/imports.ts';
import { loggedLines } from '../testing/captured-log.ts';
import { keepDataKey, PRODUCT_TABLE, pairWithData, projectWithData, recordsOf } from '../testing/data.ts';
import { callEdge, type Paired, pairAs } from '../testing/edge.ts';
import { checkNow, ImportingBrowser, isDone, rowsOf, slowDown } from '../testing/imports.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { ImportRows } from './import-rows.ts';

let owner: Paired;
let builder: Paired;
const imports = new ImportingBrowser(() => builder);
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
});
afterEach(() => reset());

test('every row becomes one record, with every browser shut', async () => {
  const begun = await imports.post(rowsOf(120), { source: { page: 'https://shop.example/prices' } });
  expect([begun.status, begun.data]).toMatchObject([201, { total: 120, own: true }]);
  const done = await imports.until(isDone);
  expect(done.counts).toMatchObject({ created: 120, waiting: 0, refused: 0 });
  expect(done.source).toEqual({ page: 'https://shop.example/prices' });
  const records = await recordsOf();
  expect(new Set(records.map(({ sku }) => sku)).size).toBe(120);
  expect(records).toHaveLength(120);
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const [kept] = storage.sql.exec('SELECT counts FROM imports').toArray();
    expect(kept, 'a settled import is not counted again').toEqual({
      counts: `{"counts":{"created":120},"taken":0}`,
    });
  });
  const result = await imports.read('import-0001', '?rows=all');
  expect(result.rows.map(({ recordId }) => recordId).toSorted()).toEqual(
    records.map(({ _id }) => _id).toSorted(),
  );
});

test('the same key begins nothing a second time, and another body under it is refused', async () => {
  const both = await Promise.all([imports.post(rowsOf(3)), imports.post(rowsOf(3))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
  expect((await imports.post(rowsOf(2))).code).toBe('EDGE_KEY_REUSED');
  await imports.until(isDone);
  expect(await recordsOf()).toHaveLength(3);
});

test('an import that throws holds up no other, and goes on once it does not', async () => {
  await projectWithData(owner, 'cafe');
  const { waiting } = ImportRows.prototype;
  let broken = true;
  const spy = vi.spyOn(ImportRows.prototype, 'waiting').mockImplementation(function (
    this: ImportRows,
    key,
    ...rest
  ) {
    if (broken && key === 'import-0001') throw new Error('a fault of ours');
    return waiting.call(this, key, ...rest);
  });
  try {
    await imports.post(rowsOf(3));
    await imports.post(rowsOf(3), { projectId: 'cafe' }, 'import-0002');
    await imports.until(isDone, 'import-0002');
    expect(await imports.read('import-0001')).toMatchObject({
      ...{ state: 'running', counts: { waiting: 3 } },
      problem: { code: 'EDGE_DATA_UNEXPECTED' },
    });
    broken = false;
    await imports.checkUntil(isDone, 'import-0001');
    expect([(await recordsOf()).length, (await recordsOf('cafe')).length]).toEqual([3, 3]);
  } finally {
    spy.mockRestore();
  }
});

test('values that wait are kept up to a bound of each browser', async () => {
  const bytes = (set?: number) =>
    runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
      if (set !== undefined) storage.sql.exec('UPDATE imports SET bytes = ?', set);
      return storage.sql.exec<{ bytes: number }>('SELECT bytes FROM imports').toArray()[0]?.bytes;
    });
  await imports.post(rowsOf(60));
  await imports.act('stop');
  expect(await bytes(), 'of rows like {"sku":"S-1","price":1}').toBeGreaterThan(60 * 20);
  await bytes(32 * 1024 * 1024);
  expect((await imports.post(rowsOf(1), {}, 'import-0002')).code).toBe('EDGE_RATE_LIMITED');
  expect((await owner.ask('GET', '/imports')).data).toHaveLength(1);
  await imports.act('retry', { rows: [] });
  await imports.until(isDone);
  expect(await bytes(), 'saved').toBe(0);
});

test.each([
  ['no row', [], {}],
  ['too many', rowsOf(1001), {}],
  ['a row without a value', [{ values: {} }], {}],
  ['an operator of a database', [{ values: { sku: { $gt: '' } } }], {}],
  ['a table that is none', rowsOf(1), { table: '../user' }],
])('%s is refused before anything is kept', async (_, rows, more) => {
  const refused = await imports.post(rows, more);
  expect([refused.status, refused.code]).toEqual([400, 'EDGE_INVALID_REQUEST']);
  expect((await builder.ask('GET', '/imports')).data).toEqual([]);
});

test('a viewer imports nothing and sees no import', async () => {
  const viewer = await pairAs(owner, 'viewer');
  const body = { projectId: 'shop', table: 'product', rows: rowsOf(1) };
  expect((await viewer.ask('POST', '/imports', body, { 'idempotency-key': 'import-0009' })).code).toBe(
    'EDGE_ROLE_FORBIDDEN',
  );
  expect((await viewer.ask('GET', '/imports')).code).toBe('EDGE_ROLE_FORBIDDEN');
});

describe('refused rows', () => {
  test('each has the backend’s reason and field, without its values, and goes out again alone once mended', async () => {
    await control('addRecords', 'shop', 'product', [{ sku: 'S-1' }]);
    await imports.post([...rowsOf(3), { values: { sku: 'canary-sku', price: 'canary-price' } }]);
    const done = await imports.until(isDone);
    expect(done.counts).toMatchObject({ created: 2, refused: 2 });
    expect(done.rows).toMatchObject([
      { row: 1, state: 'refused', problem: { code: 'EDGE_SERVICE_REFUSED', field: 'sku' } },
      { row: 3, state: 'refused', problem: { field: 'price' } },
    ]);
    expect(JSON.stringify(done)).not.toContain('canary');
    const retried = await imports.act('retry', {
      rows: [
        { row: 3, values: { sku: 'S-9', price: 9 } },
        { row: 0, values: { sku: 'S-again' } },
      ],
    });
    expect(retried.status).toBe(200);
    const mended = await imports.until(isDone);
    expect(mended.counts).toMatchObject({ created: 3, refused: 1 });
    expect((await recordsOf()).map(({ sku }) => sku).toSorted()).toEqual(['S-0', 'S-1', 'S-2', 'S-9']);
  });
});

describe('duplicates', () => {
  test('what the table has by its unique property is left out, 25 rows to one question', async () => {
    await control('addRecords', 'shop', 'product', [{ sku: 'S-7' }, { sku: 'S-30' }]);
    await imports.post(rowsOf(50), { duplicates: { by: ['sku'] } });
    const done = await imports.until(isDone);
    expect(done.counts).toMatchObject({ created: 48, duplicate: 2 });
    expect(done.rows.map(({ row }) => row)).toEqual([7, 30]);
    // A machine so slow that one times out asks again.
    expect((await callsOf())['data.queryRecords']).toBeLessThanOrEqual(3);
  });

  test('a value that its property can’t have is refused by itself; the others are looked up all the same', async () => {
    await control('addRecords', 'shop', 'product', [{ sku: 'S-1', price: 1 }]);
    await imports.post([...rowsOf(4), { values: { sku: 'x', price: 'dear' } }], { duplicates: { by: null } });
    const done = await imports.until(isDone);
    expect(done.counts).toMatchObject({ created: 3, duplicate: 1, refused: 1 });
    expect(done.rows).toMatchObject([
      { row: 1, state: 'duplicate' },
      { row: 4, problem: { field: 'price' } },
    ]);
  });

  test('a look-up that failed makes nothing new: its rows wait', async () => {
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'error',
      status: 503,
      code: 'DOWN',
      count: 1,
    });
    await imports.post(rowsOf(3), { duplicates: { by: ['sku'] } });
    const waiting = await imports.until(({ problem }) => problem !== null);
    expect(waiting).toMatchObject({
      ...{ state: 'running', counts: { waiting: 3 } },
      problem: { code: 'EDGE_DATA_UNEXPECTED', message: expect.stringContaining('DOWN') },
    });
    expect(await recordsOf()).toEqual([]);
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 3 });
  });

  test.each([
    ['a record', { _id: '1', sku: 'S-1' }],
    ['nothing', null],
    ['records without ids', [{ sku: 'S-1' }]],
  ])(
    'a look-up that answers %s and no list makes nothing new: its rows wait, and are looked up again',
    async (_, data) => {
      await control('addRecords', 'shop', 'product', [{ sku: 'S-1' }]);
      await control('addFault', {
        operation: 'data.queryRecords',
        kind: 'wrong-envelope',
        body: { data },
        count: 1,
      });
      await imports.post(rowsOf(2), { duplicates: { by: ['sku'] } });
      const waiting = await imports.until(({ problem }) => problem !== null);
      expect(waiting).toMatchObject({ counts: { waiting: 2 }, problem: { code: 'EDGE_DATA_UNEXPECTED' } });
      expect(await recordsOf()).toHaveLength(1);
      expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 1, duplicate: 1 });
    },
  );

  test('a row whose records fill the page of a look-up hides no duplicate of another row', async () => {
    const lamps = Array.from({ length: 200 }, (_, n) => ({ sku: `L-${n}`, name: 'Lamp' }));
    await control('addRecords', 'shop', 'product', [...lamps, { sku: 'C-1', name: 'Chair' }]);
    const rows = ['Lamp', 'Chair', 'Desk'].map((name) => ({ values: { sku: `S-${name}`, name } }));
    await imports.post(rows, { duplicates: { by: ['name'] } });
    expect((await imports.until(isDone)).counts).toMatchObject({ created: 1, duplicate: 2 });
    expect((await recordsOf()).filter(({ name }) => name === 'Chair')).toHaveLength(1);
  });
});

describe('bad days', () => {
  test('429 slows it down for as long as the backend says', async () => {
    await slowDown(20);
    await imports.post(rowsOf(20));
    const slowed = await imports.until(({ problem }) => problem !== null);
    expect(slowed.problem).toMatchObject({ code: 'SLOW' });
    expect(slowed.problem?.retryAt).toBeGreaterThan(Date.now() + 500_000);
    expect(slowed.counts).toMatchObject({ unknown: 0, refused: 0 });
    await control('clearFaults');
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 20 });
  });

  test.each([429, 503])('a %i that says "retry after 0" takes no pause away', async (status) => {
    const fault = { operation: 'data.createRecord', kind: 'error', status, code: 'SLOW', count: 5000 };
    await control('addFault', { ...fault, retryAfterSeconds: 0 });
    await imports.post(rowsOf(20));
    await imports.until(({ problem }) => problem !== null);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const calls = await callsOf();
    expect(calls['data.createRecord']).toBeLessThanOrEqual(9);
    expect(calls['data.queryRecords'] ?? 0).toBeLessThanOrEqual(1);
  });

  test('a key that was revoked stops nothing for good: the rows wait for another', async () => {
    await control('removeDataKey', 'data-local-shop');
    await imports.post(rowsOf(2));
    const waiting = await imports.until(({ problem, counts }) => problem !== null && counts.sent === 0);
    expect(waiting).toMatchObject({ counts: { waiting: 2 }, problem: { code: 'EDGE_DATA_KEY_REJECTED' } });
    await control('addDataKey', { key: 'data-local-shop', projectId: 'shop' });
    await keepDataKey(owner, 'shop');
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 2 });
  });

  test('a key that is refused in the middle pauses the import, which says so and goes on with the key', async () => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'error',
      status: 401,
      code: 'UNUSED',
      count: 8,
      skip: 5,
    });
    await imports.post(rowsOf(20));
    const paused = await imports.until(({ problem }) => problem !== null);
    expect(paused).toMatchObject({
      state: 'running',
      problem: { code: 'EDGE_DATA_KEY_REJECTED', retryAt: expect.any(Number) },
      counts: { refused: 0, unknown: 0 },
    });
    await control('clearFaults');
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ created: 20 });
    expect(await recordsOf()).toHaveLength(20);
  });

  test('a table that is gone stops the import with the backend’s words, and refuses no row for it', async () => {
    await imports.post(rowsOf(2), { table: 'vanished' });
    const stopped = await imports.until(({ state, counts }) => state === 'stopped' && counts.sent === 0);
    expect(stopped.counts).toMatchObject({ waiting: 2, refused: 0 });
    expect(stopped.problem?.message).toContain('no table vanished');
  });

  test('imports into one table take turns', async () => {
    await slowDown(1);
    await imports.post(rowsOf(1));
    await imports.until(({ problem }) => problem !== null);
    const second = await imports.post(rowsOf(1, 100), {}, 'import-0002');
    expect(second.data.state).toBe('queued');
    await control('addTables', 'shop', [{ ...PRODUCT_TABLE, type: 'other' }]);
    await imports.post(rowsOf(1), { table: 'other' }, 'import-0003');
    await imports.until(isDone, 'import-0003');
    expect((await imports.read('import-0002')).state).toBe('queued');
    await imports.checkUntil(isDone);
    expect((await imports.until(isDone, 'import-0002')).counts).toMatchObject({ created: 1 });
  });

  test('a stopped import sends no more, and continues on request', async () => {
    await slowDown(1);
    await imports.post(rowsOf(3));
    await imports.until(({ problem }) => problem !== null);
    const stopped = await imports.act('stop');
    expect(stopped.data.state).toBe('stopped');
    await checkNow();
    const left = (await imports.read()).counts.waiting;
    expect(left).toBeGreaterThan(0);
    await imports.act('retry', { rows: [] });
    expect((await imports.until(isDone)).counts).toMatchObject({ created: 3 });
  });
});

test('a record knows the imports that made and changed it, and no other', async () => {
  const importsOf = async (more: string) =>
    (await builder.ask('GET', `/imports?projectId=shop${more}`)) as { status: number; data: ImportRecord[] };
  await imports.post(rowsOf(2), {
    source: { url: 'https://shop.example/prices', mapping: { Preis: 'price' } },
  });
  await imports.until(isDone);
  const [first, second] = (await recordsOf()).map(({ _id }) => _id);
  await imports.post([{ values: { price: 5 }, recordId: first }], {}, 'import-0002');
  await imports.until(isDone, 'import-0002');
  // It only left the record out.
  await imports.post([{ values: { sku: 'S-0' } }], { duplicates: { by: ['sku'] } }, 'import-0003');
  await imports.until(isDone, 'import-0003');
  const ofFirst = await importsOf(`&table=product&recordId=${first}`);
  expect(ofFirst.data.map(({ key }) => key)).toEqual(['import-0002', 'import-0001']);
  expect(ofFirst.data[1]).toMatchObject({ source: { mapping: { Preis: 'price' } }, rows: [] });
  expect((await importsOf(`&table=product&recordId=${second}`)).data).toHaveLength(1);
  expect((await importsOf(`&table=other&recordId=${first}`)).data).toEqual([]);
  expect((await importsOf('')).status, 'a record has a table').toBe(400);
});

test('once settled, no value of a row is kept, and none was logged', async () => {
  await control('addRecords', 'shop', 'product', [{ sku: 'canary-value-2' }]);
  await imports.post(['canary-value-1', 'canary-value-2'].map((sku) => ({ values: { sku } })));
  await imports.until(isDone);
  const dump = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    JSON.stringify([
      storage.sql.exec('SELECT * FROM imports').toArray(),
      storage.sql.exec('SELECT * FROM import_rows').toArray(),
    ]),
  );
  expect(dump).toContain('import-0001');
  expect(dump).not.toContain('canary-value');
  expect(loggedLines().join('\n')).not.toContain('canary-value');
});

describe('a scanned file that no row names', () => {
  const owners = new ImportingBrowser(() => owner);
  const filesLeft = async () => (await owner.ask('GET', '/app-files/shop')).data.files.length;
  /** Stores a file in the app. @returns its file name id */
  const stored = async () => {
    const headers = {
      authorization: `Bearer ${owner.token}`,
      origin: `chrome-extension://${'a'.repeat(32)}`,
    };
    const path = '/data/shop/files/upload?fileName=bill.csv';
    return (await callEdge('POST', path, { headers, body: 'sku\nS-1\n' })).data as string;
  };

  test('is removed once the rows are saved, and no longer listed', async () => {
    const removeFile = await stored();
    await owners.post(rowsOf(2), { removeFile });
    expect(await owners.until(isDone)).toMatchObject({ counts: { created: 2 }, fileRemoval: 'removed' });
    expect((await owner.ask('GET', `/data/shop/files/download/${removeFile}`)).code).toBe(
      'EDGE_DATA_NOT_FOUND',
    );
    expect(await filesLeft()).toBe(0);
  });

  test('stays while nothing was saved, and where the backend does not remove it', async () => {
    const removeFile = await stored();
    await control('addRecords', 'shop', 'product', [{ sku: 'S-0' }]);
    await owners.post(rowsOf(1), { removeFile });
    expect(await owners.until(isDone)).toMatchObject({ counts: { refused: 1 }, fileRemoval: 'waiting' });
    await control('addFault', { operation: 'data.deleteFile', kind: 'reset-before', count: 1 });
    await owners.post(rowsOf(1, 7), { removeFile }, 'import-0002');
    expect((await owners.until(isDone, 'import-0002')).fileRemoval).toBe('kept');
    expect(await filesLeft(), 'it can be deleted by hand').toBe(1);
  });

  test('stays until each row is saved: one that is refused is sent again first', async () => {
    const removeFile = await stored();
    await control('addRecords', 'shop', 'product', [{ sku: 'S-0' }]);
    await owners.post(rowsOf(2), { removeFile });
    expect(await owners.until(isDone)).toMatchObject({
      counts: { created: 1, refused: 1 },
      fileRemoval: 'waiting',
    });
    expect(await filesLeft()).toBe(1);
    await owners.act('retry', { rows: [{ row: 0, values: { sku: 'S-9' } }] });
    await owners.until(({ counts }) => counts.created === 2);
    expect((await owners.until(isDone)).fileRemoval).toBe('removed');
    expect(await filesLeft()).toBe(0);
  });

  test('is removed also where its rows take all calls of a pass', async () => {
    const removeFile = await stored();
    await owners.post(rowsOf(45), { removeFile });
    expect((await owners.until(isDone)).fileRemoval).toBe('removed');
  });

  test.each<[string, (file: string) => Promise<unknown>]>([
    [
      'a row of an earlier import',
      (file) => owners.post([{ values: { sku: 'S-8', photo: { name: file } } }]),
    ],
    [
      'a record that was written by hand',
      async (file) => {
        await owner.ask('POST', '/write-mode/shop?place=app');
        return owner.ask('POST', '/data/shop/crud/product', { sku: 'S-8', photo: { name: file } });
      },
    ],
  ])('stays where a record may hold it: %s', async (_, write) => {
    const removeFile = await stored();
    await write(removeFile);
    await owners.post(rowsOf(2), { removeFile }, 'import-0002');
    expect((await owners.until(isDone, 'import-0002')).fileRemoval).toBe('kept');
    expect(await filesLeft()).toBe(1);
  });

  test('stays where this edge has not stored it: who holds it is not known', async () => {
    await control('addFile', 'shop', 'elsewhere.csv', 'sku');
    await owners.post(rowsOf(1), { removeFile: 'elsewhere.csv' });
    expect((await owners.until(isDone)).fileRemoval).toBe('kept');
    expect((await owner.ask('GET', '/data/shop/files/download/elsewhere.csv')).status).toBe(200);
  });

  test('is an owner’s to remove', async () => {
    const refused = await imports.post(rowsOf(1), { removeFile: await stored() });
    expect(refused.code).toBe('EDGE_ROLE_FORBIDDEN');
    expect(await recordsOf()).toEqual([]);
  });
});
