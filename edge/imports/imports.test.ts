import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImportRecord } from '../../shared/edge-api/imports.ts';
import { loggedLines } from '../testing/captured-log.ts';
import { keepDataKey, PRODUCT_TABLE, projectWithData, recordsOf } from '../testing/data.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  builder = await pairAs(owner, 'builder');
  await projectWithData(owner);
});
afterEach(() => reset());

/** A browser that looks more often is taken for a flood. */
const SLOWLY = { timeout: 25_000, interval: 300 };

const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ values: { sku: `S-${from + n}`, price: n } }));

const post = (rows: unknown[], more: Record<string, unknown> = {}, key = 'import-0001') =>
  builder.ask(
    'POST',
    '/imports',
    { projectId: 'shop', table: 'product', rows, ...more },
    { 'idempotency-key': key },
  );

const read = async (key = 'import-0001', rows = ''): Promise<ImportRecord> =>
  (await builder.ask('GET', `/imports/${key}${rows}`)).data;

const until = (holds: (record: ImportRecord) => boolean, key = 'import-0001') =>
  vi.waitUntil(async () => {
    const record = await read(key);
    return holds(record) ? record : undefined;
  }, SLOWLY);

const isDone = ({ state }: ImportRecord) => state === 'done';

/** Lets the checks of lost rows be due at once: they are minutes apart. */
async function checkNow(): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
    storage.sql.exec('UPDATE import_rows SET next_check_at = 0 WHERE next_check_at IS NOT NULL');
    storage.sql.exec('UPDATE imports SET wait_until = 0');
    storage.sql.exec("UPDATE jobs SET due_at = 0 WHERE name = 'imports'");
    await storage.setAlarm(Date.now());
  });
}

async function checkUntil(holds: (record: ImportRecord) => boolean, key = 'import-0001') {
  return vi.waitUntil(async () => {
    await checkNow();
    const record = await read(key);
    return holds(record) ? record : undefined;
  }, SLOWLY);
}

test('every row becomes one record, with every browser shut', async () => {
  const begun = await post(rowsOf(120), { source: { page: 'https://shop.example/prices' } });
  expect([begun.status, begun.data]).toMatchObject([201, { total: 120, own: true }]);
  const done = await until(isDone);
  expect(done.counts).toMatchObject({ created: 120, waiting: 0, refused: 0 });
  expect(done.source).toEqual({ page: 'https://shop.example/prices' });
  const records = await recordsOf();
  expect(new Set(records.map(({ sku }) => sku)).size).toBe(120);
  expect(records).toHaveLength(120);
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const [kept] = storage.sql.exec('SELECT counts FROM imports').toArray();
    expect(kept, 'a settled import is not counted again').toEqual({ counts: '{"created":120}' });
  });
  const result = await read('import-0001', '?rows=all');
  expect(result.rows.map(({ recordId }) => recordId).toSorted()).toEqual(
    records.map(({ _id }) => _id).toSorted(),
  );
});

test('the same key begins nothing a second time, and another body under it is refused', async () => {
  const both = await Promise.all([post(rowsOf(3)), post(rowsOf(3))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
  expect((await post(rowsOf(2))).code).toBe('EDGE_KEY_REUSED');
  await until(isDone);
  expect(await recordsOf()).toHaveLength(3);
});

test.each([
  ['no row', [], {}],
  ['too many', rowsOf(1001), {}],
  ['a row without a value', [{ values: {} }], {}],
  ['an operator of a database', [{ values: { sku: { $gt: '' } } }], {}],
  ['a table that is none', rowsOf(1), { table: '../user' }],
])('%s is refused before anything is kept', async (_, rows, more) => {
  const refused = await post(rows, more);
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
    await post([...rowsOf(3), { values: { sku: 'canary-sku', price: 'canary-price' } }]);
    const done = await until(isDone);
    expect(done.counts).toMatchObject({ created: 2, refused: 2 });
    expect(done.rows).toMatchObject([
      { row: 1, state: 'refused', problem: { code: 'EDGE_SERVICE_REFUSED', field: 'sku' } },
      { row: 3, state: 'refused', problem: { field: 'price' } },
    ]);
    expect(JSON.stringify(done)).not.toContain('canary');
    const retried = await builder.ask('POST', '/imports/import-0001/retry', {
      rows: [
        { row: 3, values: { sku: 'S-9', price: 9 } },
        { row: 0, values: { sku: 'S-again' } },
      ],
    });
    expect(retried.status).toBe(200);
    const mended = await until(isDone);
    expect(mended.counts).toMatchObject({ created: 3, refused: 1 });
    expect((await recordsOf()).map(({ sku }) => sku).toSorted()).toEqual(['S-0', 'S-1', 'S-2', 'S-9']);
  });
});

describe('duplicates', () => {
  test('what the table has by its unique property is left out, 25 rows to one question', async () => {
    await control('addRecords', 'shop', 'product', [{ sku: 'S-7' }, { sku: 'S-30' }]);
    await post(rowsOf(50), { duplicates: { by: ['sku'] } });
    const done = await until(isDone);
    expect(done.counts).toMatchObject({ created: 48, duplicate: 2 });
    expect(done.rows.map(({ row }) => row)).toEqual([7, 30]);
    // A machine so slow that one times out asks again.
    expect((await callsOf())['data.queryRecords']).toBeLessThanOrEqual(3);
  });

  test('a value that its property can’t have is refused by itself; the others are looked up all the same', async () => {
    await control('addRecords', 'shop', 'product', [{ sku: 'S-1', price: 1 }]);
    await post([...rowsOf(4), { values: { sku: 'x', price: 'dear' } }], { duplicates: { by: null } });
    const done = await until(isDone);
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
    await post(rowsOf(3), { duplicates: { by: ['sku'] } });
    const waiting = await until(({ problem }) => problem !== null);
    expect(waiting).toMatchObject({
      ...{ state: 'running', counts: { waiting: 3 } },
      problem: { code: 'EDGE_DATA_UNEXPECTED', message: expect.stringContaining('DOWN') },
    });
    expect(await recordsOf()).toEqual([]);
    expect((await checkUntil(isDone)).counts).toMatchObject({ created: 3 });
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
      await post(rowsOf(2), { duplicates: { by: ['sku'] } });
      const waiting = await until(({ problem }) => problem !== null);
      expect(waiting).toMatchObject({ counts: { waiting: 2 }, problem: { code: 'EDGE_DATA_UNEXPECTED' } });
      expect(await recordsOf()).toHaveLength(1);
      expect((await checkUntil(isDone)).counts).toMatchObject({ created: 1, duplicate: 1 });
    },
  );

  test('a row whose records fill the page of a look-up hides no duplicate of another row', async () => {
    const lamps = Array.from({ length: 200 }, (_, n) => ({ sku: `L-${n}`, name: 'Lamp' }));
    await control('addRecords', 'shop', 'product', [...lamps, { sku: 'C-1', name: 'Chair' }]);
    const rows = ['Lamp', 'Chair', 'Desk'].map((name) => ({ values: { sku: `S-${name}`, name } }));
    await post(rows, { duplicates: { by: ['name'] } });
    expect((await until(isDone)).counts).toMatchObject({ created: 1, duplicate: 2 });
    expect((await recordsOf()).filter(({ name }) => name === 'Chair')).toHaveLength(1);
  });
});

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
      await post(rowsOf(2));
      await until(({ counts }) => counts.unknown === 1);
      const done = await checkUntil(isDone);
      expect(done.counts).toMatchObject({ created: 2, unknown: 0 });
      expect((await callsOf())['data.createRecord']).toBe(2);
      expect(await recordsOf()).toHaveLength(2);
    },
  );

  test('one that made nothing is reported after three looks, and goes out again only by hand', async () => {
    await lose('reset-before');
    await post(rowsOf(1));
    await until(({ counts }) => counts.unknown === 1);
    const done = await checkUntil(isDone);
    expect(done.rows).toMatchObject([{ state: 'refused', problem: { code: 'EDGE_NOT_ARRIVED' } }]);
    expect(await recordsOf()).toEqual([]);
    await builder.ask('POST', '/imports/import-0001/retry', { rows: [{ row: 0, values: { sku: 'S-0' } }] });
    await until(({ counts }) => counts.created === 1);
    expect(await recordsOf()).toHaveLength(1);
  });

  test('with more records than rows the candidates are shown, and the user names one', async () => {
    await lose('reset-after');
    await post([{ values: { sku: 'S-0', name: 'Lamp' } }]);
    await until(({ counts }) => counts.unknown === 1);
    // As if somebody else had made another just like it meanwhile.
    const [own] = await recordsOf();
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'wrong-envelope',
      body: { data: [own, { ...own, _id: 'other' }] },
      count: 1,
    });
    const unclear = await checkUntil(({ rows }) => (rows[0]?.candidates.length ?? 0) > 0);
    expect(unclear.rows).toMatchObject([{ state: 'unknown', candidates: [own?._id, 'other'] }]);
    const wrong = await builder.ask('POST', '/imports/import-0001/settle', { row: 0, recordId: 'elsewhere' });
    expect(wrong.status).toBe(400);
    const settled = await builder.ask('POST', '/imports/import-0001/settle', { row: 0, recordId: own?._id });
    expect(settled.data.counts).toMatchObject({ created: 1, unknown: 0 });
  });

  test('more records than requested are candidates like any others', async () => {
    await lose('reset-after');
    await post([{ values: { sku: 'S-0', name: 'Lamp' } }]);
    await until(({ counts }) => counts.unknown === 1);
    const [own] = await recordsOf();
    const data = Array.from({ length: 150 }, (_, n) => ({ ...own, _id: `other-${n}` }));
    await control('addFault', {
      operation: 'data.queryRecords',
      kind: 'wrong-envelope',
      body: { data },
      count: 1,
    });
    const unclear = await checkUntil(({ rows }) => (rows[0]?.candidates.length ?? 0) > 0);
    expect(unclear.rows[0]?.candidates).toHaveLength(150);
  });

  test('equal rows are settled together', async () => {
    await control('addTables', 'shop', [{ type: 'note', properties: [{ name: 'text' }] }]);
    await control('addFault', { operation: 'data.createRecord', kind: 'reset-after', count: 2 });
    await post(
      Array.from({ length: 3 }, () => ({ values: { text: 'same' } })),
      { table: 'note' },
    );
    const done = await checkUntil(isDone);
    expect(done.counts).toMatchObject({ created: 3, unknown: 0 });
    expect(await recordsOf('shop', 'note')).toHaveLength(3);
  });

  test('an object that ends in the middle sends no row twice', async () => {
    await control('addFault', { operation: 'data.createRecord', kind: 'delay', delayMs: 300, count: 8 });
    await post(rowsOf(40));
    await vi.waitUntil(async () => ((await callsOf())['data.createRecord'] ?? 0) > 0, 10_000);
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    const done = await checkUntil(isDone);
    expect(done.counts).toMatchObject({ created: 40 });
    expect(await recordsOf()).toHaveLength(40);
    expect((await callsOf())['data.createRecord']).toBe(40);
  });
});

describe('bad days', () => {
  test('429 slows it down for as long as the backend says', async () => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'error',
      status: 429,
      code: 'SLOW',
      retryAfterSeconds: 600,
      count: 20,
    });
    await post(rowsOf(20));
    const slowed = await until(({ problem }) => problem !== null);
    expect(slowed.problem).toMatchObject({ code: 'SLOW' });
    expect(slowed.problem?.retryAt).toBeGreaterThan(Date.now() + 500_000);
    expect(slowed.counts).toMatchObject({ unknown: 0, refused: 0 });
    await control('clearFaults');
    expect((await checkUntil(isDone)).counts).toMatchObject({ created: 20 });
  });

  test('a key that was revoked stops nothing for good: the rows wait for another', async () => {
    await control('removeDataKey', 'data-local-shop');
    await post(rowsOf(2));
    const waiting = await until(({ problem, counts }) => problem !== null && counts.sent === 0);
    expect(waiting).toMatchObject({ counts: { waiting: 2 }, problem: { code: 'EDGE_DATA_KEY_REJECTED' } });
    await control('addDataKey', { key: 'data-local-shop', projectId: 'shop' });
    await keepDataKey(owner, 'shop');
    expect((await checkUntil(isDone)).counts).toMatchObject({ created: 2 });
  });

  test('a table that is gone stops the import with the backend’s words, and refuses no row for it', async () => {
    await post(rowsOf(2), { table: 'vanished' });
    const stopped = await until(({ state, counts }) => state === 'stopped' && counts.sent === 0);
    expect(stopped.counts).toMatchObject({ waiting: 2, refused: 0 });
    expect(stopped.problem?.message).toContain('no table vanished');
  });

  test('imports into one table take turns', async () => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'error',
      status: 429,
      code: 'SLOW',
      retryAfterSeconds: 600,
      count: 1,
    });
    await post(rowsOf(1));
    await until(({ problem }) => problem !== null);
    const second = await post(rowsOf(1, 100), {}, 'import-0002');
    expect(second.data.state).toBe('queued');
    await control('addTables', 'shop', [{ ...PRODUCT_TABLE, type: 'other' }]);
    await post(rowsOf(1), { table: 'other' }, 'import-0003');
    await until(isDone, 'import-0003');
    expect((await read('import-0002')).state).toBe('queued');
    await checkUntil(isDone);
    expect((await until(isDone, 'import-0002')).counts).toMatchObject({ created: 1 });
  });

  test('a stopped import sends no more, and continues on request', async () => {
    await control('addFault', {
      operation: 'data.createRecord',
      kind: 'error',
      status: 429,
      code: 'SLOW',
      retryAfterSeconds: 600,
      count: 1,
    });
    await post(rowsOf(3));
    await until(({ problem }) => problem !== null);
    const stopped = await builder.ask('POST', '/imports/import-0001/stop');
    expect(stopped.data.state).toBe('stopped');
    await checkNow();
    const left = (await read()).counts.waiting;
    expect(left).toBeGreaterThan(0);
    await builder.ask('POST', '/imports/import-0001/retry', { rows: [] });
    expect((await until(isDone)).counts).toMatchObject({ created: 3 });
  });
});

test('a record knows the imports that made and changed it, and no other', async () => {
  const importsOf = async (more: string) =>
    (await builder.ask('GET', `/imports?projectId=shop${more}`)) as { status: number; data: ImportRecord[] };
  await post(rowsOf(2), { source: { url: 'https://shop.example/prices', mapping: { Preis: 'price' } } });
  await until(isDone);
  const [first, second] = (await recordsOf()).map(({ _id }) => _id);
  await post([{ values: { price: 5 }, recordId: first }], {}, 'import-0002');
  await until(isDone, 'import-0002');
  // It only left the record out.
  await post([{ values: { sku: 'S-0' } }], { duplicates: { by: ['sku'] } }, 'import-0003');
  await until(isDone, 'import-0003');
  const ofFirst = await importsOf(`&table=product&recordId=${first}`);
  expect(ofFirst.data.map(({ key }) => key)).toEqual(['import-0002', 'import-0001']);
  expect(ofFirst.data[1]).toMatchObject({ source: { mapping: { Preis: 'price' } }, rows: [] });
  expect((await importsOf(`&table=product&recordId=${second}`)).data).toHaveLength(1);
  expect((await importsOf(`&table=other&recordId=${first}`)).data).toEqual([]);
  expect((await importsOf('')).status, 'a record has a table').toBe(400);
});

describe('undo', () => {
  test('records that are still as creation left them are deleted, the others are listed and left alone', async () => {
    await post(rowsOf(30));
    await until(isDone);
    const [first] = await recordsOf();
    await control('advance', 1_000);
    await builder.ask('POST', '/write-mode/shop');
    await builder.ask('PATCH', `/data/shop/crud/product/${first?._id}`, { name: 'Changed' });
    await builder.ask('POST', '/imports/import-0001/undo');
    const undone = await until(({ state }) => state === 'undone');
    expect(undone.counts).toMatchObject({ undone: 29, kept: 1 });
    expect(undone.rows).toMatchObject([{ row: 0, state: 'kept', problem: { code: 'EDGE_CHANGED_SINCE' } }]);
    expect((await recordsOf()).map(({ _id }) => _id)).toEqual([first?._id]);
  });

  test('an older backend that answers only ids can be undone too', async () => {
    await control('setDataSettings', { olderResponses: true });
    await post(rowsOf(2));
    await until(isDone);
    await builder.ask('POST', '/imports/import-0001/undo');
    expect((await until(({ state }) => state === 'undone')).counts).toMatchObject({ undone: 2 });
    expect(await recordsOf()).toEqual([]);
  });

  test('another browser may not undo it, an owner may', async () => {
    await post(rowsOf(1));
    await until(isDone);
    const other = await pairAs(owner, 'builder');
    expect((await other.ask('POST', '/imports/import-0001/undo')).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await owner.ask('POST', '/imports/import-0001/undo')).status).toBe(200);
    await until(({ state }) => state === 'undone');
  });

  test('a change of a record is made once, reported as a change, and an undo does not touch it', async () => {
    const [id] = await control<string[]>('addRecords', 'shop', 'product', [{ sku: 'S-0', price: 1 }]);
    await control('addFault', { operation: 'data.editRecord', kind: 'reset-after', count: 1 });
    await post([{ values: { price: 5 }, recordId: id }]);
    expect((await checkUntil(isDone)).counts).toMatchObject({ changed: 1 });
    await builder.ask('POST', '/imports/import-0001/undo');
    await until(({ state }) => state === 'undone');
    expect(await recordsOf()).toMatchObject([{ _id: id, price: 5 }]);
  });
});

test('once settled, no value of a row is kept, and none was logged', async () => {
  await control('addRecords', 'shop', 'product', [{ sku: 'canary-value-2' }]);
  await post(['canary-value-1', 'canary-value-2'].map((sku) => ({ values: { sku } })));
  await until(isDone);
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
