import { evictAllDurableObjects } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const low = async () => {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  return (data.attention?.items ?? []).filter(({ reason }) => reason.kind === 'balance-low');
};

test('a day says what fell, and what of it nobody can account for', async () => {
  await pass(MINUTE_MS, owner);
  await pass(13 * HOUR_MS, owner);
  const day = utcDay(NOON + DAY_MS);
  await owner.ask(
    'POST',
    '/service/projects/shop/agent/start',
    { prompt: 'Add a page' },
    { 'idempotency-key': 'prompt-0001' },
  );
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await pass(2 * HOUR_MS, owner);
  const { data: going } = await owner.ask('GET', `/statements/${day}`);
  expect(going.to, 'a day that goes on is not told').toBe(going.from);
  await pass(22 * HOUR_MS, owner);
  const { data: before } = await owner.ask('GET', `/statements/${day}`);
  expect(before).toMatchObject({ runCount: 1, other: 0, daysLeftOut: 0 });
  expect(before.fell).toBeGreaterThan(0);
  const { data } = await owner.ask('GET', '/service/account');
  await control('setAccount', { recurrentCredits: 0, oneTimeCredits: data.credits - 26.8 });
  await pass(HOUR_MS, owner);
  await pass(DAY_MS, owner);
  const { data: after } = await owner.ask('GET', `/statements/${utcDay(NOON + 2 * DAY_MS)}`);
  expect(after.other).toBeCloseTo(26.8);
  expect(await owner.ask('GET', '/statements/november')).toMatchObject({ status: 400 });
});

test('what falls within minutes is one fall, and counts once', async () => {
  await pass(MINUTE_MS, owner);
  await pass(13 * HOUR_MS, owner);
  const { data } = await owner.ask('GET', '/service/account');
  for (const fallen of [5, 12]) {
    await control('setAccount', { recurrentCredits: 0, oneTimeCredits: data.credits - fallen });
    await pass(MINUTE_MS, owner);
  }
  await pass(HOUR_MS, owner);
  await pass(DAY_MS, owner);
  const { data: day } = await owner.ask('GET', `/statements/${utcDay(NOON + DAY_MS)}`);
  expect(day).toMatchObject({ fell: 12, other: 12 });
});

test('days on which the balance could not be read are left out, and quiet ones are not, whatever begins anew', async () => {
  const hours = async (count: number) => {
    for (let half = 0; half < 2 * count; half++) await pass(HOUR_MS / 2);
  };
  await hours(13);
  const credits = (await owner.ask('GET', '/service/account')).data.credits;
  const fallTo = (left: number) => control('setAccount', { recurrentCredits: 0, oneTimeCredits: left });
  // What is read without a change is kept in no row of its own.
  await hours(20);
  await evictAllDurableObjects();
  await fallTo(credits - 5);
  await hours(11);
  await control('addFault', { operation: '*', kind: 'error', status: 503, code: 'X', count: 10_000 });
  await pass(DAY_MS);
  await evictAllDurableObjects();
  await control('clearFaults');
  await fallTo(credits - 45);
  await hours(24);
  await owner.ask('GET', '/snapshot?fresh=1');
  const { data: month } = await owner.ask('GET', `/statements/${utcDay(NOON).slice(0, 7)}`);
  expect(month).toMatchObject({ daysUnread: 2, fell: 5 });
  const days = [1, 2, 3].map((later) => utcDay(NOON + later * DAY_MS));
  const each = await Promise.all(
    days.map(async (day) => (await owner.ask('GET', `/statements/${day}`)).data),
  );
  expect(
    each.map(({ from, to }) => (to - from) / DAY_MS),
    'told of whole',
  ).toEqual([1, 0, 0]);
});

test('a balance below what an owner chose needs the user once per crossing', async () => {
  const { data } = await owner.ask('GET', '/service/account');
  const below = { credits: data.credits - 10 };
  const viewer = await pairAs(owner, 'viewer');
  expect(await viewer.ask('PUT', '/balance-alarm', below)).toMatchObject({ status: 403 });
  expect(await owner.ask('PUT', '/balance-alarm', { credits: -1 })).toMatchObject({ status: 400 });
  expect(await owner.ask('PUT', '/balance-alarm', below)).toMatchObject({ status: 200 });
  await pass(MINUTE_MS, owner);
  expect(await low()).toEqual([]);
  await control('setAccount', { recurrentCredits: 0, oneTimeCredits: below.credits - 1 });
  await pass(MINUTE_MS, owner);
  expect(await low()).toMatchObject([{ opening: 1, reason: { credits: below.credits - 1 } }]);
  await control('setAccount', { recurrentCredits: 0, oneTimeCredits: below.credits + 50 });
  await pass(MINUTE_MS, owner);
  expect(await low()).toEqual([]);
  await control('setAccount', { recurrentCredits: 0, oneTimeCredits: below.credits - 1 });
  await pass(MINUTE_MS, owner);
  expect(await low()).toMatchObject([{ opening: 2 }]);
  await owner.ask('PUT', '/balance-alarm', { credits: null });
  await pass(MINUTE_MS, owner);
  expect(await low()).toEqual([]);
});
