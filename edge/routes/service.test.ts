import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LENT_MS } from '../account/devices/lending.ts';
import { loggedLines } from '../testing/captured-log.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let viewer: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  viewer = await pairAs(owner, 'viewer');
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const readAccount = (device: Paired) => device.ask('GET', '/service/account');
const accountCalls = async () => (await callsOf()).getAccount ?? 0;

test('reads of other projects don’t share an answer', async () => {
  for (const projectId of ['shop', 'club']) await control('addProject', { projectId });
  const replies = await Promise.all(
    ['shop', 'club'].map((id) => owner.ask('GET', `/service/projects/${id}`)),
  );
  expect(replies.map(({ data }) => data.projectId)).toEqual(['shop', 'club']);
  expect((await callsOf()).getProject).toBe(2);
});

test('a burst of reads costs one question of the object', async () => {
  const askedObject = async () =>
    ((await readAccount(viewer)).headers.get('server-timing') ?? '').includes('object');
  const asked = [await askedObject(), await askedObject(), await askedObject()];
  expect(asked).toEqual([true, false, false]);
  vi.useFakeTimers({ now: Date.now() + LENT_MS, toFake: ['Date'] });
  expect(await askedObject()).toBe(true);
});

test('a revocation is answered when no read can get through any more, in the middle of a burst too', async () => {
  let isRevoked = false;
  const late: number[] = [];
  let early = 0;
  const readOn = async () => {
    while (late.length < 3) {
      const startedAfter = isRevoked;
      const { status } = await readAccount(viewer);
      if (startedAfter) late.push(status);
      else if (status === 200) early++;
      // Requests that never leave the process would let no timer of it run.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const reading = readOn();
  await vi.waitUntil(() => early > 0);
  expect((await owner.ask('DELETE', `/devices/${viewer.deviceId}`)).status).toBe(200);
  isRevoked = true;
  await reading;
  expect(late).toEqual([401, 401, 401]);
});

test('nor is it answered before that to who asks for it a second time, while the first still waits or lost its answer', async () => {
  const other = await pairAs(owner, 'owner');
  expect((await readAccount(viewer)).status).toBe(200);
  const first = owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  const second = await other.ask('DELETE', `/devices/${viewer.deviceId}`);
  const late = await readAccount(viewer);
  expect([second.status, late.status]).toEqual([404, 401]);
  expect((await first).status).toBe(200);
});

test('a restart of the object between a read and the revocation lets no read through either', async () => {
  expect((await readAccount(viewer)).status).toBe(200);
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  expect((await owner.ask('DELETE', `/devices/${viewer.deviceId}`)).status).toBe(200);
  expect((await readAccount(viewer)).status).toBe(401);
});

test('for a revoked browser the service is not asked', async () => {
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  const refused = await readAccount(viewer);
  expect([refused.status, refused.code]).toEqual([401, 'EDGE_UNAUTHORIZED']);
  expect(refused.text).not.toContain('credits');
  expect(await accountCalls()).toBe(0);
});

test('for a token that nobody knows the service is not asked', async () => {
  const { status } = await owner.ask('GET', '/service/account', undefined, {
    authorization: `Bearer pl_${'A'.repeat(43)}`,
  });
  expect(status).toBe(401);
  expect(await accountCalls()).toBe(0);
});

test('a quick read that went well is no line in the log, one that did not says why', async () => {
  const logged = () => loggedLines().map((line) => JSON.parse(line));
  const before = logged().length;
  await readAccount(owner);
  expect(logged().slice(before)).toEqual([]);
  await control('addFault', {
    operation: 'getAccount',
    kind: 'error',
    status: 400,
    code: 'BROKEN',
    count: 1,
  });
  await readAccount(owner);
  expect(logged().slice(before)).toMatchObject([
    { event: 'service-call', operation: 'getAccount', status: 400, failure: 'refused' },
    { event: 'request', route: '/service/*', operation: 'getAccount', status: 400, code: 'BROKEN' },
  ]);
});

test('a read that took over a second is a line in the log, and so is every change', async () => {
  const logged = () => loggedLines().map((line) => JSON.parse(line));
  const before = logged().length;
  await control('addFault', {
    operation: 'getAccount',
    kind: 'slow-drip',
    bytesPerChunk: 20,
    chunkEveryMs: 500,
    count: 1,
  });
  await readAccount(owner);
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  const [slow, change] = logged()
    .slice(before)
    .filter(({ event }) => event === 'request');
  expect(slow).toMatchObject({ event: 'request', operation: 'getAccount', status: 200 });
  expect(slow.durationMs).toBeGreaterThanOrEqual(1_000);
  expect(change).toMatchObject({
    event: 'request',
    method: 'DELETE',
    route: '/devices/:deviceId',
    status: 200,
  });
});
