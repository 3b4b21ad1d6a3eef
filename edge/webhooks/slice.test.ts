import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyAttention } from '../../shared/attention/item.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { callEdge, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

test('the edge subscribes to every event, and what the service delivers is kept and shown', async () => {
  await control('addProject', { projectId: 'shop' });
  const owner = await pair();
  const synced = await owner.ask('POST', '/subscriptions/sync');
  expect(synced.status).toBe(200);
  expect(synced.data.subscriptions.map((s: { state: string }) => s.state)).toEqual(
    SERVICE_EVENTS.map(() => 'active'),
  );
  const deliveries = carryDeliveries();
  await control('crossCap', 'shop');
  await deliveries.arrived(1);
  await deliveries.stop();
  expect(deliveries.carried.map(({ status }) => status)).toEqual([200]);

  const seen = snapshot.parse((await owner.ask('GET', '/snapshot')).data);
  expect(seen.sections.events.data?.items).toMatchObject([
    { event: 'project.credit_limit.reached', projectId: 'shop', source: 'webhook' },
  ]);
  expect((await env.EVENTS.list()).keys).toHaveLength(1);
});

test('what a project’s secret signs is shown as the project’s, and says nothing of the account or its launches', async () => {
  await control('addProject', { projectId: 'shop' });
  const owner = await pair();
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  const deliveries = carryDeliveries();
  await control('emitIntegration', 'shop', 'project.credits.exhausted');
  await deliveries.arrived(1);
  await deliveries.stop();
  expect(deliveries.carried.map(({ status }) => status)).toEqual([200]);
  const seen = snapshot.parse((await owner.ask('GET', '/snapshot')).data);
  expect(seen.sections.events.data?.items).toMatchObject([
    { event: 'project.credits.exhausted', projectId: 'shop', signer: 'project' },
    { event: 'edge.change', projectId: 'shop', source: 'edge' },
  ]);
  expect(reduceSnapshot(reduceSnapshot(emptyAttention, { ...seen, at: 0 }).state, seen).state.items).toEqual(
    {},
  );
});

test('nothing malformed or forged is accepted, and nothing of it is a 5xx', async () => {
  const owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
    callEdge('POST', path, { headers, body });
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(64)}`;
  const path = '/hooks/deployment.finished';
  const statuses = [
    await post(path, {}, '{}'),
    await post(path, { 'x-service-signature': 'what' }, '{}'),
    await post(path, { 'x-service-signature': signature }, '{}'),
    await post(path, { 'x-service-signature': signature }, new Uint8Array(256 * 1024 + 1)),
    await post(`${path}?part=none`, { 'x-service-signature': signature }, '{}'),
    await post('/hooks/project.teleported', { 'x-service-signature': signature }, '{}'),
    await post('/hooks/projects/shop', { 'x-service-signature': signature }, '{}'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 401, 413, 404, 404, 404]);
  const { data } = await owner.ask('GET', '/subscriptions');
  const counts = Object.fromEntries(
    data.rejections.map((r: { reason: string; count: number }) => [r.reason, r.count]),
  );
  expect(counts).toEqual({ malformed: 2, 'bad-signature': 1, 'too-large': 1, 'unknown-event': 2 });
});

type Listed = { event: string; state: string };
const stateOf = (subscriptions: Listed[], event: string) =>
  subscriptions.find((s) => s.event === event)?.state;

test("beside somebody else's subscription, deliveries come to the filtered one's own address and are kept", async () => {
  await control('addProjects', 120);
  const theirs = { url: 'https://shop.example/hook', event: 'project.paused' };
  await serviceResponse('PUT', '/webhooks', theirs);
  const owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  const { data } = await owner.ask('POST', '/subscriptions/sync');
  expect(stateOf(data.subscriptions, 'project.paused')).toBe('filtered');
  const deliveries = carryDeliveries();
  await control('emit', 'project.paused', { projectId: 'bulk-00077' }, 'paused:77');
  await deliveries.arrived(1);
  await deliveries.stop();
  expect(
    deliveries.carried.map(({ request, status }) => [new URL(request.url).search.slice(0, 6), status]),
  ).toEqual([['?part=', 200]]);
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  expect(webhooks).toContainEqual(expect.objectContaining(theirs));
});

test('each check by the user is told as of that moment', async () => {
  const owner = await pair();
  const first = await owner.ask('POST', '/subscriptions/sync');
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await owner.ask('POST', '/subscriptions/sync');
  expect(second.data.syncedAt).toBeGreaterThan(first.data.syncedAt);
});

test('on the older host the events that can not be registered are shown as such', async () => {
  await control('setLegacyHost', true);
  const owner = await pair();
  const { data } = await owner.ask('POST', '/subscriptions/sync');
  expect(stateOf(data.subscriptions, 'agent.prompt.finished')).toBe('active');
  expect(data.subscriptions.filter(({ state }: Listed) => state === 'unavailable')).toHaveLength(15);
});

test('what a stranger writes into an address is never reported to the owner', async () => {
  const owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  const tooLarge = (path: string) => callEdge('POST', path, { body: new Uint8Array(256 * 1024 + 1) });
  expect((await tooLarge('/hooks/Your%20key%20leaked')).status).toBe(404);
  expect((await tooLarge('/hooks/project.paused?part=Your%20key%20leaked')).status).toBe(413);
  expect((await tooLarge('/hooks/projects/Your%20key%20leaked')).status).toBe(413);
  const { data } = await owner.ask('GET', '/subscriptions');
  expect(data.rejections).toMatchObject([{ reason: 'too-large', count: 2, about: null }]);
});
