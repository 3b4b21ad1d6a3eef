import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Announcement } from '../../shared/attention/news.ts';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let post: PostHook;
let since: number;

/** A project that was live before this edge existed: its deployment is known by reading only. */
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  post = await accountHook(owner);
  await control('addProject', { projectId: 'shop' });
  await control('startDeployment', 'shop', { startedAgoMs: 5 * DAY_MS });
  await control('finishDeployment', 'shop');
  await pass(MINUTE_MS, owner);
  since = (await owner.ask('GET', '/snapshot')).data.attention.lastAnnouncement;
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const pause = (ms: number) => pass(ms).then(() => undefined);

/** One that was begun elsewhere ends, and its delivery arrives. */
async function deploy(status: 'success' | 'error'): Promise<string> {
  await control('startDeployment', 'shop');
  await control('advance', 400);
  await control('finishDeployment', 'shop', status);
  const { deployments } = await control<{ deployments: { id: string }[] }>('workOf', 'shop');
  const { id } = deployments.at(-1) as { id: string };
  const data = { projectId: 'shop', deploymentId: id, status, creditRefunded: status === 'error' };
  const timestamp = new Date(await control<number>('now')).toISOString();
  const body = JSON.stringify({ event: 'deployment.finished', timestamp, data });
  expect((await post(`deploy:${id}`, { body })).status).toBe(200);
  return id;
}

const told = async () =>
  (await owner.ask('GET', `/announcements?since=${since}`)).data.items.flatMap(({ about }: Announcement) =>
    about.kind === 'deploy-finished' ? [about] : [],
  );
const endOf = async (id: string) =>
  eventsPage
    .parse((await owner.ask('GET', '/events?event=deployment.finished')).data)
    .events.find(({ facts }) => facts.deploymentId === id);
const state = async () =>
  (await owner.ask('GET', '/snapshot')).data.sections.projects.data.items[0].deploy as object;

test('the first failure of a project that was live before is told as failed, and nothing of it as live', async () => {
  const id = await deploy('error');
  await pause(2 * MINUTE_MS);
  expect(await told()).toMatchObject([{ outcome: 'failed', refunded: true }]);
  expect(await state()).toMatchObject({ phase: 'failed' });
  const end = await endOf(id);
  expect(end?.facts).toMatchObject({ status: 'error', ending: 'failed' });
  expect(end?.facts.startedAt ?? NOON, 'not of days before').toBeGreaterThan(NOON - MINUTE_MS);
});

test('one fails and the next begins at once: the failed one has a row of its own, the good one is live', async () => {
  const bad = await deploy('error');
  const good = await deploy('success');
  await pass(15 * SECOND_MS, owner);
  await pause(3 * MINUTE_MS);
  const [failed, live] = [await endOf(bad), await endOf(good)];
  expect(failed?.facts).toMatchObject({ status: 'error', ending: 'failed' });
  expect(failed?.work).not.toBe(live?.work);
  expect((await told()).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'succeeded']);
  expect(await state()).toMatchObject({ phase: 'live' });
});

test('while nothing can be read the project does not say that it is live', async () => {
  for (const operation of ['getProject', 'listProjects', 'getDeploymentStatus'])
    await control('addFault', { operation, kind: 'error', status: 503, code: 'X', count: 500 });
  const bad = await deploy('error');
  await pause(28 * SECOND_MS);
  expect(await state()).toMatchObject({ phase: 'failed' });
  const good = await deploy('success');
  await pause(2 * MINUTE_MS);
  expect(await state()).toMatchObject({ phase: 'live' });
  await control('clearFaults');
  for (let minute = 0; minute < 4; minute++) await pass(MINUTE_MS, owner);
  expect((await endOf(bad))?.facts).toMatchObject({ status: 'error', ending: 'failed' });
  expect((await endOf(good))?.facts).toMatchObject({ status: 'success', ending: 'succeeded' });
  const outcomes = (await told()).map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual(['failed', 'succeeded']);
});

test('a quick success after pairing is told once, with what it took', async () => {
  await deploy('success');
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS, owner);
  const news = await told();
  expect(news).toMatchObject([{ outcome: 'succeeded' }]);
  expect(news[0].durationMs ?? 0).toBeLessThan(MINUTE_MS);
});

test('what was over before it was first read is no event of today, and keeps its own time', async () => {
  const { events } = eventsPage.parse((await owner.ask('GET', '/events?project=shop')).data);
  expect(events).toEqual([]);
  await control('addProject', { projectId: 'cafe' });
  await control('startDeployment', 'cafe', { startedAgoMs: 5 * 60 * MINUTE_MS });
  await control('finishDeployment', 'cafe');
  await pass(2 * MINUTE_MS, owner);
  const ofCafe = eventsPage.parse((await owner.ask('GET', '/events?project=cafe')).data).events;
  expect(ofCafe.map(({ at }) => at < NOON - 4 * 60 * MINUTE_MS)).toEqual([true]);
  expect(await told()).toEqual([]);
});

const failures = async () =>
  (await owner.ask('GET', '/announcements?since=0')).data.items.filter(
    ({ about }: Announcement) => about.kind === 'deploy-finished' && about.outcome === 'failed',
  );
const needs = async () =>
  (await owner.ask('GET', '/snapshot')).data.attention.items.map(({ id }: { id: string }) => id);
const markSeen = () => owner.ask('POST', `/attention/${encodeURIComponent('deploy-failed:shop')}/seen`);

test.each([
  ['at once', () => Promise.resolve()],
  ['after a good one', () => deploy('success')],
  ['after the first was seen', markSeen],
])('a second failure %s needs somebody, and nothing of it is over', async (_, meanwhile) => {
  await deploy('error');
  await pass(20 * SECOND_MS, owner);
  await meanwhile();
  await pass(20 * SECOND_MS, owner);
  await deploy('error');
  await pass(2 * MINUTE_MS, owner);
  expect(await needs()).toEqual(['deploy-failed:shop']);
  const [, second] = await failures();
  expect(second).toMatchObject({ over: false, seen: false });
  expect(second).not.toHaveProperty('gone');
});

test('a failure that was seen while the next deployment was under way needs somebody once that fails too', async () => {
  await deploy('error');
  await control('startDeployment', 'shop');
  await pass(MINUTE_MS, owner);
  await markSeen();
  await control('finishDeployment', 'shop', 'error');
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS, owner);
  expect(await needs()).toEqual(['deploy-failed:shop']);
  expect((await failures())[1]).toMatchObject({ over: false, seen: false });
});
