import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Device, type GatewayEdge, startGatewayEdge } from './gateway-edge.ts';

// Requests that wait for each other's call need workerd as it is in production: the runner of the edge's own tests
// takes from it that a promise may be awaited in another request than the one that settles it.
let edge: GatewayEdge;
let viewer: Device;
beforeAll(async () => {
  edge = await startGatewayEdge();
  viewer = await edge.pairViewer();
}, 120_000);
afterAll(() => edge?.stop());
afterEach(() => expect(edge.complaints).toEqual([]));

const ACCOUNT = '/service/account';
const accountCalls = () => edge.service.control.counters().requests.getAccount ?? 0;
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);
const alternately = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? edge.owner : viewer));

/** The next answer about the account comes in pieces, over about as long as this. */
const slowly = (chunkEveryMs: number) =>
  edge.service.control.addFault({
    operation: 'getAccount',
    kind: 'slow-drip',
    bytesPerChunk: 20,
    chunkEveryMs,
    count: 1,
  });

const asked = (times: number) => vi.waitUntil(() => accountCalls() >= times, { timeout: 5_000, interval: 5 });

test('twenty equal reads of two browsers at once are one call of the service, every time', async () => {
  for (let round = 1; round <= 20; round++) {
    const before = accountCalls();
    slowly(30);
    const replies = await Promise.all(alternately(20).map((device) => device.read(ACCOUNT)));
    expect(statuses(replies)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(accountCalls() - before).toBe(1);
  }
  const before = accountCalls();
  expect((await viewer.read(ACCOUNT)).status).toBe(200);
  expect(accountCalls() - before).toBe(1);
}, 120_000);

test('whoever waits is answered by the same call when the browser that asked first goes away', async () => {
  for (let round = 1; round <= 5; round++) {
    const before = accountCalls();
    slowly(40);
    const leaving = new AbortController();
    const left = edge.owner.read(ACCOUNT, leaving.signal).catch(() => 'gone');
    await asked(before + 1);
    const waiting = alternately(10).map((device) => device.read(ACCOUNT));
    leaving.abort();
    const leftAt = performance.now();
    expect(await left).toBe('gone');
    expect(statuses(await Promise.all(waiting))).toEqual(Array(10).fill(200));
    expect(performance.now() - leftAt).toBeLessThan(5_000);
    expect(accountCalls() - before).toBe(1);
  }
}, 60_000);

test('a browser that goes away while it waits disturbs nobody', async () => {
  const before = accountCalls();
  slowly(40);
  const first = edge.owner.read(ACCOUNT);
  await asked(before + 1);
  const leaving = new AbortController();
  const left = alternately(10).map((device) => device.read(ACCOUNT, leaving.signal).catch(() => 'gone'));
  const waiting = alternately(10).map((device) => device.read(ACCOUNT));
  leaving.abort();
  expect(await Promise.all(left)).toEqual(Array(10).fill('gone'));
  expect(statuses(await Promise.all([first, ...waiting]))).toEqual(Array(11).fill(200));
  expect(accountCalls() - before).toBe(1);
});

test.each([{ kind: 'error', status: 500, code: 'BROKEN' } as const, { kind: 'reset-before' } as const])(
  'when the one call and its two repeats end by $kind, that is everybody’s answer',
  async (fault) => {
    const before = accountCalls();
    edge.service.control.addFault({ ...fault, operation: 'getAccount', count: 3 });
    const replies = await Promise.all(alternately(20).map((device) => device.read(ACCOUNT)));
    expect(new Set(statuses(replies)).size).toBe(1);
    expect(replies[0]?.status).toBeGreaterThanOrEqual(500);
    expect(accountCalls() - before).toBe(3);
    expect((await viewer.read(ACCOUNT)).status).toBe(200);
  },
);

test('a browser that was revoked while it read joins no call that is under way', async () => {
  const gone = await edge.pairViewer();
  expect((await gone.read(ACCOUNT)).status).toBe(200);
  expect((await edge.owner.send('DELETE', `/devices/${gone.id}`)).status).toBe(200);
  const before = accountCalls();
  slowly(40);
  const asking = edge.owner.read(ACCOUNT);
  await asked(before + 1);
  const [allowed, refused] = await Promise.all([asking, gone.read(ACCOUNT)]);
  expect(statuses([allowed, refused])).toEqual([200, 401]);
  expect(refused.text).not.toContain('redits');
  expect(allowed.text).toContain('redits');
  expect(accountCalls() - before).toBe(1);
});

test('a service that hangs keeps nobody longer than one call may take, and the next read is as ever', async () => {
  const before = accountCalls();
  edge.service.control.addFault({ operation: 'getAccount', kind: 'hang', count: 1 });
  const leaving = new AbortController();
  const left = edge.owner.read(ACCOUNT, leaving.signal).catch(() => 'gone');
  await asked(before + 1);
  const startedAt = performance.now();
  const waiting = alternately(20).map((device) => device.read(ACCOUNT));
  leaving.abort();
  expect(await left).toBe('gone');
  expect(statuses(await Promise.all(waiting))).toEqual(Array(20).fill(504));
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(accountCalls() - before).toBe(1);
  expect((await viewer.read(ACCOUNT)).status).toBe(200);
  expect(accountCalls() - before).toBe(2);
}, 30_000);

test('a thousand reads, one after another and many at once, are all answered', async () => {
  edge.service.control.addProject({ projectId: 'shop' });
  const paths = [ACCOUNT, '/service/projects?limit=20', '/service/projects/shop', '/service/projects/none'];
  const expected = (n: number) => (n % 4 === 3 ? 404 : 200);
  const read = (device: Device, n: number) => device.read(paths[n % 4] ?? ACCOUNT);
  let wrong = 0;
  for (let n = 0; n < 400; n++) if ((await read(edge.owner, n)).status !== expected(n)) wrong++;
  for (let batch = 0; batch < 30; batch++) {
    const replies = await Promise.all(alternately(20).map((device, n) => read(device, n)));
    wrong += replies.filter(({ status }, n) => status !== expected(n)).length;
  }
  expect(wrong).toBe(0);
}, 60_000);
