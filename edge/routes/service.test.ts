import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('reads of other projects don’t share a response', async () => {
  for (const projectId of ['shop', 'club']) await control('addProject', { projectId });
  const replies = await Promise.all(
    ['shop', 'club'].map((id) => owner.ask('GET', `/service/projects/${id}`)),
  );
  expect(replies.map(({ data }) => data.projectId)).toEqual(['shop', 'club']);
  expect((await callsOf()).getProject).toBe(2);
});

test('equal reads at the same time are one call of the service, whichever browsers ask', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => readAccount(n % 2 ? viewer : owner)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await accountCalls()).toBe(1);
});

test('every read is authorized by the object', async () => {
  for (let n = 0; n < 3; n++)
    expect((await readAccount(viewer)).headers.get('server-timing')).toContain('object');
});

test('a revocation is answered at once and holds on the next request, in the middle of a burst too', async () => {
  let isRevoked = false;
  const late: number[] = [];
  let early = 0;
  const readOn = async () => {
    while (late.length < 3) {
      const startedAfter = isRevoked;
      const { status } = await readAccount(viewer);
      if (startedAfter) late.push(status);
      else if (status === 200) early++;
    }
  };
  const reading = readOn();
  await vi.waitUntil(() => early > 0);
  const revoked = await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  isRevoked = true;
  expect(revoked.status).toBe(200);
  await reading;
  expect(late).toEqual([401, 401, 401]);
});

test('a restart of the object right after the revocation lets no read through either', async () => {
  expect((await readAccount(viewer)).status).toBe(200);
  expect((await owner.ask('DELETE', `/devices/${viewer.deviceId}`)).status).toBe(200);
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  expect((await readAccount(viewer)).status).toBe(401);
});

test('for a revoked browser the service is not called', async () => {
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  const refused = await readAccount(viewer);
  expect([refused.status, refused.code]).toEqual([401, 'EDGE_UNAUTHORIZED']);
  expect(refused.text).not.toContain('credits');
  expect(await accountCalls()).toBe(0);
});

test('with an unknown token the service is not called', async () => {
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
