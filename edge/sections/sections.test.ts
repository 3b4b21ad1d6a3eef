import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { SectionStore } from './section-store.ts';

let device: Paired;
let start: number;
beforeEach(async () => {
  await control('reset');
  device = await pair();
  start = Date.now();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const later = (seconds: number) => vi.useFakeTimers({ now: start + seconds * 1000, toFake: ['Date'] });
const look = async (path = '/snapshot') => {
  const reply = await device.ask('GET', path);
  expect(reply.status).toBe(200);
  return snapshot.parse(reply.data).sections;
};
const project = async (projectId: string) =>
  (await look()).projects.data?.items.find((item) => item.projectId === projectId);
const fault = (operation: string, kind: string, more: object = {}) =>
  control('addFault', { operation, kind, count: 9, ...more });

test('one broken section never empties the others, and keeps what it had', async () => {
  await control('addProject', { projectId: 'shop' });
  const before = await look();
  await fault('listProjects', 'wrong-envelope');
  await fault('getAccount', 'error', { status: 401, code: 'X' });
  later(40);
  const after = await look();
  expect(after.projects).toMatchObject({ data: before.projects.data, error: { code: 'unexpected-answer' } });
  expect(after.projects.readAt).toBe(before.projects.readAt);
  expect(after.account.error?.code).toBe('key-rejected');
  expect(after.atLimit.error).toBeNull();
  await control('clearFaults');
  later(90);
  expect((await look()).projects.error).toBeNull();
});

test('both price lists and the account’s switch are in one section (service reference, Versioning, Prices)', async () => {
  const { data, error } = (await look()).prices;
  expect(error).toBeNull();
  expect(data?.legacy?.START_SERVER).toBeGreaterThan(data?.v2.START_SERVER ?? Number.NaN);
  expect(data?.optIn).toEqual({ v2OptIn: true, available: true });
  await device.ask('PUT', '/service/account/v2-opt-in', { v2OptIn: false });
  later(2);
  expect((await look()).prices.data?.optIn?.v2OptIn, 'a change is read at once').toBe(false);
});

test('what can’t be read of the prices is missing, with the reason, and the rest is there', async () => {
  await fault('getV2OptIn', 'wrong-envelope');
  const { data, error } = (await look()).prices;
  expect([data?.optIn, error?.code]).toEqual([null, 'unexpected-answer']);
  expect(data?.v2.CREATE_PROJECT).toBeGreaterThan(0);
});

test('the time since when a section fails stays over repeated failures', async () => {
  await fault('getAccount', 'wrong-envelope', { count: 50 });
  const first = (await look()).account.error;
  later(60);
  expect((await look()).account.error).toEqual(first);
});

test('sections are read at their own pace, however many browsers are open', async () => {
  await look();
  const first = await callsOf();
  await Promise.all([look(), look(), look()]);
  later(29);
  await look();
  expect(await callsOf()).toEqual(first);
  later(31);
  await Promise.all([look(), look(), look()]);
  const second = await callsOf();
  expect(second.getAccount).toBe((first.getAccount ?? 0) + 1);
  expect(second.listProjects).toBe((first.listProjects ?? 0) + 1);
  expect(second.listProjectsAtLimit).toBe(first.listProjectsAtLimit);
  expect(second.getCreditCosts).toBe(first.getCreditCosts);
});

test('the refresh button reads again, but not more often than every few seconds', async () => {
  await look();
  const first = await callsOf();
  await look('/snapshot?fresh=1');
  expect((await callsOf()).getAccount).toBe(first.getAccount);
  later(4);
  await look('/snapshot?fresh=1');
  expect((await callsOf()).getAccount).toBe((first.getAccount ?? 0) + 1);
});

test('details are read of active runs only', async () => {
  for (const projectId of ['idle-1', 'idle-2', 'busy']) await control('addProject', { projectId });
  await control('startRun', 'busy');
  await look();
  later(31);
  await look();
  const calls = await callsOf();
  expect(calls.getAgentStatus).toBe(2);
  expect(calls.getProject).toBe(3);
});

test('a run begun elsewhere is shown as going on as soon as its conversation shows its prompt, and is read for once', async () => {
  await control('addProject', { projectId: 'shop' });
  await look();
  await control('startRun', 'shop', 'Add a page');
  later(5);
  expect((await project('shop'))?.run?.phase).not.toBe('running');
  const talk = () => device.ask('GET', '/service/projects/shop/agent/full-conversation');
  await talk();
  later(8);
  expect((await project('shop'))?.run).toMatchObject({ phase: 'running', prompt: 'Add a page' });
  const before = await callsOf();
  await talk();
  later(11);
  await look();
  expect((await callsOf()).getAgentStatus).toBe(before.getAgentStatus);
});

test('a run that ends is seen to end, with what it cost', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  expect((await project('shop'))?.run).toMatchObject({ phase: 'running', finishedAt: null });
  await control('finishRun', 'shop');
  later(13);
  const { run } = (await project('shop')) ?? {};
  expect(run).toMatchObject({ phase: 'finished', status: 'done' });
  expect(run?.finishedAt).not.toBeNull();
  expect(run?.creditsSpent).toBeGreaterThan(0);
});

test.each([
  ['done', { ending: 'succeeded', phase: 'finished' }],
  ['error', { ending: 'failed', phase: 'failed' }],
  ['limit-reached', { ending: 'capped', phase: 'stopped' }],
] as const)(
  'a run that ended as %s is reported as that, though its status is done (published reference, End of a run)',
  async (outcome, result) => {
    await control('addProject', { projectId: 'shop' });
    await control('startRun', 'shop');
    await look();
    await control('finishRun', 'shop', outcome);
    later(13);
    expect((await project('shop'))?.run).toMatchObject({ status: 'done', ...result });
  },
);

test('a run that was stopped through the edge is reported as stopped, whatever the agent closes with', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  await look();
  expect((await device.ask('POST', '/service/projects/shop/agent/stop')).status).toBe(200);
  later(13);
  expect((await project('shop'))?.run).toMatchObject({ ending: 'stopped', phase: 'stopped' });
});

test('a stopped run has its end and its cost, however long its agent had said nothing (published reference, End of a run)', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop', 'Add a page', { startedAgoMs: 300_000 });
  await look();
  await device.ask('POST', '/service/projects/shop/agent/stop');
  later(40);
  const { run } = (await project('shop')) ?? {};
  expect(run).toMatchObject({ ending: 'stopped', phase: 'stopped', creditsSpent: 10 });
  expect(run?.finishedAt).toBeGreaterThanOrEqual(start);
});

test('an event that arrives while its project is read has it read again, also within the millisecond of the one before', async () => {
  const left = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const store = new SectionStore(storage.sql, () => start);
    store.mark('project:shop', start);
    const read = store.marks();
    store.mark('project:shop', start);
    for (const [what, at] of read) store.unmark(what, at);
    return [...store.marks().keys()];
  });
  expect(left).toContain('project:shop');
});

test('how a run ended and what it cost is read again soon where the service fails to say it', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  await look();
  await control('finishRun', 'shop');
  await fault('getAgentStatus', 'error', { status: 500, code: 'X', count: 4 });
  later(13);
  expect((await project('shop'))?.run).toMatchObject({ ending: 'not-known', creditsSpent: null });
  await control('clearFaults');
  later(26);
  expect((await project('shop'))?.run).toMatchObject({
    ending: 'succeeded',
    creditsSpent: expect.any(Number),
  });
});

test('work ended when its project changed, not when somebody looked (published reference, Get Project)', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startDeployment', 'shop');
  expect((await project('shop'))?.deploy?.phase).toBe('deploying');
  await control('finishDeployment', 'shop');
  later(55);
  const { deploy, lastModifiedAt } = (await project('shop')) ?? {};
  expect(deploy).toMatchObject({ phase: 'live', finishedAt: lastModifiedAt });
});

test('a run that failed before anyone looked is reported as failed', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  await control('finishRun', 'shop', 'error');
  expect((await project('shop'))?.run).toMatchObject({ ending: 'failed', phase: 'failed' });
});

test('of a run whose status there was no room to read nothing is said yet, rather than that its end is not known', async () => {
  for (let at = 0; at < 12; at++) {
    await control('addProject', { projectId: `shop-${at}` });
    await control('startRun', `shop-${at}`);
    await control('finishRun', `shop-${at}`);
  }
  // It takes one call more, so that the last project's record is read and its agent's status is not.
  await control('startDeployment', 'shop-11');
  const endings = async () => (await look()).projects.data?.items.map(({ run }) => run?.ending ?? null);
  expect(new Set(await endings())).toEqual(new Set(['succeeded', null]));
  later(5);
  await look();
  later(10);
  expect(new Set(await endings())).toEqual(new Set(['succeeded']));
});

test('a run under way is shown also where there was no room to read its agent’s status', async () => {
  for (let at = 0; at < 12; at++) {
    await control('addProject', { projectId: `shop-${at}` });
    await control('startRun', `shop-${at}`);
  }
  await control('startDeployment', 'shop-11');
  const running = async () =>
    (await look()).projects.data?.items.filter(({ run }) => run?.phase === 'running').length;
  const shown = await running();
  const { getProject: records, getAgentStatus: statuses } = await callsOf();
  expect(statuses, 'there must be no room for each status').toBeLessThan(records ?? 0);
  expect(shown, 'each whose record was read').toBe(records);
});

test('only finished runs count for what a run usually costs', async () => {
  for (const [i, outcome] of ['error', 'limit-reached', 'error'].entries()) {
    await control('addProject', { projectId: `shop-${i}` });
    await control('startRun', `shop-${i}`);
    await look();
    later(13 + i * 26);
    await control('finishRun', `shop-${i}`, outcome);
    later(26 + i * 26);
    await look();
  }
  expect((await look()).history.data?.runCredits).toBeNull();
});

test('a deployment that fails is reported as failed', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startDeployment', 'shop');
  expect((await project('shop'))?.deploy?.phase).toBe('deploying');
  await control('finishDeployment', 'shop', 'error');
  later(13);
  expect((await project('shop'))?.deploy?.phase).toBe('failed');
});

test('an operation that is not there is left alone for a while and is no failure', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  await fault('getAgentStatus', 'error', { status: 404, code: 'ROUTE_NOT_FOUND' });
  const { projects } = await look();
  expect(projects.error).toBeNull();
  expect(projects.data?.items[0]?.run?.phase).toBe('running');
  later(13);
  await look();
  expect((await callsOf()).getAgentStatus).toBe(1);
});

test('what usually happens is reported once there are three of it', async () => {
  for (const name of ['one-1', 'two-2', 'three-3']) {
    await control('addProject', { projectId: name });
    await control('startRun', name);
  }
  expect((await look()).history.data).toEqual({
    runDurationMs: null,
    runCredits: null,
    deployDurationMs: null,
  });
  for (const name of ['one-1', 'two-2', 'three-3']) await control('finishRun', name);
  later(13);
  const { history } = await look();
  expect(history.data?.runDurationMs?.count).toBe(3);
  expect(history.data?.runCredits?.low).toBeGreaterThan(0);
});

test('runs that ended before the first poll count for what a run usually costs, once', async () => {
  for (const name of ['one-1', 'two-2', 'three-3']) {
    await control('addProject', { projectId: name });
    await control('startRun', name);
    await control('finishRun', name);
  }
  await look();
  later(13);
  const { history } = await look();
  expect(history.data?.runCredits).toMatchObject({ count: 3 });
  expect(history.data?.runDurationMs).toMatchObject({ count: 3 });
});

test('twenty projects are shown of however many there are, and a read stays within its calls', async () => {
  await control('addProjects', 300);
  const { projects } = await look();
  expect(projects.data?.total).toBe(300);
  expect(projects.data?.items).toHaveLength(20);
  const calls = Object.values(await callsOf()).reduce((sum, count) => sum + count, 0);
  expect(calls).toBeLessThanOrEqual(40);
});

test('a snapshot is as large with 10,000 projects as with 100', async () => {
  await control('addProjects', 100);
  const few = (await device.ask('GET', '/snapshot')).text.length;
  await control('addProjects', 10_000, 'more-');
  later(31);
  const many = (await device.ask('GET', '/snapshot')).text.length;
  expect(many / few).toBeLessThan(1.2);
});

test('a failed read waits as long as the service asks', async () => {
  await fault('getAccount', 'error', { status: 429, code: 'RATE_LIMITED', retryAfterSeconds: 100, count: 1 });
  expect((await look()).account.error?.code).toBe('rate-limited');
  later(90);
  await look();
  expect((await callsOf()).getAccount).toBe(1);
  later(101);
  expect((await look()).account.error).toBeNull();
});

test('a service that hangs delays no response for long; what it responds later is there next time', async () => {
  await fault('getAccount', 'slow-drip', { bytesPerChunk: 12, chunkEveryMs: 600, count: 1 });
  const startedAt = performance.now();
  const slow = await look();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(slow.account.data).toBeNull();
  expect(slow.prices.data).not.toBeNull();
  await vi.waitFor(async () => expect((await look()).account.data).not.toBeNull(), {
    timeout: 9000,
    interval: 100,
  });
}, 15_000);
