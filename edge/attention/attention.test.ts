import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AttentionNow,
  announcementsPage,
  attentionNow,
} from '../../shared/snapshot/attention-schema.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { EventQueries } from '../events/query.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let now: number;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  now = Date.now();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

const object = () => env.ACCOUNT.getByName('account');
const later = (ms: number) => {
  now += ms;
  vi.useFakeTimers({ now, toFake: ['Date'] });
};
const attention = async (device = owner): Promise<AttentionNow> =>
  attentionNow.parse((await device.ask('GET', '/snapshot')).data.attention);
const openIds = async () => (await attention()).items.map(({ id }) => id);
const announced = async (since: number, device = owner) =>
  announcementsPage.parse((await device.ask('GET', `/announcements?since=${since}`)).data);
const topics = async (since: number, device = owner) =>
  (await announced(since, device)).items.map(({ about }) => about.kind);

/** Reads the account, with whatever is in it, for the first time. */
async function begin(): Promise<number> {
  const { lastAnnouncement } = await attention();
  return lastAnnouncement;
}

async function failedDeployment(projectId: string): Promise<void> {
  await control('setOutcomes', { deploy: 'error' });
  await control('startDeployment', projectId);
  await control('finishDeployment', projectId, 'error');
}

test('a warning of a feature’s budget outlives whoever opens Limits and a lower budget, and ends when enough is allowed', async () => {
  await control('addProject', { projectId: 'shop' });
  await begin();
  const limits = '/service/projects/shop/limits';
  const set = (expected: number | null, to: number) =>
    owner.ask('PUT', '/caps/shop', {
      ...{ category: 'feature', feature: 'email', field: 'monthlyUnitCap' },
      ...{ expected, to },
    });
  expect((await set(null, 100)).status).toBe(200);
  await control('useFeature', 'shop', 'email', { units: 85 });
  const post = await accountHook(owner, 'project.feature_limit.warning');
  const facts = { feature: 'email', scope: 'feature', refusing: false, capKind: 'units' };
  const at = new Date(now).toISOString();
  const data = { projectId: 'shop', ...facts, cap: 100, used: 85, at };
  await post('w1', { body: JSON.stringify({ event: 'project.feature_limit.warning', timestamp: at, data }) });
  const warnings = async () => (await openIds()).filter((id) => id.startsWith('feature-warning:shop:email'));
  expect(await warnings()).toHaveLength(1);
  later(MINUTE_MS);
  const viewer = await pairAs(owner, 'viewer');
  expect((await viewer.ask('GET', limits)).status).toBe(200);
  expect(await warnings(), 'read by a viewer').toHaveLength(1);
  expect((await set(100, 90)).status).toBe(200);
  expect(await warnings(), 'lowered').toHaveLength(1);
  expect((await set(90, 200)).status).toBe(200);
  expect(await warnings(), 'raised').toEqual([]);
});

describe('the first reading of an account', () => {
  test('opens failed deployments, failed runs and reached caps, and announces none', async () => {
    await control('addProject', { projectId: 'shop' });
    await failedDeployment('shop');
    await control('addProject', { projectId: 'blog' });
    await control('startRun', 'blog');
    await control('finishRun', 'blog', 'error');
    await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 10 } });
    await control('crossCap', 'cafe');
    const since = await begin();
    expect((await openIds()).map((id) => id.split(':').slice(0, 2).join(':')).toSorted()).toEqual([
      'credit-cap:cafe',
      'deploy-failed:shop',
      'run-failed:blog',
    ]);
    expect(await announced(since)).toEqual({ items: [], next: since, gap: false });
    later(2 * MINUTE_MS);
    await openIds();
    expect((await announced(since)).items).toEqual([]);
  });
});

describe('an event', () => {
  let post: PostHook;
  let since: number;
  beforeEach(async () => {
    await control('addProject', { projectId: 'shop', label: 'Barber shop' });
    since = await begin();
    post = await accountHook(owner);
  });
  const failed = (eventId: string, at = Date.now()) =>
    post(eventId, {
      body: JSON.stringify({
        event: 'deployment.finished',
        timestamp: new Date(at).toISOString(),
        data: { projectId: 'shop', deploymentId: eventId, status: 'error' },
      }),
    });

  test('is announced in the step that keeps it, once, whatever is repeated, restarted or read again', async () => {
    expect((await failed('e1')).status).toBe(200);
    const first = await announced(since);
    expect(first.items).toHaveLength(1);
    expect(first.items[0]).toMatchObject({
      number: since + 1,
      projectId: 'shop',
      label: 'Barber shop',
      about: { kind: 'deploy-finished', outcome: 'failed' },
      over: false,
      seen: false,
    });
    await failed('e1');
    await evictDurableObject(object());
    later(3 * MINUTE_MS);
    await owner.ask('GET', '/snapshot');
    await evictDurableObject(object());
    later(3 * MINUTE_MS);
    await owner.ask('GET', '/snapshot');
    expect((await announced(since)).items).toEqual(first.items);
    expect((await announced(first.next)).items).toEqual([]);
  });

  test('is kept and acknowledged although it can’t be reduced, and reduced by the job', async () => {
    const spy = vi.spyOn(EventQueries.prototype, 'after').mockImplementation(() => {
      throw new Error('no');
    });
    expect((await failed('e1')).status).toBe(200);
    spy.mockRestore();
    await runAlarmsAt(Date.now() + 10 * SECOND_MS);
    expect(await topics(since)).toEqual(['deploy-finished']);
  });

  test('of a failed deployment opens an item; seen by one who may build, it is seen for all, with who and when', async () => {
    const builder = await pairAs(owner, 'builder');
    const viewer = await pairAs(owner, 'viewer');
    await failed('e1');
    const [item] = (await attention()).items;
    expect(item).toMatchObject({ id: 'deploy-failed:shop', opening: 1, seen: null });
    const path = '/attention/deploy-failed%3Ashop/seen';
    expect((await viewer.ask('POST', path)).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await builder.ask('POST', path)).status).toBe(200);
    // No event or reading reports its end: it ends when it was seen.
    expect(await attention()).toMatchObject({ items: [], open: 0, ended: ['deploy-failed:shop'] });
    expect((await builder.ask('POST', path)).code).toBe('EDGE_NOT_FOUND');
    expect((await viewer.ask('DELETE', path)).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await builder.ask('DELETE', path)).status).toBe(200);
    expect((await attention()).items).toMatchObject([{ id: 'deploy-failed:shop', opening: 1, seen: null }]);
    expect((await builder.ask('DELETE', path)).code).toBe('EDGE_NOT_FOUND');
  });
});

test('a cap stays open, seen by whom and when, until it was raised, which ends it at once', async () => {
  await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 10 } });
  await control('crossCap', 'cafe');
  await begin();
  const [id = ''] = await openIds();
  await owner.ask('POST', `/attention/${encodeURIComponent(id)}/seen`);
  expect((await attention()).items[0]).toMatchObject({ id, seen: { by: 'Test', at: expect.any(Number) } });
  await owner.ask('PUT', '/caps/cafe', { category: 'development', expected: 10, to: 50 });
  expect(await attention()).toMatchObject({ items: [], ended: [id] });
});

test('each step that a launch warns of needs the user until it is made up for, or seen', async () => {
  await control('setAccount', { oneTimeCredits: 1_000 });
  const since = await begin();
  const steps = ['agent', 'secrets', 'files', 'designtool'];
  const launchWarnings = steps.map((step) => ({ step, errorCode: 'NOT_NOW', errorMessage: 'Not now' }));
  await control('setOutcomes', { launchWarnings });
  const paid = (path: string, body: object) =>
    owner.ask('POST', path, body, { 'idempotency-key': `key-${path.replaceAll('/', '-')}` });
  await paid('/launches', { projectId: 'shop', prompt: 'Build a shop' });
  const undone = async () => (await openIds()).map((id) => id.split(':')[2]).toSorted();
  expect(await undone()).toEqual(steps.toSorted());
  expect((await topics(since)).filter((topic) => topic === 'launch-step')).toHaveLength(4);
  const secret = { secretName: 'MAIL_KEY', secretValue: 'm-1' };
  expect((await owner.ask('POST', '/service/projects/shop/secrets', secret)).status).toBeLessThan(300);
  expect(await undone()).toEqual(['agent', 'designtool', 'files']);
  await paid('/service/projects/shop/files/upload', { name: 'a.txt', content: 'QUJD' });
  expect(await undone()).toEqual(['agent', 'designtool']);
  await owner.ask('POST', `/attention/${encodeURIComponent('launch-step:shop:designtool')}/seen`);
  expect(await undone()).toEqual(['agent']);
  await paid('/service/projects/shop/agent/start', { prompt: 'Build a shop' });
  expect(await undone()).toEqual([]);
});

test.each([
  ['lowered to what is used', 20, 50],
  ['raised', 120, 120],
])(
  'a cap that is reached after it was %s is told to the browser that set it, too: it stops building',
  async (_, to, used) => {
    await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 100 } });
    await control('setUsage', 'cafe', { development: 50 });
    const since = await begin();
    await owner.ask('PUT', '/caps/cafe', { category: 'development', expected: 100, to });
    await control('setUsage', 'cafe', { development: used });
    later(70 * SECOND_MS);
    await owner.ask('GET', '/snapshot');
    expect((await topics(since)).filter((topic: string) => topic !== 'access-changed')).toEqual([
      'credit-cap',
    ]);
    expect((await announced(since)).items.map(({ own }) => own)).not.toContain(true);
  },
);

test('with no browser open, caps are read at least every five minutes and deliveries every fifteen', async () => {
  await control('addProject', {
    projectId: 'cafe',
    lastModifiedAt: now - 30 * DAY_MS,
    createdAt: now - 40 * DAY_MS,
  });
  await control('setProject', 'cafe', { lastModifiedAt: now - 30 * DAY_MS });
  const since = await begin();
  const before = await callsOf();
  await control('crossCap', 'cafe');
  for (let minute = 0; minute < 20; minute++) {
    now += MINUTE_MS;
    await runAlarmsAt(now);
  }
  const after = await callsOf();
  expect((after.listProjectsAtLimit ?? 0) - (before.listProjectsAtLimit ?? 0)).toBeGreaterThanOrEqual(3);
  expect(await topics(since)).toContain('credit-cap');
});

test('readings that change no item leave what is stored of them as it is', async () => {
  await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 10 } });
  await control('crossCap', 'cafe');
  await begin();
  await openIds();
  const rows = () =>
    runInDurableObject(object(), (_, { storage }) =>
      ['attention_items', 'attention_state', 'announcements'].map((table) =>
        JSON.stringify(storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
      ),
    );
  const before = await rows();
  for (let n = 0; n < 3; n++) {
    later(2 * MINUTE_MS);
    await owner.ask('GET', '/snapshot');
  }
  expect((await rows()).map((text) => JSON.parse(text))).toEqual(before.map((text) => JSON.parse(text)));
});

test('announcements beyond a thousand or thirty days are a gap, and numbers go on', async () => {
  await control('addProject', { projectId: 'shop' });
  const since = await begin();
  const post = await accountHook(owner);
  await post('e1');
  expect(await announced(since)).toMatchObject({ items: [{ number: since + 1 }], gap: false });
  await runAlarmsAt(Date.now() + 31 * DAY_MS);
  expect(await announced(since)).toEqual({ items: [], next: since + 1, gap: true });
  expect(await announced(since + 1)).toEqual({ items: [], next: since + 1, gap: false });
  expect(await announced(since + 9)).toMatchObject({ next: since + 1, gap: true });
});
