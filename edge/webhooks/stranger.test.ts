import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { Account } from '../account/account.ts';
import { runAlarmsAt, runDueAlarms } from '../testing/alarms.ts';
import { callEdge, type Paired, pair } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { sign } from './testing/mutate-delivery.ts';

const EVENT = 'deployment.finished';
const FROM = { 'cf-connecting-ip': '203.0.113.7' };
let owner: Paired;
let secret: string;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  secret = await secretOf(EVENT);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

async function secretOf(event: string): Promise<string> {
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const found = webhooks.find((webhook: { event: string }) => webhook.event === event);
  return (await serviceResponse('GET', `/webhooks/${found?.id}/secret`)).secret;
}

async function post(by: string, n: number, event = EVENT) {
  const body = JSON.stringify({
    event,
    data: { projectId: 'shop', deploymentId: `d${n}`, status: 'success' },
  });
  const signature = await sign(by, Math.floor(Date.now() / 1000), body);
  const headers = { ...FROM, 'x-service-event-id': `e${n}`, 'x-service-signature': signature };
  return callEdge('POST', `/hooks/${event}`, { headers, body });
}

/** What pairing has left to do is done. */
async function settled(): Promise<void> {
  await runAlarmsAt(Date.now() + 10 * SECOND_MS);
}

const callsMade = async () => Object.values(await callsOf()).reduce((sum, count) => sum + count, 0);
const FORGED = `whsec_${'00'.repeat(32)}`;

test('an address of no event of the service is refused without the object and without a call of the service', async () => {
  await settled();
  const received = vi.spyOn(Account.prototype, 'receiveHook');
  const before = await callsMade();
  for (let n = 0; n < 40; n++)
    expect((await callEdge('POST', '/hooks/nope', { body: '{}' })).status).toBe(404);
  await runDueAlarms();
  expect(received).not.toHaveBeenCalled();
  expect(await callsMade()).toBe(before);
});

test('an event without a subscription is a reason to look where the last look is older than an hour', async () => {
  await settled();
  const askFor = () => callEdge('POST', `/hooks/${EVENT}?part=none`, { body: '{}' });
  const before = await callsMade();
  for (let n = 0; n < 5; n++) expect((await askFor()).status).toBe(404);
  await runDueAlarms();
  expect(await callsMade()).toBe(before);
});

test('of what is not signed one a second and address reaches the object, whoever else sends from there', async () => {
  const received = vi.spyOn(Account.prototype, 'receiveHook');
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  for (let n = 0; n < 50; n++) expect((await post(FORGED, n)).status).toBe(401);
  expect(received).toHaveBeenCalledTimes(1);
  expect((await post(secret, 100)).data).toEqual({ outcome: 'kept' });
  vi.setSystemTime(start + SECOND_MS);
  for (let n = 0; n < 50; n++) await post(FORGED, n);
  expect(received).toHaveBeenCalledTimes(3);
});

test('an hour of a stranger at the guard’s bound costs at most 500 rows, 5,000 requests and 10 calls', async () => {
  await runDueAlarms();
  const received = vi.spyOn(Account.prototype, 'receiveHook');
  const secrets = vi.spyOn(Account.prototype, 'hookSecrets');
  await startMeter();
  const before = await callsMade();
  // Six minutes stand for the hour, as a tenth: the cost depends on seconds, not on how many come in one.
  let now = Date.now();
  const events = ['deployment.finished', 'project.paused', 'agent.prompt.finished', 'cron.job.failing'];
  for (let second = 0; second < 360; second++) {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    for (let n = 0; n < 2; n++) await post(FORGED, second, events[second % events.length]);
    now += SECOND_MS;
  }
  const { rows } = readMeter();
  const requests = received.mock.calls.length + secrets.mock.calls.length;
  expect(requests * 10).toBeLessThanOrEqual(5_000);
  expect(rows * 10).toBeLessThanOrEqual(500);
  expect((await callsMade()) - before).toBeLessThanOrEqual(10);
}, 60_000);

test('a thousand signed deliveries of a minute from one address are all taken', async () => {
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const results: number[] = [];
  for (let hundred = 0; hundred < 10; hundred++) {
    vi.setSystemTime(start + hundred * 6 * SECOND_MS);
    const replies = Array.from({ length: 100 }, (_, n) => post(secret, hundred * 100 + n));
    for (const { status } of await Promise.all(replies)) results.push(status);
  }
  expect(new Set(results)).toEqual(new Set([200]));
  const { data } = await owner.ask('GET', '/events?limit=100');
  expect(data.events).toHaveLength(100);
}, 120_000);

test('signed with a secret that the Worker has not read yet, all are taken too; with one that was rotated out, none', async () => {
  await control('addProject', { projectId: 'shop' });
  await owner.ask('PUT', '/subscriptions/projects/shop', {});
  const secretNow = async () =>
    (await env.ACCOUNT.getByName('account').hookSecrets()).get('project shop')?.[0] ?? '';
  const send = async (by: string, n: number) => {
    const body = JSON.stringify({ event: 'order.paid', data: { n } });
    const signature = await sign(by, Math.floor(Date.now() / 1000), body);
    const headers = { ...FROM, 'x-service-event-id': `p${n}`, 'x-service-signature': signature };
    return (await callEdge('POST', '/hooks/projects/shop', { headers, body })).status;
  };
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const former = await secretNow();
  expect(await send(former, 1)).toBe(200);
  await owner.ask('POST', '/subscriptions/projects/shop/rotate');
  const fresh = await secretNow();
  expect(fresh).not.toBe(former);
  vi.setSystemTime(start + 10 * SECOND_MS);
  expect(await Promise.all(Array.from({ length: 10 }, (_, n) => send(fresh, 10 + n)))).toEqual(
    Array(10).fill(200),
  );
  // The Worker still knows it, and the object does not take it any more.
  vi.setSystemTime(start + DAY_MS - SECOND_MS);
  expect(await send(former, 50)).toBe(200);
  vi.setSystemTime(start + DAY_MS + SECOND_MS);
  expect(await send(former, 51)).toBe(401);
});

test('what was rejected is counted, and written once in 30 s', async () => {
  await startMeter();
  for (let n = 0; n < 20; n++)
    await callEdge('POST', `/hooks/${EVENT}`, { headers: { 'x-service-signature': 'none' }, body: '{}' });
  expect(readMeter().rows).toBe(1);
  const { data } = await owner.ask('GET', '/subscriptions');
  expect(data.rejections).toMatchObject([{ reason: 'malformed', count: 20 }]);
  expect(await env.EVENTS.list()).toMatchObject({ keys: [] });
});

test('/health asks the object once in 30 s, but for whoever waits for it', async () => {
  const asked = vi.spyOn(Account.prototype, 'health');
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ['Date'] });
  for (let n = 0; n < 20; n++) expect((await callEdge('GET', '/health')).data.ok).toBeTypeOf('boolean');
  expect(asked).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 2 * SECOND_MS);
  await callEdge('GET', '/health?waiting');
  expect(asked).toHaveBeenCalledTimes(2);
});
