import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { configuration } from '../configuration.ts';
import { accountHook } from '../testing/account-hook.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { publishedSite } from '../testing/live-site.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

/** An edge of this machine asks only this machine. */
const HOST = 'localhost:4998';
let owner: Paired;
let site: ReturnType<typeof publishedSite>;
let sent = 0;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
  await deploy();
  await control('connectDomain', 'shop', HOST);
  await pass(2 * HOUR_MS, owner);
  expect((await owner.ask('GET', '/service/projects/shop')).data.customDomain.status).toBe('active');
  site = publishedSite(HOST);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

async function deploy(): Promise<void> {
  sent += 1;
  const key = { 'idempotency-key': `deploy-${String(sent).padStart(4, '0')}` };
  await owner.ask('POST', '/service/projects/shop/deployments/deploy', {}, key);
  await pass(MINUTE_MS, owner);
  await control('finishDeployment', 'shop');
  await pass(MINUTE_MS, owner);
}

async function needs() {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  return (data.attention?.items ?? []).filter(({ reason }) => reason.kind === 'live-failing');
}
const looked = async () => (await owner.ask('GET', '/sites/shop')).data.deployments[0].look;

test('a deployment that succeeded is looked at once, and says in what time it answers', async () => {
  await deploy();
  expect(site.asked).toEqual([]);
  await pass(MINUTE_MS, owner);
  expect(await looked()).toMatchObject({ what: 'answers', host: HOST, tookMs: 0 });
  expect(site.asked).toHaveLength(3);
  await pass(DAY_MS, owner);
  expect(site.asked, 'never again').toHaveLength(3);
  expect(await needs()).toEqual([]);
});

test('what is wrong after half a minute and after three is a need, which ends with a look that finds it well', async () => {
  site.fault = '502';
  await deploy();
  await pass(MINUTE_MS, owner);
  expect([await looked(), await needs()]).toMatchObject([{ what: 'status', detail: '502' }, []]);
  await pass(3 * MINUTE_MS, owner);
  await pass(MINUTE_MS, owner);
  expect(await needs()).toMatchObject([
    {
      ...{ projectId: 'shop', severity: 'critical' },
      reason: { what: 'status', detail: '502', host: HOST, at: (await looked()).at },
    },
  ]);
  const viewer = await pairAs(owner, 'viewer');
  expect(await viewer.ask('POST', '/sites/shop/looks')).toMatchObject({ status: 403 });
  expect(await viewer.ask('GET', '/sites/shop')).toMatchObject({ status: 200 });
  site.fault = 'well';
  expect(await owner.ask('POST', '/sites/shop/looks')).toMatchObject({ data: { look: { what: 'answers' } } });
  await pass(MINUTE_MS, owner);
  expect(await needs()).toEqual([]);
});

test('a later deployment ends the need of the one before, and somebody who has seen it is not told again', async () => {
  site.fault = 'missing-script';
  await deploy();
  await pass(4 * MINUTE_MS, owner);
  const [need] = await needs();
  expect(need).toMatchObject({ reason: { what: 'asset', detail: '/assets/app.js' } });
  await owner.ask('POST', `/attention/${encodeURIComponent(need?.id ?? '')}/seen`);
  await owner.ask('POST', '/sites/shop/looks');
  expect(await needs()).toEqual([]);
  await deploy();
  await pass(4 * MINUTE_MS, owner);
  expect((await needs())[0]?.id).not.toBe(need?.id);
});

test.each([
  ['sleeps', () => control('fallAsleep', 'shop')],
  [
    'is paused',
    async () => {
      const post = await accountHook(owner, 'project.paused');
      const data = { projectId: 'shop', state: 'paused', resumable: true };
      const body = JSON.stringify({ event: 'project.paused', timestamp: new Date().toISOString(), data });
      expect(await post('evt_paused', { body })).toMatchObject({ status: 200 });
    },
  ],
])('an app that %s is not visited', async (_, rest) => {
  await deploy();
  await rest();
  await pass(10 * MINUTE_MS, owner);
  expect(await owner.ask('POST', '/sites/shop/looks')).toMatchObject({ data: { look: null } });
  expect(site.asked).toEqual([]);
});

/** Visitors get 502, which is a need. */
async function fails(): Promise<void> {
  site.fault = '502';
  await deploy();
  await pass(4 * MINUTE_MS, owner);
  await pass(MINUTE_MS, owner);
  expect(await needs()).toMatchObject([{ reason: { detail: '502' } }]);
}

test('while visitors get something wrong it is looked at again, so that its repair ends the need by itself', async () => {
  await fails();
  site.fault = 'well';
  await pass(11 * MINUTE_MS, owner);
  await pass(MINUTE_MS, owner);
  expect([await needs(), await looked()]).toMatchObject([[], { what: 'answers' }]);
});

const endedAs = async () => {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  const ended = data.attention?.endedTroubles ?? [];
  return ended.filter(({ reason }) => reason.kind === 'live-failing').map(({ endedBy }) => endedBy);
};

test.each([
  [
    'is paused',
    async () => {
      const post = await accountHook(owner, 'project.paused');
      const data = { projectId: 'shop', state: 'paused', resumable: true };
      const body = JSON.stringify({ event: 'project.paused', timestamp: new Date().toISOString(), data });
      await post('evt_paused', { body });
    },
  ],
  ['falls asleep', () => control('fallAsleep', 'shop')],
  ['is unpublished', () => owner.ask('POST', '/service/projects/shop/deployments/unpublish', {})],
])('what visitors of an app got is not known of one that %s, and never over', async (_, rest) => {
  await fails();
  await rest();
  for (let i = 0; i < 3; i++) await pass(10 * MINUTE_MS, owner);
  expect([await needs(), [...new Set(await endedAs())]]).toEqual([[], ['not-read']]);
  expect(await looked()).toBeNull();
});

test('that an app was taken down is known until it is published again, whatever fails meanwhile', async () => {
  await deploy();
  const site = async () => (await owner.ask('GET', '/sites/shop')).data;
  expect((await site()).unpublishedAt).toBeUndefined();
  await owner.ask('POST', '/service/projects/shop/deployments/unpublish', {});
  const post = await accountHook(owner, 'project.resumed');
  for (let i = 0; i < 51; i++) {
    const at = new Date(Date.now() + i).toISOString();
    const body = JSON.stringify({ event: 'project.resumed', timestamp: at, data: { projectId: 'shop' } });
    expect(await post(`evt_${i}`, { body })).toMatchObject({ status: 200 });
  }
  const { unpublishedAt, deployments } = await site();
  expect(unpublishedAt).toBeGreaterThan(deployments[0].at);
  await deploy();
  expect((await site()).deployments[0].at).toBeGreaterThan(unpublishedAt);
});

test("a page that can't be read holds up no other app, and says nothing of its own", async () => {
  site.fault = 'deep';
  await deploy();
  await pass(MINUTE_MS, owner);
  expect(await looked()).toBeNull();
  const due = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ due_at: number | null }>('SELECT due_at FROM site_looks WHERE due_at <= ?', Date.now())
      .toArray(),
  );
  expect(due, 'it is not the first again').toEqual([]);
});

test('a project is looked at once in ten seconds, however often somebody asks', async () => {
  await deploy();
  await pass(MINUTE_MS, owner);
  const before = site.asked.length;
  await pass(MINUTE_MS, owner);
  await Promise.all(Array.from({ length: 20 }, () => owner.ask('POST', '/sites/shop/looks')));
  expect(site.asked.length - before).toBe(3);
});

test('with the setting off nothing is visited, also when asked', async () => {
  const set = (liveCheck: boolean) =>
    runInDurableObject(env.ACCOUNT.getByName('account'), (account) => {
      Object.assign(configuration((account as unknown as { env: Cloudflare.Env }).env), { liveCheck });
    });
  await set(false);
  try {
    await deploy();
    await pass(10 * MINUTE_MS, owner);
    expect(await owner.ask('POST', '/sites/shop/looks')).toMatchObject({ code: 'EDGE_NOT_ALLOWED' });
    expect(site.asked).toEqual([]);
  } finally {
    await set(true);
  }
});

test('versions that somebody marked are shared, for those who may build to set and take back', async () => {
  const viewer = await pairAs(owner, 'viewer');
  const path = '/sites/shop/marks/v7';
  expect(await viewer.ask('PUT', path, { madeAt: NOON })).toMatchObject({ status: 403 });
  expect(await owner.ask('PUT', path, { madeAt: 'now' })).toMatchObject({ status: 400 });
  expect(await owner.ask('PUT', '/sites/shop/marks/v%2F7', { madeAt: NOON })).toMatchObject({ status: 400 });
  const before = (await owner.ask('GET', '/snapshot')).data.version;
  expect(await owner.ask('PUT', path, { madeAt: NOON })).toMatchObject({ status: 200 });
  expect((await owner.ask('GET', '/snapshot')).data.version, 'every browser reads it').not.toBe(before);
  expect((await viewer.ask('GET', '/sites/shop')).data.marks).toEqual([{ versionId: 'v7', madeAt: NOON }]);
  expect(await owner.ask('DELETE', path)).toMatchObject({ status: 200 });
  expect((await viewer.ask('GET', '/sites/shop')).data.marks).toEqual([]);
});

test('nothing is marked of a project that the service does not have', async () => {
  const marked = await owner.ask('PUT', '/sites/nowhere/marks/v7', { madeAt: NOON });
  expect(marked.status).toBe(404);
  expect((await owner.ask('GET', '/sites/nowhere')).data.marks).toEqual([]);
});
