import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFactsOf } from '../../shared/attention/build-facts.ts';
import { parseSnapshot } from '../../shared/snapshot/snapshot.ts';
import { launchPrice } from '../../shared/spending/price.ts';
import { canBuild } from '../../shared/spending/readiness.ts';
import { committedCredits } from '../../shared/spending/runs.ts';
import { DAY_MS, utcDayStart } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { interpretResponse } from './paid-call.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
const creditLimits = { maxDevelopmentCreditsPerMonth: 5_000 };
const form = { projectId: 'new-shop', prompt: 'Build a shop', label: 'Shop', creditLimits };
const launch = (key: string, body: unknown = form) =>
  owner.ask('POST', '/launches', body, { 'idempotency-key': key });
const projectsMade = async () => {
  const { effects } = await control<{ effects: { projectsByPrompt: Record<string, number> } }>('counters');
  return effects.projectsByPrompt['Build a shop'] ?? 0;
};

test('large attachments go with a prompt in any script', async () => {
  const content = 'QUJD'.repeat((17 * 1024 * 1024) / 4);
  const prompt = 'Постройте «магазин»';
  const reply = await launch('key-large', { ...form, prompt, files: [{ name: 'a.bin', content }] });
  expect([reply.status, reply.data?.state]).toEqual([201, 'launched']);
  const { effects } = await control<{ effects: { projectsByPrompt: Record<string, number> } }>('counters');
  expect(effects.projectsByPrompt[prompt]).toBe(1);
});

test('a launch is made once and its record is replayed (service reference, Launch Project)', async () => {
  const first = await launch('key-00001');
  expect(first.status).toBe(201);
  expect(first.data).toMatchObject({
    state: 'launched',
    projectId: 'new-shop',
    agentStarted: true,
    operation: 'launch',
  });
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const second = await launch('key-00001');
  expect(second.status).toBe(201);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.data).toEqual(first.data);
  expect((await owner.ask('GET', '/paid-calls/key-00001')).data).toEqual(first.data);
  expect(await projectsMade()).toBe(1);
});

test('how long the service wants to be left alone is passed on with its refusal', async () => {
  await control('addFault', {
    operation: 'launchProject',
    kind: 'error',
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: 20,
  });
  const reply = await launch('key-00001');
  expect([reply.status, reply.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(reply.headers.get('retry-after')).toBe('20');
  expect((await launch('key-00001')).headers.get('retry-after')).toBeNull();
});

test('the same key with another body is refused', async () => {
  await launch('key-00001');
  const other = await launch('key-00001', { ...form, prompt: 'Build two' });
  expect([other.status, other.code]).toEqual([422, 'EDGE_KEY_REUSED']);
});

test('launches of one key at the same time: one is sent, the others are refused and retry later', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => launch('key-00001')));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  const busy = replies.filter(({ code }) => code === 'EDGE_LAUNCH_IN_PROGRESS');
  expect(busy).toHaveLength(4);
  expect(busy[0]?.headers.get('retry-after')).toBe('2');
  expect(await projectsMade()).toBe(1);
});

test('a key is needed, and a viewer may not launch', async () => {
  expect((await owner.ask('POST', '/launches', form)).code).toBe('EDGE_KEY_MISSING');
  const viewer = await pairAs(owner, 'viewer');
  const refused = await viewer.ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_ROLE_FORBIDDEN']);
  expect(await projectsMade()).toBe(0);
});

test('a taken name is launched under a suffixed one', async () => {
  await control('addProject', { projectId: 'new-shop' });
  const { data } = await launch('key-00001');
  expect(data.requestedProjectId).toBe('new-shop');
  expect(data.projectId).toMatch(/^new-shop-/);
});

test('a project whose agent did not start is reported as such, with its warnings', async () => {
  await control('setOutcomes', {
    launchWarnings: [{ step: 'agent', errorCode: 'AGENT_RUNNING', errorMessage: 'busy' }],
  });
  const { data } = await launch('key-00001');
  expect(data).toMatchObject({ state: 'launched', agentStarted: false, warnings: [{ step: 'agent' }] });
});

test('a refusal of the service passes unchanged and is replayed, never sent again', async () => {
  await control('addFault', {
    operation: '*',
    kind: 'error',
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    count: 1,
  });
  const first = await launch('key-00001');
  expect([first.status, first.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  const again = await launch('key-00001');
  expect([again.status, again.code, again.headers.get('idempotent-replayed')]).toEqual([
    402,
    'INSUFFICIENT_CREDITS',
    'true',
  ]);
  expect((await owner.ask('GET', '/paid-calls/key-00001')).data.state).toBe('refused');
  expect(await projectsMade()).toBe(0);
});

test.each(['reset-after', 'truncated', 'wrong-envelope'])(
  'after %s the outcome is unknown; a check finds the project, and nothing is sent twice',
  async (kind) => {
    await control('addFault', { operation: '*', kind, count: 1 });
    const first = await launch('key-00001');
    expect(first.status).toBe(202);
    expect(first.data).toMatchObject({ state: 'unknown', projectId: null });
    expect((await launch('key-00001')).status).toBe(202);
    await runAlarmsAt(Date.now() + 2_500);
    const { data } = await owner.ask('GET', '/paid-calls/key-00001');
    expect(data).toMatchObject({ state: 'launched', projectId: 'new-shop', agentStarted: true });
    expect(await projectsMade()).toBe(1);
  },
);

test.each([{ kind: 'reset-before' }, { kind: 'html', status: 502 }, { kind: 'redirect' }])(
  'after $kind the outcome is unknown; when nothing shows for minutes it is absent, and the key stays used',
  async (fault) => {
    await control('addFault', { operation: '*', count: 1, ...fault });
    expect((await launch('key-00001')).data.state).toBe('unknown');
    const start = Date.now();
    for (const seconds of [3, 60, 600]) await runAlarmsAt(start + seconds * 1000);
    expect((await owner.ask('GET', '/paid-calls/key-00001')).data.state).toBe('unknown');
    await runAlarmsAt(start + 700_000);
    expect((await owner.ask('GET', '/paid-calls/key-00001')).data.state).toBe('absent');
    expect((await launch('key-00001')).data.state).toBe('absent');
    expect(await projectsMade()).toBe(0);
  },
);

/** A launch that never arrived, while another client creates a project of the same name. */
async function uncertainLaunch(key = 'key-00001') {
  await control('addFault', { operation: 'launchProject', kind: 'reset-before', count: 1 });
  expect((await launch(key)).data.state).toBe('unknown');
  await control('addProject', { projectId: 'new-shop' });
  const start = Date.now();
  for (const seconds of [3, 60, 700, 1500]) await runAlarmsAt(start + seconds * 1000);
  return (await owner.ask('GET', `/paid-calls/${key}`)).data;
}
const settle = (projectId: string | null, device = owner, key = 'key-00001') =>
  device.ask(
    'POST',
    `/paid-calls/${key}/settle`,
    projectId === null ? { happened: false } : { happened: true, projectId },
  );

test('while an unclaimed project of the requested name exists, a launch is never absent and shows it', async () => {
  expect(await uncertainLaunch()).toMatchObject({
    state: 'unknown',
    candidates: [{ projectId: 'new-shop', createdAt: expect.any(Number) }],
  });
  const { launches } = (await owner.ask('GET', '/snapshot')).data;
  expect(launches[0].candidates).toMatchObject([{ projectId: 'new-shop' }]);
});

test('the user says which candidate it was, and that holds', async () => {
  await uncertainLaunch();
  const settled = { state: 'launched', projectId: 'new-shop', candidates: [] };
  expect((await settle('new-shop')).data).toMatchObject(settled);
  expect((await settle(null)).data).toMatchObject(settled);
  expect((await launch('key-00001')).data).toMatchObject(settled);
});

test('the user says that it was none of them, and may still change that', async () => {
  await uncertainLaunch();
  expect((await settle(null)).data).toMatchObject({
    ...{ state: 'absent', projectId: null },
    candidates: [{ projectId: 'new-shop' }],
  });
  expect((await settle('new-shop')).data).toMatchObject({ state: 'launched', projectId: 'new-shop' });
});

test('a launch is settled by builders, as a project of its name that is no other launch’s', async () => {
  await uncertainLaunch();
  expect((await settle(null, await pairAs(owner, 'viewer'))).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await settle(null, owner, 'key-none')).code).toBe('EDGE_NOT_FOUND');
  const wrong = await settle('blog');
  expect([wrong.status, wrong.code, wrong.details]).toEqual([
    400,
    'EDGE_INVALID_REQUEST',
    { field: 'projectId' },
  ]);
  vi.useRealTimers();
  const { projectId } = (await launch('key-00002')).data;
  expect((await settle(projectId)).code).toBe('EDGE_INVALID_REQUEST');
  expect((await settle('new-shop')).data.state).toBe('launched');
});

test('a response that names a project of another name is none', async () => {
  const answered = (projectId: string) =>
    interpretResponse('launchProject', 'shop', {
      ok: true,
      askedAt: 0,
      status: 201,
      text: '{}',
      data: { projectId },
      paging: {},
    }).kind;
  expect(['shop', 'shop-k7q', '../account', 'blog'].map(answered)).toEqual([
    'launched',
    'launched',
    'unknown',
    'unknown',
  ]);
});

test('a form that the service would refuse costs no call (service reference, Launch Project, errors)', async () => {
  const reply = await launch('key-00001', { ...form, projectId: 'No' });
  expect([reply.status, reply.code]).toEqual([400, 'INVALID_PROJECT_NAME_LENGTH']);
  expect((await owner.ask('GET', '/paid-calls/key-00001')).status).toBe(404);
});

test('the owner bounds what a browser may spend a day', async () => {
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 0 });
  const refused = await launch('key-00001');
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_SPEND_GUARD']);
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 100_000 });
  expect((await launch('key-00001')).status).toBe(201);
});

test('what a browser has left of its daily limit is in its own snapshot, and "can I build?" says what the edge does', async () => {
  const builder = await pairAs(owner, 'builder');
  const result = async (act: 'launch' | 'prompt' = 'launch') => {
    const snapshot = parseSnapshot((await builder.ask('GET', '/snapshot?fresh=1')).data);
    if (snapshot === null) throw new Error('No snapshot was told.');
    const question = { act, projectId: null, now: snapshot.at, role: 'builder', link: null } as const;
    const price = act === 'launch' ? launchPrice(0, 'v2', snapshot.sections.prices.data) : null;
    const facts = buildFactsOf(snapshot, { ...question, price });
    return { ...canBuild(facts, act, committedCredits(snapshot)).readiness, price: price?.most, facts };
  };
  const { price } = await result();
  if (price === undefined) throw new Error('No price was told.');
  const unlimited = (await builder.ask('GET', '/snapshot')).headers.get('etag') ?? '';
  await owner.ask('PATCH', `/devices/${builder.deviceId}`, { dailySpendCredits: price });
  const unchanged = await builder.ask('GET', '/snapshot', undefined, { 'if-none-match': unlimited });
  expect(unchanged.status, 'its limit is news to it').toBe(200);
  expect((await result()).kind).toBe('yes');
  const mine = { 'idempotency-key': 'key-00001' };
  const engine = { engineVersion: 'v2' };
  expect((await builder.ask('POST', '/launches', { ...form, ...engine }, mine)).status).toBe(201);
  const { kind, facts, ...rest } = await result();
  expect([kind, facts.dailyLimit]).toEqual(['no', { spent: price, limit: price, reserve: 0 }]);
  const tomorrow = utcDayStart(Date.now()) + DAY_MS;
  expect(rest).toMatchObject({
    because: { cause: { kind: 'daily-limit' }, ends: { kind: 'at', at: tomorrow }, lift: 'ask-owner' },
  });
  expect((await result('prompt')).kind).toBe('no');
  const again = await builder.ask(
    'POST',
    '/launches',
    { ...form, projectId: 'another' },
    { 'idempotency-key': 'key-00002' },
  );
  expect(again.code).toBe('EDGE_SPEND_GUARD');
  expect((await owner.ask('GET', '/snapshot')).data.dailySpend, 'nobody else’s').toBeUndefined();
});

test('a browser that is revoked while the price is read spends nothing more', async () => {
  const builder = await pairAs(owner, 'builder');
  await owner.ask('PATCH', `/devices/${builder.deviceId}`, { dailySpendCredits: 100_000 });
  await control('addFault', {
    operation: 'getCreditCosts',
    kind: 'slow-drip',
    bytesPerChunk: 40,
    chunkEveryMs: 300,
    count: 2,
  });
  const launching = builder.ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  await vi.waitFor(async () => expect((await callsOf()).getCreditCosts).toBeGreaterThan(0), {
    timeout: 20_000,
  });
  expect((await owner.ask('DELETE', `/devices/${builder.deviceId}`)).status).toBe(200);
  expect((await launching).code).toBe('EDGE_UNAUTHORIZED');
  expect(await projectsMade()).toBe(0);
});

test('a price is the one of the engine’s list, and the higher while the engine is not known (service reference, Versioning, Prices)', async () => {
  await control('addProject', { projectId: 'now', engine: 'v2' });
  await control('addProject', { projectId: 'old', engine: 'legacy' });
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 100_000 });
  const { CREATE_DEPLOYMENT: price } = (await owner.ask('GET', '/service/credit-costs')).data.creditCosts;
  const legacy = await owner.ask('GET', '/service/credit-costs?engine=legacy');
  const { CREATE_DEPLOYMENT: legacyPrice } = legacy.data.creditCosts;
  expect(legacyPrice).toBeGreaterThan(price);
  const booked = async (projectId: string, key: string) => {
    const path = `/service/projects/${projectId}/deployments/deploy`;
    const { status } = await owner.ask('POST', path, undefined, { 'idempotency-key': key });
    expect(status).toBeLessThan(300);
    return runInDurableObject(
      stub(),
      (_, { storage }) =>
        storage.sql.exec('SELECT price_credits FROM launches WHERE key = ?', key).one().price_credits,
    );
  };
  expect(await booked('old', 'key-00001')).toBe(legacyPrice);
  expect(await booked('now', 'key-00002')).toBe(legacyPrice);
  await control('finishDeployment', 'now');
  await vi.waitFor(
    async () => {
      const { data } = await owner.ask('GET', '/snapshot?fresh=1');
      const items: { projectId: string; engine: string | null }[] = data.sections.projects.data.items;
      expect(items.find(({ projectId }) => projectId === 'now')?.engine).toBe('v2');
    },
    { timeout: 20_000 },
  );
  expect(await booked('now', 'key-00003')).toBe(price);
});

test('a launch is charged by the account’s switch and counted so (service reference, Versioning)', async () => {
  const { data } = await owner.ask('GET', '/service/credit-costs?engine=legacy');
  await owner.ask('PUT', '/service/account/v2-opt-in', { v2OptIn: false });
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 100_000 });
  expect((await launch('key-00001')).status).toBe(201);
  const { dailySpend } = (await owner.ask('GET', '/snapshot')).data;
  expect(dailySpend.spent).toBe(data.creditCosts.CREATE_PROJECT);
});

test('a call that is refused because the server is down counts with the price of its start (service reference, published: what excludes what)', async () => {
  await control('addProject', { projectId: 'asleep' });
  await control('fallAsleep', 'asleep');
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 100_000 });
  await owner.ask('GET', '/snapshot?fresh=1');
  const { START_SERVER } = (await owner.ask('GET', '/service/credit-costs')).data.creditCosts;
  const path = '/service/projects/asleep/deployments/deploy';
  const reply = await owner.ask('POST', path, undefined, { 'idempotency-key': 'key-00001' });
  expect(reply.code).toBe('SERVER_NOT_READY');
  expect((await owner.ask('GET', '/snapshot')).data.dailySpend.spent).toBe(START_SERVER);
});

test('a deploy goes through the ledger and its response is replayed', async () => {
  await launch('key-00001');
  await control('finishRun', 'new-shop');
  const deploy = () =>
    owner.ask('POST', '/service/projects/new-shop/deployments/deploy', undefined, {
      'idempotency-key': 'key-00002',
    });
  const first = await deploy();
  expect(first.status).toBeLessThan(300);
  expect(first.data.status).toBe('deploying');
  const again = await deploy();
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
});

test('an event that reports the very prompt settles an unknown launch at once', async () => {
  await owner.ask('POST', '/subscriptions/sync');
  const deliveries = carryDeliveries();
  try {
    await control('addFault', { operation: 'launchProject', kind: 'reset-after', count: 1 });
    expect((await launch('key-00001')).data.state).toBe('unknown');
    await control('finishRun', 'new-shop');
    await deliveries.arrived(1);
    await vi.waitFor(
      async () => {
        const { data } = await owner.ask('GET', '/paid-calls/key-00001');
        expect(data).toMatchObject({ state: 'launched', projectId: 'new-shop', agentStarted: true });
      },
      { timeout: 20_000 },
    );
    expect(await projectsMade()).toBe(1);
  } finally {
    await deliveries.stop();
  }
});

test('a launch with ten large attachments gets through whole', async () => {
  const content = btoa('x'.repeat(600_000));
  const files = Array.from({ length: 10 }, (_, n) => ({ name: `file-${n}.txt`, content }));
  const reply = await launch('key-00001', { ...form, files });
  expect(reply.data).toMatchObject({ state: 'launched', warnings: [] });
});
