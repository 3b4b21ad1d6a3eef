import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let start: number;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
  start = Date.now();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
const KEY = 'key-00001';
const stateNow = async () => (await owner.ask('GET', `/paid-calls/${KEY}`)).data.state;

/** Lets the object's alarm do its work at these times from the beginning of the test. */
async function alarmsAfter(...seconds: number[]): Promise<void> {
  for (const after of seconds) await runAlarmsAt(start + after * 1000);
}

/** Looks close enough together that nothing passes unseen, until nothing can begin any more. */
const WATCHING = [3, ...Array.from({ length: 15 }, (_, n) => 45 * (n + 1))];

const WORK = [
  { name: 'startAgent', path: '/projects/shop/agent/start', body: { prompt: 'Add a page' } },
  { name: 'deployProject', path: '/projects/shop/deployments/deploy', body: undefined },
  { name: 'startServer', path: '/projects/shop/agent/server/start-or-restart', body: undefined },
];

for (const { name, path, body } of WORK) {
  const act = () => owner.ask('POST', `/service${path}`, body, { 'idempotency-key': KEY });

  test(`${name}: when the response is lost, a check finds that it runs, and it is not sent twice`, async () => {
    await control('addFault', { operation: name, kind: 'reset-after', count: 1 });
    const first = await act();
    expect([first.status, first.data.state]).toEqual([202, 'unknown']);
    expect((await act()).headers.get('idempotent-replayed')).toBe('true');
    await alarmsAfter(3);
    expect(await stateNow()).toBe('launched');
    const { effects } = await control<{ effects: Record<string, number> }>('counters');
    expect((effects.runs ?? 0) + (effects.deploys ?? 0) + (effects.serverStarts ?? 0)).toBe(1);
  });

  test(`${name}: when it never arrived, nothing shows for minutes and it is absent`, async () => {
    await control('addFault', { operation: name, kind: 'reset-before', count: 1 });
    expect((await act()).data.state).toBe('unknown');
    await alarmsAfter(...WATCHING.slice(0, -1));
    expect(await stateNow()).toBe('unknown');
    await alarmsAfter(...WATCHING.slice(-1));
    expect(await stateNow()).toBe('absent');
  });
}

test('while the service can’t be read, nothing is settled', async () => {
  await control('addFault', { operation: 'deployProject', kind: 'reset-before', count: 1 });
  await owner.ask('POST', '/service/projects/shop/deployments/deploy', undefined, { 'idempotency-key': KEY });
  await control('addFault', { operation: 'getDeploymentStatus', kind: 'html', status: 502, count: 99 });
  await alarmsAfter(3, 60, 120, 400, 1000);
  expect(await stateNow()).toBe('unknown');
});

test('an object that starts and finds a call that no request waits for checks it, and does not send it again', async () => {
  const deploy = () =>
    owner.ask('POST', '/service/projects/shop/deployments/deploy', undefined, { 'idempotency-key': KEY });
  await deploy();
  await runInDurableObject(stub(), (_, { storage }) => {
    storage.sql.exec("UPDATE launches SET state = 'sent', answer = NULL, settled_at = NULL");
  });
  await evictDurableObject(stub());
  expect((await deploy()).data.state).toBe('unknown');
  await alarmsAfter(3);
  expect(await stateNow()).toBe('launched');
  const { effects } = await control<{ effects: { deploys: number } }>('counters');
  expect(effects.deploys).toBe(1);
});

test('a call that was reserved when the object ended is forgotten, and sent by the next try of the same key', async () => {
  const deploy = () =>
    owner.ask('POST', '/service/projects/shop/deployments/deploy', undefined, { 'idempotency-key': KEY });
  await control('addFault', {
    operation: 'deployProject',
    kind: 'error',
    status: 409,
    code: 'AGENT_RUNNING',
    count: 1,
  });
  await deploy();
  await runInDurableObject(stub(), (_, { storage }) => {
    storage.sql.exec("UPDATE launches SET state = 'reserved', refusal = NULL, sent_at = NULL");
  });
  await evictDurableObject(stub());
  expect((await owner.ask('GET', `/paid-calls/${KEY}`)).code).toBe('EDGE_NOT_FOUND');
  expect((await deploy()).data.status).toBe('deploying');
});
