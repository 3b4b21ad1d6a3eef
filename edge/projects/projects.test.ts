import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { projectsPage } from '../../shared/snapshot/projects-schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop', label: 'Shop', groupId: 'clients' });
  await control('setProject', 'shop', {
    creditLimits: { maxDevelopmentCreditsPerMonth: 100, maxInfrastructureCreditsPerMonth: 50 },
  });
  await control('setUsage', 'shop', { development: 40, infrastructure: 45 });
  await firstReading(owner);
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const page = async (query: string, device = owner) => {
  const { data, code } = await device.ask('GET', `/projects?${query}`);
  // As it came: the schema leaves out what it does not know.
  expect([code, data]).toEqual([undefined, projectsPage.parse(data)]);
  return projectsPage.parse(data);
};
const rowOf = async (query: string, device = owner) => (await page(query, device)).rows[0];
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Calls that rows are read with, since the last look. */
let before: Record<string, number> = {};
async function calls(): Promise<Record<string, number>> {
  const all = await callsOf();
  const since = ['getCreditLimits', 'getSpendingAnalytics', 'getProject'].map(
    (name) => [name, (all[name] ?? 0) - (before[name] ?? 0)] as const,
  );
  before = all;
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}

test('a row has the caps, the nearest of them, the spending of the month and the last run, each with its instant', async () => {
  await control('startRun', 'shop', 'Add a page', { credits: 12.5 });
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
  const row = await rowOf('ids=shop&days=1');
  const used = { development: 52.5, infrastructure: 45 };
  expect(row).toMatchObject({
    ...{ projectId: 'shop', listed: null, isGone: false },
    limits: { data: { caps: { development: 100, infrastructure: 50 }, used }, error: null },
    nearest: { category: 'infrastructure', used: 45, cap: 50 },
    state: { data: { label: 'Shop', run: { phase: 'finished', creditsSpent: 12.5 } }, error: null },
  });
  for (const part of [row?.limits, row?.days, row?.state]) expect(part?.readAt).toBeGreaterThanOrEqual(NOON);
  expect(row?.days?.data?.daily).toHaveLength(45);
});

test('a list comes as the service lists it, filtered and by pages, and costs one call: what is not held is not read for it', async () => {
  await control('addProject', { projectId: 'blog' });
  await calls();
  const { rows, total } = await page('limit=1&sortField=date&sortDirection=asc');
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    {
      listed: { projectId: 'shop', label: 'Shop', groupId: 'clients' },
      ...{ limits: { data: null, readAt: null, error: null }, nearest: null },
    },
  ]);
  expect((await page('groupId=none')).rows.map(({ projectId }) => projectId)).toEqual(['blog']);
  expect(await calls()).toEqual({});
  await rowOf('ids=shop');
  const [held] = (await page('search=shop')).rows;
  expect(held?.nearest?.used).toBe(45);
});

test('several browsers at once share one reading, which the next ask has too; it writes nothing', async () => {
  const other = await pairAs(owner, 'viewer');
  // That a browser was there is a row of its own.
  await page('', other);
  await calls();
  await startMeter();
  await Promise.all([owner, other, owner].map((device) => page('ids=shop&days=1', device)));
  await page('ids=shop', other);
  expect(await calls()).toEqual({ getCreditLimits: 1, getSpendingAnalytics: 1 });
  expect(readMeter()).toEqual({ rows: 0, alarms: 0 });
});

test('what was read is read again once it is old, something has happened, its cap was set, or it is asked for freshly', async () => {
  await rowOf('ids=shop');
  await calls();
  later(2 * MINUTE_MS);
  expect((await rowOf('ids=shop'))?.limits.isOverdue).toBeUndefined();
  expect(await calls()).toEqual({});
  await rowOf('ids=shop&fresh=1');
  expect(await calls()).toEqual({ getCreditLimits: 1 });
  later(4 * MINUTE_MS);
  expect((await page('')).rows[0]?.limits.isOverdue).toBe(true);
  await rowOf('ids=shop');
  expect(await calls()).toEqual({ getCreditLimits: 1 });
  later(SECOND_MS);
  const cap = { category: 'development', expected: 100, to: 60 };
  expect((await owner.ask('PUT', '/caps/shop', cap)).code).toBeUndefined();
  await calls();
  expect((await rowOf('ids=shop'))?.limits.data?.caps.development).toBe(60);
  expect(await calls()).toEqual({ getCreditLimits: 1 });
  later(SECOND_MS);
  await control('startRun', 'shop', 'Add a page', { credits: 7 });
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
  const row = await rowOf('ids=shop');
  expect([row?.limits.data?.used?.development, row?.state.data?.run?.creditsSpent]).toEqual([47, 7]);
});

test('what a browser has read of a project’s own limits is what its row says, without another call', async () => {
  await rowOf('ids=shop');
  later(SECOND_MS);
  await control('setUsage', 'shop', { development: 99 });
  const { data: own } = await owner.ask('GET', '/service/projects/shop/credit-limits');
  await calls();
  const row = await rowOf('ids=shop');
  expect(row?.limits.data?.used?.development).toBe(own.usedThisMonth.development);
  expect(row?.nearest).toEqual({ category: 'development', used: 99, cap: 100 });
  expect(await calls()).toEqual({});
});

test('an ask makes at most 40 calls; the rest arrives with the next', async () => {
  await control('addProjects', 130);
  await control('advance', MINUTE_MS);
  const listed = await control<string[]>('projectIds');
  await owner.ask('GET', '/snapshot?fresh=1');
  // Of the oldest nothing is followed: each takes three calls.
  const old = (await page('limit=20&sortField=lastModified&sortDirection=asc')).rows;
  const ids = old.map(({ projectId }) => projectId).join();
  expect(listed.length).toBeGreaterThan(120);
  await calls();
  const first = (await page(`ids=${ids}&days=1`)).rows;
  const made = Object.values(await calls()).reduce((sum, count) => sum + count, 0);
  expect(made).toBeLessThanOrEqual(40);
  const unread = first.filter(({ limits }) => limits.data === null);
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.every(({ limits }) => limits.error === null && limits.readAt === null)).toBe(true);
  const second = (await page(`ids=${ids}&days=1`)).rows;
  expect(second.filter(({ limits, days }) => !limits.data || !days?.data)).toEqual([]);
});

test('what could not be read is null with its reason, and what was read before stays with its age', async () => {
  await control('addFault', { operation: 'getCreditLimits', kind: 'html', status: 502, count: 9 });
  expect(await rowOf('ids=shop')).toMatchObject({
    limits: { data: null, readAt: null, error: { code: 'unreachable' } },
    nearest: null,
  });
  await control('clearFaults');
  later(2 * MINUTE_MS);
  const { readAt } = (await rowOf('ids=shop'))?.limits ?? {};
  expect(readAt).toBe(Date.now());
  await control('addFault', { operation: 'getCreditLimits', kind: 'html', status: 502, count: 9 });
  later(4 * MINUTE_MS);
  expect(await rowOf('ids=shop')).toMatchObject({
    limits: { readAt, error: { code: 'unreachable' }, data: { used: { development: 40 } } },
    nearest: { used: 45 },
  });
});

test('a project that the service no longer knows is said to be gone', async () => {
  expect(await rowOf('ids=nobody')).toMatchObject({ isGone: true, limits: { data: null }, nearest: null });
});

test('what was read in another month is not said of this one', async () => {
  await rowOf('ids=shop');
  later(40 * 24 * 60 * MINUTE_MS);
  expect((await page('search=shop')).rows[0]?.limits).toEqual({ data: null, readAt: null, error: null });
});

test('every role reads the same rows, in which no browser, channel or guard’s author is named', async () => {
  await owner.ask('PUT', '/guards/shop', { kind: 'raise', credits: 20, until: { kind: 'run' } });
  const builder = await pairAs(owner, 'builder');
  const viewer = await pairAs(owner, 'viewer');
  const seen = await rowOf('ids=shop&days=1');
  expect(seen?.nearest).toEqual({ category: 'infrastructure', used: 45, cap: 50 });
  for (const device of [builder, viewer]) {
    expect(await rowOf('ids=shop&days=1', device)).toEqual(seen);
    expect((await page('', device)).rows).toEqual((await page('')).rows);
    const { text } = await device.ask('GET', '/projects?ids=shop&days=1');
    expect(text).not.toMatch(/"by"|"Test"|deviceId/);
  }
});

test.each(['ids=', 'ids=../x', 'ids=a,,b', `ids=${Array(21).fill('shop').join()}`, 'days=2', 'wanted=1'])(
  'a query that it does not know is refused: %s',
  async (query) => {
    expect((await owner.ask('GET', `/projects?${query}`)).code).toBe('EDGE_INVALID_REQUEST');
  },
);
