import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compose } from '../account/composition.ts';
import { runDueAlarms } from '../testing/alarms.ts';
import { pairWithData, recordsOf } from '../testing/data.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { checkNow, ImportingBrowser, isDone, rowsOf, slowDown } from '../testing/imports.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

/** What a device began and the edge goes on with by itself, and every way in which it stops being paired. */
let owner: Paired;
let thief: Paired;
const imports = new ImportingBrowser(() => thief);
const stub = () => env.ACCOUNT.getByName('account');

beforeEach(async () => {
  ({ owner, builder: thief } = await pairWithData());
});
afterEach(() => reset());

/** Each leaves the job waiting for the backend, which has asked to be left alone for a while. */
const JOBS = {
  'an import': async () => {
    await slowDown(1, 10);
    await imports.post(rowsOf(60));
    await imports.until(({ problem, counts }) => problem !== null && counts.sent === 0);
  },
  'a retry': async () => {
    await slowDown(1, 10);
    await imports.post(rowsOf(60));
    await imports.until(({ problem, counts }) => problem !== null && counts.sent === 0);
    await imports.act('stop');
    await slowDown(1);
    await imports.act('retry', { rows: [] });
    await imports.until((r) => r.problem !== null && r.state === 'running' && r.counts.sent === 0);
  },
  'an undo': async () => {
    await imports.post(rowsOf(60));
    await imports.until(isDone);
    const slow = { kind: 'error', status: 429, code: 'SLOW', retryAfterSeconds: 600, count: 1, skip: 10 };
    await control('addFault', { operation: 'data.deleteRecord', ...slow });
    await imports.act('undo', {});
    await imports.until(({ problem, counts }) => problem !== null && counts.sent === 0);
  },
};

const WAYS: Record<string, () => Promise<unknown>> = {
  'it is removed': () => owner.ask('DELETE', `/devices/${thief.deviceId}`),
  'all others are signed out': () => owner.ask('POST', '/devices/sign-out-others'),
  'every browser is signed out by a lock': () =>
    runInDurableObject(stub(), async (_, state) => {
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      await compose(state, { ...env, PAIRING_CODE: `LOCK-CODE-0001 ${inAnHour} lock` }).devices.lock();
    }),
  'it was away too long': async () => {
    await runInDurableObject(stub(), (_, { storage }) => {
      const query = 'UPDATE devices SET paired_at = 0, last_seen_at = 0 WHERE device_id = ?';
      storage.sql.exec(query, thief.deviceId);
    });
    await evictDurableObject(stub());
    expect((await thief.ask('GET', '/imports')).status).toBe(401);
  },
};

const stored = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql.exec<{ state: string; problem: string | null }>('SELECT state, problem FROM imports').one(),
  );

describe.each(Object.entries(JOBS))('%s stops with its device', (_, begin) => {
  test.each(Object.entries(WAYS))('when %s', async (_, remove) => {
    await begin();
    await remove();
    const before = (await recordsOf()).length;
    await checkNow();
    await runDueAlarms();
    expect(await recordsOf()).toHaveLength(before);
    const { state, problem } = await stored();
    expect(['stopped', 'done']).toContain(state);
    expect(problem).toContain('EDGE_DEVICE_REMOVED');
  });
});

test('an owner goes on with it, or undoes it', async () => {
  await JOBS['an import']();
  await WAYS['it is removed']?.();
  const resumed = new ImportingBrowser(() => owner);
  expect((await resumed.read()).problem?.code).toBe('EDGE_DEVICE_REMOVED');
  await resumed.act('retry', { rows: [] });
  expect((await resumed.until(isDone)).counts.created).toBe(60);
  await resumed.act('undo', {});
  await resumed.until(({ state }) => state === 'undone');
  expect(await recordsOf()).toEqual([]);
});

test('an import that is being sent stops within the rows that are under way', async () => {
  await control('addFault', { operation: 'data.createRecord', kind: 'delay', delayMs: 100, count: 300 });
  await imports.post(rowsOf(300));
  await imports.until(({ counts }) => counts.created > 0);
  await owner.ask('POST', '/devices/sign-out-others');
  const before = (await recordsOf()).length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await recordsOf()).length - before).toBeLessThanOrEqual(8);
});

test('a cap that waited for its turn is refused once its browser was signed out', async () => {
  await serviceResponse('PATCH', '/projects/shop/credit-limits', { maxDevelopmentCreditsPerMonth: 500 });
  const other = await owner.ask('POST', '/pairing-codes', { role: 'owner' });
  expect(other.status).toBe(201);
  await control('addFault', { operation: 'getCreditLimits', kind: 'delay', delayMs: 700, count: 1 });
  const cap = (expected: number, to: number, by: Paired) =>
    by.ask('PUT', '/caps/shop', { category: 'development', expected, to });
  const second = await pair(other.data.code);
  const [first, waiting] = [cap(500, 600, owner), cap(600, 9_000, second)];
  await new Promise((resolve) => setTimeout(resolve, 200));
  await owner.ask('DELETE', `/devices/${second.deviceId}`);
  expect([(await first).status, (await waiting).status]).toEqual([200, 401]);
  expect((await callsOf()).updateCreditLimits, 'ours before, and the first').toBe(2);
});
