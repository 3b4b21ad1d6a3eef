import { afterEach, beforeEach, expect, test } from 'vitest';
import { carryDeliveries } from '../testing/deliveries.ts';
import { callEdge, type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { sign } from './testing/mutate-delivery.ts';

/** Service reference, Project webhook and Authentication. */
let owner: Paired;

beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
});
afterEach(() => reset());

const OURS = 'https://edge.pilot-light.test/hooks/projects/shop';
const BODY = JSON.stringify({
  event: 'order.paid',
  timestamp: '2026-11-20T10:00:00Z',
  data: { projectId: 'bank', total: 7 },
});

async function post(secret: string, eventId: string, body = BODY) {
  const signature = await sign(secret, Math.floor(Date.now() / 1000), body);
  const headers = { 'x-service-signature': signature, 'x-service-event-id': eventId };
  return callEdge('POST', '/hooks/projects/shop', { headers, body });
}

test('an owner points a project at the edge; the secret is made by the edge and is in no response', async () => {
  const pointed = await owner.ask('PUT', '/subscriptions/projects/shop', {});
  expect(pointed.data).toMatchObject({ projectId: 'shop', ready: true });
  expect(await serviceResponse('GET', '/projects/shop/webhook')).toMatchObject({ url: OURS, enabled: true });
  const listed = await owner.ask('GET', '/subscriptions/projects');
  expect(listed.data).toHaveLength(1);
  expect(pointed.text + listed.text).not.toContain('whsec_');
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  expect(
    (await control<{ requests: Record<string, number> }>('counters')).requests.rotateProjectWebhookSecret,
  ).toBe(1);
  const { events } = (await owner.ask('GET', '/events?event=edge.change')).data;
  const change = { setting: 'receiver', did: 'changed', host: 'edge.pilot-light.test', event: null };
  expect(events).toMatchObject([{ projectId: 'shop', facts: { ...change, by: 'Test' } }]);
});

test("somebody else's address is given up only when the owner says so", async () => {
  await serviceResponse('PUT', '/projects/shop/webhook', { url: 'https://app.example/hook' });
  const refused = await owner.ask('PUT', '/subscriptions/projects/shop', {});
  expect(refused.details).toMatchObject({ field: 'replace', host: 'app.example' });
  expect(await serviceResponse('GET', '/projects/shop/webhook')).toMatchObject({
    url: 'https://app.example/hook',
  });
  expect((await owner.ask('PUT', '/subscriptions/projects/shop', { replace: true })).status).toBe(200);
  expect(await serviceResponse('GET', '/projects/shop/webhook')).toMatchObject({ url: OURS });
});

test('a webhook that the owner points elsewhere is no longer shown as ready, and can be pointed here again', async () => {
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  await owner.ask('PUT', '/service/projects/shop/webhook', { url: OURS });
  expect((await owner.ask('GET', '/subscriptions/projects')).data).toHaveLength(1);
  await owner.ask('PUT', '/service/projects/shop/webhook', { url: 'https://app.example/hook' });
  expect((await owner.ask('GET', '/subscriptions/projects')).data).toEqual([]);
  const again = await owner.ask('PUT', '/subscriptions/projects/shop', { replace: true });
  expect(again.data).toMatchObject({ projectId: 'shop', ready: true });
});

test('an id that can stand in no path is refused as a form', async () => {
  for (const [method, path] of [
    ['PUT', '/subscriptions/projects/a%2fb'],
    ['POST', '/subscriptions/projects/a%2fb/rotate'],
  ] as const) {
    const reply = await owner.ask(method, path, {});
    expect([reply.status, reply.code, reply.details]).toEqual([
      400,
      'EDGE_INVALID_REQUEST',
      { field: 'projectId' },
    ]);
  }
});

test('only owners point and rotate, and only a known project is rotated', async () => {
  const builder = await pairAs(owner, 'builder');
  expect((await builder.ask('PUT', '/subscriptions/projects/shop', {})).status).toBe(403);
  expect((await builder.ask('POST', '/subscriptions/projects/shop/rotate')).status).toBe(403);
  expect((await owner.ask('POST', '/subscriptions/projects/shop/rotate')).status).toBe(404);
  expect((await owner.ask('PUT', '/subscriptions/projects/none', {})).status).toBe(404);
});

test('a delivery signed with a secret that the edge never had is rejected', async () => {
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  expect((await post(`whsec_${'ab'.repeat(32)}`, 'x')).status).toBe(401);
  expect((await owner.ask('GET', '/events?event=order.paid')).data.events).toEqual([]);
});

test('what an app signs as the end of its run is kept, and ends nothing: only the account’s secret speaks for the account', async () => {
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  await control('startRun', 'shop');
  const stateOf = async () =>
    (await owner.ask('GET', '/snapshot?fresh=1')).data.sections.projects.data.items[0].run;
  expect((await stateOf()).phase).toBe('running');
  const deliveries = carryDeliveries();
  await control('emitIntegration', 'shop', 'agent.prompt.finished', { status: 'error' });
  await deliveries.arrived(1);
  await deliveries.stop();
  expect(deliveries.carried.map(({ status }) => status)).toEqual([200]);
  expect((await owner.ask('GET', '/events?event=agent.prompt.finished')).data.events).toMatchObject([
    { event: 'agent.prompt.finished', signer: 'project' },
  ]);
  const { data } = await owner.ask('GET', '/snapshot');
  expect(data.sections.projects.data.items[0].run).toMatchObject({ phase: 'running', ending: null });
});

test('an app can not speak as the edge: names of its own events are refused from outside', async () => {
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  const deliveries = carryDeliveries();
  await control('emitIntegration', 'shop', 'edge.guard', { did: 'stopped' });
  await deliveries.arrived(1);
  await deliveries.stop();
  expect(deliveries.carried.map(({ status }) => status)).toEqual([400]);
  expect((await owner.ask('GET', '/events?event=edge.guard')).data.events).toEqual([]);
});
