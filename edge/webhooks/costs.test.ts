import { abortAllDurableObjects, evictAllDurableObjects } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '../../shared/time.ts';
import { Account } from '../account/account.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { firstReading, type Paired, pair } from '../testing/edge.ts';
import { live } from '../testing/live.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let post: PostHook;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
  post = await accountHook(owner);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

test('one event costs one call of the object, one write of KV, no list, no read, and no call of the service', async () => {
  // What pairing has left to do is none of the event's.
  await runAlarmsAt(Date.now() + 10 * SECOND_MS);
  vi.useRealTimers();
  const [put, list, get] = [
    vi.spyOn(env.EVENTS, 'put'),
    vi.spyOn(env.EVENTS, 'list'),
    vi.spyOn(env.EVENTS, 'get'),
  ];
  const calls = vi.spyOn(Account.prototype, 'receiveHook');
  const others = vi.spyOn(Account.prototype, 'fetch');
  const before = await callsOf();
  expect((await post('e')).status).toBe(200);
  expect([calls, put, list, get, others].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 0, 0, 0]);
  expect(await callsOf()).toEqual(before);
});

test('ten copies at once: one kept, one pushed, ten acknowledged', async () => {
  await firstReading(owner);
  const socket = await live(owner.token);
  const data = { projectId: 'shop', deploymentId: 'd1', status: 'success' };
  const body = JSON.stringify({ event: 'deployment.finished', data });
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('same', { body })));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(replies.filter(({ data }) => data.outcome === 'kept')).toHaveLength(1);
  await post('next');
  const pushed = () =>
    socket.messages.flatMap((m) => (m.type === 'changed' ? m.announcements : [])).map(({ key }) => key);
  await socket.until(() => pushed().includes('deploy:shop@2'));
  expect(pushed()).toEqual(['deploy:shop@1', 'deploy:shop@2']);
  expect((await env.EVENTS.list()).keys).toHaveLength(2);
});

test('objects evicted and aborted among deliveries, the log failing now and then: what was acknowledged is there', async () => {
  const put = env.EVENTS.put.bind(env.EVENTS);
  let count = 0;
  vi.spyOn(env.EVENTS, 'put').mockImplementation(async (...given: Parameters<typeof put>) => {
    if (count++ % 3 === 0) throw new Error('KV is down');
    return put(...given);
  });
  const acknowledged: string[] = [];
  for (let i = 0; i < 40; i++) {
    const id = `e${i}`;
    const replies = [post(id), post(id)];
    if (i % 4 === 1) await evictAllDurableObjects();
    if (i % 4 === 3) await abortAllDurableObjects();
    for (const reply of await Promise.all(replies)) {
      expect([200, 503]).toContain(reply.status);
      if (reply.status === 200) acknowledged.push(id);
    }
  }
  expect(new Set(acknowledged).size).toBeGreaterThan(20);
  const { data } = await owner.ask('GET', '/events?limit=100');
  const kept = data.events.map(({ id }: { id: string }) => id);
  expect(new Set(kept).size).toBe(kept.length);
  for (const id of acknowledged) expect(kept).toContain(id);
});
