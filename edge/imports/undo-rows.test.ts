import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PRODUCT_TABLE, pairWithData, recordsOf } from '../testing/data.ts';
import { type Paired, pairAs } from '../testing/edge.ts';
import { ImportingBrowser, isDone, rowsOf, slowDown } from '../testing/imports.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
const imports = new ImportingBrowser(() => builder);
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
});
afterEach(() => reset());

describe('undo', () => {
  test('records that are still as creation left them are deleted, the others are listed and left alone', async () => {
    await imports.post(rowsOf(30));
    await imports.until(isDone);
    const [first] = await recordsOf();
    await control('advance', 1_000);
    await builder.ask('POST', '/write-mode/shop?place=app');
    await builder.ask('PATCH', `/data/shop/crud/product/${first?._id}`, { name: 'Changed' });
    await imports.act('undo');
    const undone = await imports.until(({ state }) => state === 'undone');
    expect(undone.counts).toMatchObject({ undone: 29, kept: 1 });
    expect(undone.rows).toMatchObject([{ row: 0, state: 'kept', problem: { code: 'EDGE_CHANGED_SINCE' } }]);
    expect((await recordsOf()).map(({ _id }) => _id)).toEqual([first?._id]);
  });

  test('an older backend that answers only ids can be undone too', async () => {
    await control('setDataSettings', { olderResponses: true });
    await imports.post(rowsOf(2));
    await imports.until(isDone);
    await imports.act('undo');
    expect((await imports.until(({ state }) => state === 'undone')).counts).toMatchObject({ undone: 2 });
    expect(await recordsOf()).toEqual([]);
  });

  test('an owner may undo it', async () => {
    await imports.post(rowsOf(1));
    await imports.until(isDone);
    expect((await owner.ask('POST', '/imports/import-0001/undo')).status).toBe(200);
    await imports.until(({ state }) => state === 'undone');
  });

  test('a change of a record is made once, reported as a change, and an undo does not touch it', async () => {
    const [id] = await control<string[]>('addRecords', 'shop', 'product', [{ sku: 'S-0', price: 1 }]);
    await control('addFault', { operation: 'data.editRecord', kind: 'reset-after', count: 1 });
    await imports.post([{ values: { price: 5 }, recordId: id }]);
    expect((await imports.checkUntil(isDone)).counts).toMatchObject({ changed: 1 });
    await imports.act('undo');
    await imports.until(({ state }) => state === 'undone');
    expect(await recordsOf()).toMatchObject([{ _id: id, price: 5 }]);
  });

  test('a record that is only taken to be a row’s is listed, and deleted when the user says so', async () => {
    await control('addFault', { operation: 'data.createRecord', kind: 'reset-after', count: 1 });
    await imports.post(rowsOf(2));
    const done = await imports.checkUntil(isDone);
    expect(done).toMatchObject({ counts: { created: 2 }, taken: 1 });
    await imports.act('undo');
    const undone = await imports.until(({ state }) => state === 'undone');
    expect(undone.counts).toMatchObject({ undone: 1, kept: 1 });
    const [kept] = undone.rows;
    expect(kept).toMatchObject({ state: 'kept', isTaken: true, problem: { code: 'EDGE_ONLY_TAKEN' } });
    expect((await recordsOf()).map(({ _id }) => _id)).toEqual([kept?.recordId]);
    await imports.act('undo', { rows: [kept?.row] });
    const rest = await imports.until(({ state, counts }) => state === 'undone' && counts.kept === 0);
    expect(rest.counts).toMatchObject({ undone: 2 });
    expect(await recordsOf()).toEqual([]);
  });

  test('what a short list leaves out is deleted too, and only then undone', async () => {
    await imports.post(rowsOf(5));
    await imports.until(isDone);
    await control('setDataSettings', { largestPage: 1 });
    await imports.act('undo');
    expect((await imports.until(({ state }) => state === 'undone')).counts).toMatchObject({ undone: 5 });
    expect(await recordsOf()).toEqual([]);
  });

  test('a record that is changed while others are being deleted is left alone', async () => {
    await imports.post(rowsOf(20));
    await imports.until(isDone);
    const { rows } = await imports.read('import-0001', '?rows=all');
    const last = rows.at(-1)?.recordId;
    await control('addFault', { operation: 'data.deleteRecord', kind: 'delay', delayMs: 1_000, count: 8 });
    await builder.ask('POST', '/write-mode/shop?place=app');
    await control('advance', 1_000);
    await imports.act('undo');
    await vi.waitUntil(async () => ((await callsOf())['data.deleteRecord'] ?? 0) > 0, 10_000);
    await builder.ask('PATCH', `/data/shop/crud/product/${last}`, { name: 'Changed' });
    const undone = await imports.until(({ state }) => state === 'undone');
    expect(undone.counts).toMatchObject({ undone: 19, kept: 1 });
    expect((await recordsOf()).map(({ _id }) => _id)).toEqual([last]);
  });

  test('undo, stop and retry at once leave no row waiting, and no record', async () => {
    await slowDown(8, 3);
    await imports.post(rowsOf(20));
    await imports.until(({ problem }) => problem !== null);
    await Promise.all([imports.act('undo'), imports.act('stop'), imports.act('retry', { rows: [] })]);
    const { counts } = await imports.checkUntil(({ state }) => state === 'undone');
    expect(counts).toMatchObject({ waiting: 0, sent: 0, created: 0, unknown: 0 });
    expect(await recordsOf()).toEqual([]);
  });
});

describe('the app behind the key', () => {
  /** Writes a key of another app in the place of the project's. */
  async function replaceKey(): Promise<void> {
    await control('addProject', { projectId: 'other' });
    await control('addTables', 'other', [PRODUCT_TABLE]);
    await control('addDataKey', { key: 'another-key', projectId: 'other' });
    const { data } = await owner.ask('PUT', '/data-keys/shop', { key: 'another-key' });
    await owner.ask('PUT', '/data-keys/shop', { key: 'another-key', confirm: data.confirm });
  }

  test('an import stops when its key opens another app, and says so', async () => {
    await slowDown(8, 1);
    await imports.post(rowsOf(20));
    await imports.until(({ problem }) => problem !== null);
    await replaceKey();
    const stopped = await imports.checkUntil(({ state }) => state === 'stopped');
    expect(stopped.problem).toMatchObject({ code: 'EDGE_DATA_OTHER_APP', retryAt: null });
    expect(stopped.counts.waiting).toBeGreaterThan(0);
    expect(await recordsOf('other')).toEqual([]);
  });

  test('rows that were compared with the former app are refused, and those of this one are taken', async () => {
    const identity = async () => (await owner.ask('GET', '/data-keys')).data[0].appIdentity;
    const compared = await identity();
    await replaceKey();
    const refused = await imports.post(rowsOf(2), { app: compared });
    expect([refused.status, refused.code]).toEqual([409, 'EDGE_DATA_OTHER_APP']);
    expect(await recordsOf('other')).toEqual([]);
    expect((await imports.post(rowsOf(2), { app: await identity() })).status).toBe(201);
    await imports.until(isDone);
    expect(await recordsOf('other')).toHaveLength(2);
  });

  test('an undo is refused, and deletes nothing of either app', async () => {
    await imports.post(rowsOf(3));
    await imports.until(isDone);
    await replaceKey();
    const refused = await imports.act('undo');
    expect([refused.status, refused.code]).toEqual([409, 'EDGE_DATA_OTHER_APP']);
    expect((await imports.read()).counts).toMatchObject({ created: 3, undone: 0 });
    expect(await recordsOf()).toHaveLength(3);
  });
});

test('another builder may neither stop, resend, settle nor undo it', async () => {
  await imports.post(rowsOf(1));
  await imports.until(isDone);
  const other = new ImportingBrowser(() => stranger);
  const stranger = await pairAs(owner, 'builder');
  const answers = await Promise.all([
    other.act('stop'),
    other.act('retry', { rows: [] }),
    other.act('settle', { row: 0, recordId: null }),
    other.act('undo'),
  ]);
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('EDGE_ROLE_FORBIDDEN'));
});
