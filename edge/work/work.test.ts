import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import type { WorkRow } from '../../shared/work/rows.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
const rows = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql
      .exec<{ id: number; row: string }>('SELECT id, row FROM work ORDER BY begun_at')
      .toArray()
      .map(({ id, row }) => ({ id, ...(JSON.parse(row) as WorkRow) })),
  );
const prompt = (key: string, text: string) =>
  owner.ask('POST', '/service/projects/shop/agent/start', { prompt: text }, { 'idempotency-key': key });

test('each prompt is one row, from its paid call to its end, under one number', async () => {
  await prompt('prompt-0001', 'Add a page');
  expect(await rows()).toMatchObject([
    { callKey: 'prompt-0001', prompt: 'Add a page', by: 'Test', over: null },
  ]);
  const [{ id } = { id: 0 }] = await rows();
  await pass(MINUTE_MS, owner);
  expect(await rows()).toMatchObject([{ id, startedAt: expect.any(Number), over: null }]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
  const [first] = await rows();
  expect(first).toMatchObject({ id, over: 'reading', ending: 'succeeded', credits: expect.any(Number) });
  await prompt('prompt-0002', 'Mend the cart');
  await pass(MINUTE_MS, owner);
  const [before, second] = await rows();
  expect(before, 'the next one changes nothing about it').toEqual(first);
  expect(second).toMatchObject({ callKey: 'prompt-0002', over: null });
});

test('a reading that tells nothing new writes nothing', async () => {
  await prompt('prompt-0001', 'Add a page');
  await pass(MINUTE_MS, owner);
  const stored = () =>
    runInDurableObject(stub(), (_, { storage }) => storage.sql.exec('SELECT * FROM work').toArray());
  const before = await stored();
  for (let at = 0; at < 3; at++) await pass(MINUTE_MS, owner);
  expect(await stored()).toEqual(before);
});

test('what an earlier version kept is filled in: its paid calls and its events', async () => {
  await prompt('prompt-0001', 'Add a page');
  await control('finishRun', 'shop');
  await runInDurableObject(stub(), (_, { storage: { sql } }) => {
    sql.exec('DROP TABLE work');
    sql.exec("DELETE FROM schema_versions WHERE capability = 'work'");
  });
  await evictDurableObject(stub());
  expect(await rows()).toMatchObject([{ callKey: 'prompt-0001', kind: 'run', over: null }]);
  await pass(MINUTE_MS, owner);
  expect(await rows()).toMatchObject([{ callKey: 'prompt-0001', over: 'reading', ending: 'succeeded' }]);
});
