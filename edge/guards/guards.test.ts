import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { pass, runAlarmsAt } from '../testing/alarms.ts';
import { callEdge, type EdgeReply, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { MONTH_END, NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { sign } from '../webhooks/testing/mutate-delivery.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  builder = await pairAs(owner, 'builder');
  await control('addProject', { projectId: 'shop' });
  await setCap(500);
  await control('setUsage', 'shop', { development: 100 });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** The same account at another time. */
async function startOver(now: number): Promise<void> {
  await reset();
  await startAt(now);
  owner = await pair();
  builder = await pairAs(owner, 'builder');
  await control('addProject', { projectId: 'shop' });
  await setCap(500);
}
const setCap = (cap: number | null) =>
  serviceResponse('PATCH', '/projects/shop/credit-limits', { maxDevelopmentCreditsPerMonth: cap });
const capOf = async (projectId = 'shop'): Promise<number | null> =>
  (await serviceResponse('GET', `/projects/${projectId}/credit-limits`)).creditLimits
    .maxDevelopmentCreditsPerMonth;
const prompt = (
  who: Paired,
  budget: string | null,
  { key = 'prompt-0001', projectId = 'shop' } = {},
): Promise<EdgeReply> =>
  who.ask(
    'POST',
    `/service/projects/${projectId}/agent/start`,
    { prompt: 'Add a page' },
    { 'idempotency-key': key, ...(budget === null ? {} : { 'run-budget': budget }) },
  );
const guards = async (projectId = 'shop') => (await owner.ask('GET', `/guards/${projectId}`)).data;
const acts = async () => (await guards()).acts.map(({ did }: { did: string }) => did).toReversed();
/** Advances the service's and the edge's clock, and runs what is due. */
const put = (guard: object, who = owner) => who.ask('PUT', '/guards/shop', guard);

test('a budget is the cap for the run, and the owner’s cap is restored when the run is over', async () => {
  expect((await prompt(builder, '30')).status).toBe(200);
  expect(await capOf()).toBe(130);
  const { limit } = await guards();
  expect(limit).toMatchObject({ own: 500, cap: 130, state: 'set' });
  expect(limit.layers).toMatchObject([{ kind: 'run-budget', credits: 30, until: null, by: 'Test' }]);
  await pass(MINUTE_MS);
  expect(await capOf(), 'the run goes on').toBe(130);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
  expect(await acts()).toEqual(['set', 'put-back']);
  await pass(5 * MINUTE_MS);
  expect((await guards()).limit).toBeNull();
});

test('while its lowered cap still stands, the next prompt is refused for the budget, not for the owner’s cap', async () => {
  expect((await prompt(builder, '30')).status).toBe(200);
  await control('finishRun', 'shop');
  await control('setUsage', 'shop', { development: 131 });
  const { status, code, details } = await prompt(builder, null, { key: 'prompt-0002' });
  expect([status, code, details]).toEqual([403, 'EDGE_GUARDED', { guard: 'run-budget' }]);
  await pass(MINUTE_MS);
  expect((await prompt(builder, null, { key: 'prompt-0003' })).status).toBe(200);
});

test.each([
  { answers: 'sets it', status: 200, cap: 130 },
  { answers: 'refuses to set it', status: 409, cap: 500 },
])('a prompt repeated after the edge was ended between note and cap: the service $answers', async (one) => {
  const layer = { kind: 'run-budget', credits: 30, to: 130, since: Date.now(), until: null, by: 'Test' };
  const noted = { ...layer, call: 'prompt-0001', before: null, isSeen: false, endedAt: null };
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO cap_overrides (project_id, category, own, cap, confirmed, layers) VALUES ('shop', 'development', 500, 130, 500, ?)",
      JSON.stringify([noted]),
    );
  });
  if (one.status === 409)
    await control('addFault', {
      operation: 'updateCreditLimits',
      ...{ kind: 'error', status: 403, code: 'OWNER_ONLY' },
    });
  expect((await prompt(builder, '30')).status).toBe(one.status);
  expect((await callsOf()).startAgent ?? 0).toBe(one.status === 200 ? 1 : 0);
  expect(await capOf()).toBe(one.cap);
});

test('a raise until a time that was recorded, and not set when the edge ended, is set at its next start', async () => {
  const layer = { kind: 'raise', credits: 50, to: 550, since: Date.now(), until: MONTH_END, by: 'Test' };
  const noted = { ...layer, call: null, endedAt: null, isOwed: true };
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO cap_overrides (project_id, category, own, cap, confirmed, layers) VALUES ('shop', 'development', 500, 550, 500, ?)",
      JSON.stringify([noted]),
    );
  });
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  await owner.ask('GET', '/snapshot');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(550);
  expect((await guards()).limit).toMatchObject({ own: 500, cap: 550, state: 'set' });
});

test('it is never above the owner’s cap, and a cap that holds already is not touched', async () => {
  await setCap(120);
  expect((await prompt(builder, '30')).status).toBe(200);
  expect(await capOf()).toBe(120);
  expect((await guards()).limit).toBeNull();
});

test('it holds too where the owner’s cap was lower at first and a correction of what was used makes room up to that', async () => {
  await setCap(120);
  expect((await prompt(builder, '30')).status).toBe(200);
  await pass(MINUTE_MS);
  expect([await capOf(), (await guards()).limit, await acts()]).toEqual([120, null, []]);
  await control('setUsage', 'shop', { development: 116 });
  await pass(MINUTE_MS);
  await control('setUsage', 'shop', { development: 40 });
  await pass(MINUTE_MS);
  expect(await capOf(), 'sixteen of thirty are taken').toBe(54);
  expect((await guards()).limit).toMatchObject({ own: 120, cap: 54, state: 'set' });
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect([await capOf(), await acts()]).toEqual([120, ['set', 'put-back']]);
});

test('one that only watches the owner’s cap is in nobody’s way, and holds what is raised above it', async () => {
  await setCap(120);
  expect((await prompt(builder, '30')).status).toBe(200);
  const until = { kind: 'time', at: Date.now() + 90 * MINUTE_MS };
  expect((await put({ kind: 'raise', credits: 50, until })).status).toBe(200);
  expect(await capOf()).toBe(130);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(170);
  expect((await guards()).limit).toMatchObject({ own: 120, cap: 170, state: 'set' });
  await pass(95 * MINUTE_MS);
  expect([await capOf(), (await callsOf()).updateCreditLimits], 'two of them are the owner’s').toEqual([
    120, 5,
  ]);
});

test('a project without a cap has none again afterwards', async () => {
  await setCap(null);
  await prompt(builder, '30');
  expect(await capOf()).toBe(130);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBeNull();
});

test('somebody else’s later cap is left alone and reported', async () => {
  await prompt(builder, '30');
  await setCap(200);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(200);
  const [last] = (await guards()).acts;
  expect(last).toMatchObject({ did: 'left-alone', found: 200, from: 500, to: 130 });
});

test('a cap that the owner sets through us replaces the budget, and stays', async () => {
  await prompt(builder, '30');
  const change = { category: 'development', expected: 500, to: 260 };
  expect((await owner.ask('PUT', '/caps/shop', change)).status).toBe(200);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(260);
});

test.each([
  [
    'what is used can’t be read',
    () => control('setProject', 'shop', { usageReadable: false }),
    'used-unknown',
  ],
  ['a run goes on', () => control('startRun', 'shop'), 'running'],
  [
    'the cap can’t be read',
    () =>
      control('addFault', {
        operation: 'getCreditLimits',
        kind: 'error',
        status: 400,
        code: 'X_Y',
        count: 9,
      }),
    'not-read',
  ],
  [
    'the cap can’t be set',
    () =>
      control('addFault', {
        operation: 'updateCreditLimits',
        kind: 'error',
        status: 403,
        code: 'OWNER_ONLY',
      }),
    'not-owner',
  ],
])('it is refused where it can’t hold, and nothing is sent: %s', async (_, make, reason) => {
  await make();
  const reply = await prompt(builder, '30');
  expect([reply.status, reply.code, reply.details]).toEqual([409, 'EDGE_GUARD_REFUSED', { reason }]);
  expect((await callsOf()).startAgent).toBeUndefined();
  await control('clearFaults');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
});

const CAPS = { maxDevelopmentCreditsPerMonth: 400 };
test.each<[string, number, string, object]>([
  ['a prompt', 30, '/service/projects/shop/agent/start', { prompt: 'Add a page' }],
  [
    'a batch, each prompt of which is a run',
    90,
    '/service/projects/shop/agent/start',
    { multiPrompt: { prompts: ['Add a page', 'Add another'] } },
  ],
  ['a launch', 30, '/launches', { projectId: 'new-shop', prompt: 'Build a shop', creditLimits: CAPS }],
])('it is refused when the month ends before its runs are over: %s', async (_, minutesLeft, path, body) => {
  const late = MONTH_END - minutesLeft * MINUTE_MS;
  await control('advance', late - Date.now());
  vi.setSystemTime(late);
  const reply = await builder.ask('POST', path, body, {
    'idempotency-key': 'prompt-0001',
    'run-budget': '30',
  });
  expect(reply.details).toEqual({ reason: 'month-ends' });
  expect(await callsOf()).not.toMatchObject({ startAgent: expect.anything() });
  expect(await control('projectIds')).toEqual(['shop']);
});

test.each([
  ['one prompt', { prompt: 'x' }, 2 * HOUR_MS, HOUR_MS / 2],
  [
    'three named prompts',
    { prompt: 'x', multiPrompt: { prompts: ['a', 'b', 'c'] } },
    4 * HOUR_MS,
    2 * HOUR_MS,
  ],
  [
    'prompts that the service derives',
    { prompt: 'x', multiPrompt: { letServiceDecide: true } },
    25 * HOUR_MS,
    23 * HOUR_MS,
  ],
])(
  'near the month’s end a budget is given to %s only where it holds until all of them are over',
  async (_, body, early, late) => {
    const ask = (key: string) =>
      builder.ask('POST', '/service/projects/shop/agent/start', body, {
        ...{ 'idempotency-key': key, 'run-budget': '30' },
      });
    await startOver(MONTH_END - late);
    expect((await ask('prompt-late')).details).toEqual({ reason: 'month-ends' });
    await startOver(MONTH_END - early);
    expect((await ask('prompt-early')).status).toBe(200);
  },
);

test('what was used is corrected: the run may take what its budget has left, and no more', async () => {
  expect((await prompt(builder, '15')).status).toBe(200);
  expect(await capOf()).toBe(115);
  await control('setUsage', 'shop', { development: 106 });
  await pass(MINUTE_MS);
  expect(await capOf(), 'six of fifteen are taken').toBe(115);
  await control('setUsage', 'shop', { development: 70 });
  await pass(MINUTE_MS);
  expect(await capOf(), 'nine are left').toBe(79);
  await control('setUsage', 'shop', { development: 75 });
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(79);
  await control('setUsage', 'shop', { development: 20 });
  await pass(MINUTE_MS);
  expect(await capOf(), 'four are left').toBe(24);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
});

test('a launch whose budget the key could not take back is refused', async () => {
  await control('addKey', { key: inject('serviceApiKey'), owner: false, restricted: false });
  await owner.ask('GET', '/snapshot?fresh=1');
  const headers = { 'idempotency-key': 'launch-0001', 'run-budget': '30' };
  const form = { projectId: 'new-shop', prompt: 'Build a shop', creditLimits: CAPS };
  expect((await builder.ask('POST', '/launches', form, headers)).details).toEqual({ reason: 'not-owner' });
});

test('one prompt sent by two browsers keeps its budget when the first is signed out before it is sent', async () => {
  const other = await pairAs(owner, 'builder');
  const before = (await callsOf()).updateCreditLimits ?? 0;
  await control('addFault', { operation: 'updateCreditLimits', kind: 'delay', delayMs: MINUTE_MS });
  const first = prompt(builder, '30');
  await vi.waitFor(async () => expect((await callsOf()).updateCreditLimits).toBe(before + 1), {
    timeout: 60_000,
  });
  const second = prompt(other, '30');
  await owner.ask('DELETE', `/devices/${builder.deviceId}`);
  await control('advance', MINUTE_MS);
  expect([(await first).status, (await second).status]).toEqual([401, 200]);
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(130);
});

test.each(['14', '0', 'x', '-30', '1e9'])('a budget of %s is none', async (budget) => {
  const reply = await prompt(builder, budget);
  expect([reply.status, reply.details]).toEqual([400, { field: 'run-budget' }]);
});

test('a prompt that the service refuses gives its budget back at once', async () => {
  await control('addFault', {
    operation: 'startAgent',
    kind: 'error',
    status: 409,
    code: 'DEPLOYMENT_RUNNING',
  });
  expect((await prompt(builder, '30')).code).toBe('DEPLOYMENT_RUNNING');
  await vi.waitUntil(async () => (await capOf()) === 500);
});

test('the same prompt sent twice applies its budget once', async () => {
  await Promise.all([prompt(builder, '30'), prompt(builder, '30')]);
  await prompt(builder, '30');
  const calls = await callsOf();
  expect([calls.startAgent, calls.updateCreditLimits]).toEqual([1, 2]);
  expect((await prompt(builder, '40')).code).toBe('EDGE_KEY_REUSED');
});

test('a lost response to lowering a cap is checked until it can no longer take effect', async () => {
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-after' });
  const reply = await prompt(builder, '30');
  expect([reply.code, (await callsOf()).startAgent]).toEqual(['EDGE_GUARD_REFUSED', undefined]);
  await pass(MINUTE_MS);
  expect(await capOf(), 'it had taken effect').toBe(500);
  // The change takes effect late, after the cap was put back.
  await setCap(130);
  await pass(12 * MINUTE_MS);
  expect(await capOf()).toBe(500);
});

test('a lost change that comes late moves the cap of a run for a moment at most, and lifts none', async () => {
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-after' });
  expect((await prompt(builder, '30')).code).toBe('EDGE_GUARD_REFUSED');
  expect((await prompt(builder, '50', { key: 'prompt-0002' })).status).toBe(200);
  await setCap(130);
  await pass(MINUTE_MS);
  expect(await capOf(), 'what came late was lower').toBe(150);
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-after' });
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
  const before = (await callsOf()).startAgent;
  const again = await prompt(builder, '30', { key: 'prompt-0003' });
  expect([again.code, (await callsOf()).startAgent], 'what may come late is higher').toEqual([
    'EDGE_GUARD_REFUSED',
    before,
  ]);
  await pass(12 * MINUTE_MS);
  expect((await prompt(builder, '30', { key: 'prompt-0003' })).status).toBe(200);
});

test('a restart between any two steps loses nothing', async () => {
  await prompt(builder, '30');
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
});

test('a service that does not respond is called again; after a while that is reported', async () => {
  await prompt(builder, '30');
  await control('finishRun', 'shop');
  await control('addFault', {
    operation: 'getCreditLimits',
    kind: 'error',
    status: 400,
    code: 'X_Y',
    count: 40,
  });
  for (let at = 0; at < 4; at++) await pass(MINUTE_MS);
  const { data } = await owner.ask('GET', '/snapshot');
  expect(data.guards.failing).toMatchObject([{ projectId: 'shop', kind: 'run-budget', code: 'X_Y' }]);
  expect(await acts()).toEqual(['set', 'could-not']);
  await control('clearFaults');
  await pass(6 * MINUTE_MS);
  expect(await capOf()).toBe(500);
  expect((await owner.ask('GET', '/snapshot')).data.guards.failing).toEqual([]);
});

/** A signed delivery of the service. @param at when what it reports happened */
async function deliver(event: string, id: string, facts: object, at = Date.now()): Promise<void> {
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const { id: webhookId } = webhooks.find((one: { event: string }) => one.event === event);
  const { secret } = await serviceResponse('GET', `/webhooks/${webhookId}/secret`);
  const data = { projectId: 'shop', ...facts };
  const body = JSON.stringify({ event, timestamp: new Date(at).toISOString(), data });
  const signature = await sign(secret, Math.floor(Date.now() / 1000), body);
  const headers = { 'x-service-signature': signature, 'x-service-event-id': id };
  expect((await callEdge('POST', `/hooks/${event}`, { headers, body })).status).toBe(200);
}

describe('a run that has just begun keeps the cap that was set for it, whatever arrives late of the run before', () => {
  const FINISHED = 'agent.prompt.finished';
  beforeEach(async () => {
    await owner.ask('POST', '/subscriptions/sync');
    await control('startRun', 'shop');
    await pass(10 * MINUTE_MS);
    await control('finishRun', 'shop');
    await pass(MINUTE_MS);
    await control('assume', { statusLagMs: 2 * MINUTE_MS });
  });
  const late = (id: string) => deliver(FINISHED, id, { status: 'done' }, Date.now() - MINUTE_MS);

  test.each([
    ['late', async () => late('e1')],
    ['twice', async () => (await late('e1')) ?? late('e2')],
    ['while the clock of the service is ahead', () => deliver(FINISHED, 'e1', { status: 'done' })],
    ['found by the sweep', async () => void (await owner.ask('POST', '/subscriptions/sync'))],
  ])('a budget: %s', async (_, arrive) => {
    expect((await prompt(builder, '30')).status).toBe(200);
    const capSet = await capOf();
    expect(capSet).toBeLessThan(200);
    await arrive();
    for (let at = 0; at < 6; at++) {
      await pass(20 * SECOND_MS);
      expect(await capOf(), `after ${at + 1} looks at a status that lags`).toBe(capSet);
    }
    await pass(MINUTE_MS);
    expect(await capOf(), 'the run goes on').toBe(capSet);
    await control('finishRun', 'shop');
    await pass(MINUTE_MS);
    expect(await capOf()).toBe(500);
    expect(await acts()).toEqual(['set', 'put-back']);
  });

  test('a raise for it', async () => {
    expect((await prompt(builder, 'none')).status).toBe(200);
    await put({ kind: 'raise', credits: 50, until: { kind: 'run' } });
    await late('e1');
    for (let at = 0; at < 8; at++) await pass(30 * SECOND_MS);
    expect(await capOf()).toBe(550);
    await control('finishRun', 'shop');
    await pass(MINUTE_MS);
    expect(await capOf()).toBe(500);
  });
});

test('a raise until the next run is over is not ended by a run that was over before it', async () => {
  await control('startRun', 'shop');
  await control('advance', 20 * SECOND_MS);
  vi.setSystemTime(Date.now() + 20 * SECOND_MS);
  await control('finishRun', 'shop');
  await control('advance', 5 * SECOND_MS);
  vi.setSystemTime(Date.now() + 5 * SECOND_MS);
  expect((await put({ kind: 'raise', credits: 50, until: { kind: 'run' } })).status).toBe(200);
  await pass(MINUTE_MS);
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(550);
});

test('the next prompt gets its own budget as soon as the run before is over, whether that was seen yet or not', async () => {
  await prompt(builder, '30');
  await pass(MINUTE_MS);
  await control('finishRun', 'shop');
  await control('setUsage', 'shop', { development: 120 });
  expect((await prompt(builder, '40', { key: 'prompt-0002' })).status).toBe(200);
  expect([await capOf(), (await guards()).limit.own]).toEqual([160, 500]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect([await capOf(), await acts()]).toEqual([500, ['set', 'put-back', 'set', 'put-back']]);
});

describe('a clock that was ahead once', () => {
  const backAfter = async (aheadMs: number, act: () => Promise<unknown>) => {
    const now = Date.now();
    await act();
    await runAlarmsAt(now + aheadMs);
    vi.setSystemTime(now);
  };
  const minutes = async (count: number, step = 1) => {
    for (let at = 0; at < count; at += step) await pass(step * MINUTE_MS);
  };

  test('leaves no cap low, and nothing listed until then', async () => {
    await prompt(builder, '30');
    await backAfter(DAY_MS, () => pass(MINUTE_MS));
    await control('finishRun', 'shop');
    await backAfter(40 * DAY_MS, () => minutes(11));
    expect(await capOf()).toBe(500);
    await minutes(5);
    expect((await guards()).limit).toBeNull();
  });

  test('nor the cap that was set, or put back, by it', async () => {
    await control('setDurations', { runMs: [3 * HOUR_MS, 3 * HOUR_MS] });
    const now = Date.now();
    vi.setSystemTime(now + 20 * HOUR_MS);
    expect((await prompt(builder, '30')).status).toBe(200);
    vi.setSystemTime(now);
    await minutes(25);
    expect(await capOf(), 'its run goes on').toBe(130);
    await control('finishRun', 'shop');
    await backAfter(DAY_MS, () => minutes(2));
    expect(await capOf()).toBe(500);
    await minutes(15);
    expect((await guards()).limit).toBeNull();
  });

  test('nor does a stop wait for its next try', async () => {
    await put({ kind: 'run-time', minutes: 5 });
    await control('setDurations', { runMs: [3 * HOUR_MS, 3 * HOUR_MS] });
    await control('startRun', 'shop');
    await minutes(4);
    await control('addFault', { operation: 'stopAgent', kind: 'error', status: 400, code: 'X_Y' });
    await backAfter(DAY_MS, () => Promise.resolve());
    expect((await callsOf()).stopAgent).toBe(1);
    await minutes(12);
    const { runs } = await control<{ runs: { outcome: string }[] }>('workOf', 'shop');
    expect(runs.at(-1)?.outcome).toBe('stopped');
  });

  test('nor does a raise for a run wait until then', async () => {
    const now = Date.now();
    vi.setSystemTime(now + 3 * HOUR_MS);
    expect((await put({ kind: 'raise', credits: 50, until: { kind: 'run' } })).status).toBe(200);
    vi.setSystemTime(now);
    await minutes(30, 5);
    expect(await capOf(), 'it waits for its run').toBe(550);
    await minutes(45, 5);
    expect(await capOf()).toBe(500);
  });
});

test('a limit event that names our cap is reported as the budget, any other as it is', async () => {
  await owner.ask('POST', '/subscriptions/sync');
  await prompt(builder, '30');
  const event = 'project.credit_limit.reached';
  for (const limit of [130, 500])
    await deliver(event, `limit-${limit}`, { category: 'development', spent: limit, limit });
  const { data } = await owner.ask('GET', `/events?event=${event}`);
  expect(data.events.map(({ facts }: { facts: object }) => facts)).toMatchObject([
    { limit: 500, guard: null },
    { limit: 130, guard: 'run-budget', budget: 30, own: 500 },
  ]);
});

test('a launch carries its budget, and its project gets the requested cap', async () => {
  const form = {
    projectId: 'new-shop',
    prompt: 'Build a shop',
    creditLimits: { maxDevelopmentCreditsPerMonth: 400 },
  };
  const launch = (body: object) =>
    builder.ask('POST', '/launches', body, { 'idempotency-key': 'launch-0001', 'run-budget': '40' });
  const { creditLimits: _, ...without } = form;
  expect((await launch(without)).details).toEqual({ reason: 'cap-not-named' });
  expect((await launch(form)).status).toBe(201);
  expect(await capOf('new-shop')).toBe(40);
  expect((await guards('new-shop')).limit).toMatchObject({ own: 400, cap: 40 });
  await control('finishRun', 'new-shop');
  await pass(MINUTE_MS);
  expect(await capOf('new-shop')).toBe(400);
});

test('a launch with an unknown outcome keeps its override until it is settled', async () => {
  await control('addFault', { operation: 'launchProject', kind: 'reset-after' });
  const form = {
    projectId: 'new-shop',
    prompt: 'Build a shop',
    creditLimits: { maxDevelopmentCreditsPerMonth: 400 },
  };
  const headers = { 'idempotency-key': 'launch-0001', 'run-budget': '40' };
  expect((await builder.ask('POST', '/launches', form, headers)).data.state).toBe('unknown');
  expect(await capOf('new-shop')).toBe(40);
  await control('finishRun', 'new-shop');
  for (let at = 0; at < 6; at++) await pass(2 * MINUTE_MS);
  expect((await builder.ask('GET', '/paid-calls/launch-0001')).data.state).toBe('launched');
  expect(await capOf('new-shop')).toBe(400);
});

test('the default of a project holds for every prompt; only owners go beyond it', async () => {
  expect((await put({ kind: 'run-budget', credits: 30 }, builder)).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await put({ kind: 'run-budget', credits: 30 })).status).toBe(200);
  expect((await prompt(builder, 'none')).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await prompt(builder, '50')).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await prompt(builder, null)).status).toBe(200);
  expect(await capOf()).toBe(130);
  expect((await guards()).guards).toMatchObject([{ guard: { kind: 'run-budget' }, state: 'acting' }]);
  await owner.ask('POST', '/guards/shop/undo', { kind: 'run-budget' });
  expect(await capOf()).toBe(500);
  await control('finishRun', 'shop');
  expect((await prompt(owner, 'none', { key: 'prompt-0002' })).status).toBe(200);
  expect(await capOf()).toBe(500);
});

test('health says whether a cap is overridden to paired browsers alone, and no more', async () => {
  const health = async () => (await owner.ask('GET', '/health')).data;
  const strangers = async () => (await callEdge('GET', '/health?waiting')).data.open;
  expect((await health()).open).toEqual([]);
  const at = Date.now() + 90 * MINUTE_MS;
  expect((await put({ kind: 'raise', credits: 50, until: { kind: 'time', at } })).status).toBe(200);
  const told = await health();
  expect(told.open).toContain('cap');
  vi.setSystemTime(Date.now() + 2_000);
  expect(await strangers()).toEqual(['something']);
  expect(JSON.stringify(told)).not.toContain('shop');
  await runAlarmsAt(at + MINUTE_MS);
  await runAlarmsAt(at + 10 * MINUTE_MS);
  expect((await health()).open).toEqual([]);
});

test('a raise takes itself back after the run, or at its time', async () => {
  await control('startRun', 'shop');
  expect((await put({ kind: 'raise', credits: 50, until: { kind: 'run' } })).data.limit).toMatchObject({
    own: 500,
    cap: 550,
  });
  expect(await capOf()).toBe(550);
  const raise = {
    guard: { kind: 'raise', credits: 50, until: { kind: 'run' } },
    state: 'acting',
    until: null,
  };
  expect((await guards()).guards).toMatchObject([raise]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(500);
  expect((await guards()).guards).toEqual([]);
  await pass(5 * MINUTE_MS);
  const at = Date.now() + 60 * MINUTE_MS;
  expect((await put({ kind: 'raise', credits: 50, until: { kind: 'time', at } })).status).toBe(200);
  await pass(30 * MINUTE_MS);
  expect(await capOf()).toBe(550);
  await pass(31 * MINUTE_MS);
  expect(await capOf()).toBe(500);
});

test('a raise lies above what is used, where that is above the cap', async () => {
  await control('setUsage', 'shop', { development: 536.7 });
  await put({ kind: 'raise', credits: 50, until: { kind: 'run' } });
  expect(await capOf()).toBe(586.7);
});

test('a raise is refused where there is nothing to raise, or its time is not in this month', async () => {
  const past = { kind: 'time', at: Date.now() - 1 };
  expect((await put({ kind: 'raise', credits: 50, until: past })).details).toEqual({
    reason: 'until-out-of-range',
  });
  await setCap(null);
  const reply = await put({ kind: 'raise', credits: 50, until: { kind: 'run' } });
  expect(reply.details).toEqual({ reason: 'no-cap' });
});

test('a raised cap and a budget below it are put back each in its time', async () => {
  await put({ kind: 'raise', credits: 50, until: { kind: 'time', at: Date.now() + 90 * MINUTE_MS } });
  await prompt(builder, '30');
  expect(await capOf()).toBe(130);
  expect((await guards()).limit.layers.map(({ kind }: { kind: string }) => kind)).toEqual([
    'run-budget',
    'raise',
  ]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf()).toBe(550);
  expect((await guards()).limit).toMatchObject({ own: 500, cap: 550, state: 'set' });
  await pass(95 * MINUTE_MS);
  expect(await capOf()).toBe(500);
});

/** Polls the projects, so that the edge learns of runs. */
const poll = async () => {
  await owner.ask('GET', '/snapshot?fresh=1');
  await pass(2 * MINUTE_MS);
};

test('a run is stopped when its time is over, once, and that is reported', async () => {
  await put({ kind: 'run-time', minutes: 15 });
  await control('startRun', 'shop', 'Add a page', { durationMs: 38 * MINUTE_MS });
  await poll();
  expect((await callsOf()).stopAgent).toBeUndefined();
  expect((await guards()).guards[0]).toMatchObject({ state: 'ready', problem: null });
  await pass(14 * MINUTE_MS);
  await pass(2 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBe(1);
  expect((await guards()).acts).toMatchObject([{ guard: 'run-time', did: 'run-stopped', number: 15 }]);
});

test('a run that has begun since the last reading is not stopped in the place of the one before', async () => {
  await put({ kind: 'run-time', minutes: 15 });
  await control('startRun', 'shop', 'Add a page', { durationMs: 38 * MINUTE_MS });
  await poll();
  await pass(12.8 * MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await control('startRun', 'shop', 'Add another', { durationMs: 38 * MINUTE_MS });
  await pass(MINUTE_MS / 3);
  await pass(2 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBeUndefined();
});

/** Changes more projects than the poll covers. */
const beyondPolled = async () => {
  await control('addProjects', 110);
  await control('setProject', 'shop', { lastModifiedAt: Date.now() - 30 * 24 * 60 * MINUTE_MS });
};

/** Without requests of any browser. */
const watched = async (guard: object) => {
  await put(guard);
  await control('startRun', 'shop', 'Add a page', { durationMs: 55 * MINUTE_MS });
};

test('with every browser shut, a run is stopped within a minute of its time', async () => {
  await watched({ kind: 'run-time', minutes: 15 });
  await pass(MINUTE_MS);
  await pass(13 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBeUndefined();
  for (let at = 0; at < 2; at++) await pass(MINUTE_MS);
  expect((await callsOf()).stopAgent).toBe(1);
});

test.each([
  ['beyond the projects that are polled', () => beyondPolled()],
  [
    'with no browser paired any more',
    async () => {
      for (const { deviceId } of [builder, owner]) await owner.ask('DELETE', `/devices/${deviceId}`);
    },
  ],
])('a guarded project is read by itself %s, and its run stopped', async (_, arrange) => {
  await control('assume', { startMovesLastModified: false });
  await watched({ kind: 'run-time', minutes: 15 });
  await arrange();
  await pass(MINUTE_MS);
  await pass(13 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBeUndefined();
  for (let at = 0; at < 3; at++) await pass(MINUTE_MS);
  expect((await callsOf()).stopAgent).toBe(1);
});

test('failures of a guarded project beyond those that are polled are counted', async () => {
  await put({ kind: 'failures', inARow: 1 });
  await control('startRun', 'shop', 'Add a page');
  await beyondPolled();
  await pass(MINUTE_MS);
  await control('finishRun', 'shop', 'error');
  await control('setProject', 'shop', { lastModifiedAt: Date.now() - 30 * 24 * 60 * MINUTE_MS });
  for (let at = 0; at < 2; at++) await pass(MINUTE_MS);
  expect((await prompt(builder, null)).details).toEqual({ guard: 'failures', failures: 1 });
});

test('a run that the user lets go on is not stopped', async () => {
  await put({ kind: 'run-time', minutes: 15 });
  await control('startRun', 'shop', 'Add a page', { durationMs: 38 * MINUTE_MS });
  await poll();
  expect((await owner.ask('POST', '/guards/shop/undo', { kind: 'run-time' })).data.guards[0].state).toBe(
    'undone',
  );
  await pass(20 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBeUndefined();
  const { events } = (await owner.ask('GET', '/events?event=edge.guard')).data;
  expect(events[0].facts).toMatchObject({ guard: 'run-time', did: 'undone', by: 'Test' });
});

test('a stop that fails is tried again, and reported as a guard that could not act', async () => {
  await put({ kind: 'run-time', minutes: 15 });
  await control('startRun', 'shop', 'Add a page', { durationMs: 38 * MINUTE_MS });
  await poll();
  const fault = { operation: 'stopAgent', kind: 'error', status: 400, code: 'X_Y', count: 2 };
  await control('addFault', fault);
  await pass(14 * MINUTE_MS);
  await pass(MINUTE_MS);
  const { data } = await owner.ask('GET', '/snapshot');
  expect(data.guards.failing).toMatchObject([{ projectId: 'shop', kind: 'run-time', code: 'X_Y' }]);
  await pass(MINUTE_MS);
  expect(await acts()).toEqual(['could-not', 'run-stopped']);
  expect((await owner.ask('GET', '/snapshot')).data.guards.failing).toEqual([]);
});

test('a budget of a day whose spending can’t be read refuses prompts, and says that it does', async () => {
  await put({ kind: 'day-budget', credits: 10, stopsRun: false });
  await control('addFault', {
    operation: 'getSpendingAnalytics',
    kind: 'error',
    status: 400,
    code: 'X_Y',
    count: 20,
  });
  const failing = async () => (await owner.ask('GET', '/snapshot')).data.guards.failing;
  for (const key of ['prompt-0001', 'prompt-0002'])
    expect((await prompt(builder, null, { key })).details).toEqual({ reason: 'not-read' });
  expect(await failing()).toMatchObject([{ kind: 'day-budget', code: 'X_Y', stands: 'refuses' }]);
  const [need] = (await owner.ask('GET', '/snapshot')).data.attention.items;
  expect(need.reason).toMatchObject({ kind: 'guard-failed', stands: 'refuses' });
  await owner.ask('POST', '/guards/shop/undo', { kind: 'day-budget' });
  expect((await prompt(builder, null, { key: 'prompt-0003' })).status).toBe(200);
  expect(await failing()).toEqual([]);
});

test('after failures in a row prompts are refused until the owner lets them go on', async () => {
  await put({ kind: 'failures', inARow: 2 });
  for (const outcome of ['error', 'error']) {
    await control('startRun', 'shop');
    await poll();
    await control('finishRun', 'shop', outcome);
    await poll();
  }
  const reply = await prompt(builder, null);
  expect([reply.status, reply.code, reply.details]).toEqual([
    403,
    'EDGE_GUARDED',
    { guard: 'failures', failures: 2 },
  ]);
  expect((await owner.ask('GET', '/snapshot')).data.guards.refusing).toMatchObject([
    { projectId: 'shop', kind: 'failures', number: 2, limit: 2 },
  ]);
  await prompt(builder, null);
  expect(await acts(), 'the first is told').toEqual(['prompt-refused']);
  await owner.ask('POST', '/guards/shop/undo', { kind: 'failures' });
  expect((await prompt(builder, null)).status).toBe(200);
});

test('the budget of a day refuses prompts, stops a run only where the owner chose it, and ends with the day', async () => {
  const spend = async (credits: number) => {
    await control('startRun', 'shop', 'Add a page', { credits });
    await control('finishRun', 'shop');
  };
  await put({ kind: 'day-budget', credits: 100, stopsRun: false });
  await spend(60);
  expect((await prompt(builder, null)).status).toBe(200);
  const { dayBudgets } = (await owner.ask('GET', '/snapshot')).data.guards;
  expect(dayBudgets).toEqual([{ projectId: 'shop', spent: expect.any(Number), limit: 100 }]);
  expect(dayBudgets[0].spent).toBeGreaterThanOrEqual(60);
  await control('finishRun', 'shop');
  await spend(60);
  const reply = await prompt(builder, null, { key: 'prompt-0002' });
  expect([reply.status, reply.code, reply.details?.guard, reply.details?.limit]).toEqual([
    403,
    'EDGE_GUARDED',
    'day-budget',
    100,
  ]);
  await control('startRun', 'shop', 'Elsewhere', { durationMs: 38 * MINUTE_MS });
  await poll();
  expect((await callsOf()).stopAgent, 'made elsewhere, it escapes').toBeUndefined();
  await put({ kind: 'day-budget', credits: 100, stopsRun: true });
  await poll();
  await pass(4 * MINUTE_MS);
  expect((await callsOf()).stopAgent).toBe(1);
  await pass(13 * 60 * MINUTE_MS);
  expect((await prompt(builder, null, { key: 'prompt-0003' })).status).toBe(200);
});

test('a budget of a day that is taken back while its spending is read stays taken back', async () => {
  await control('startRun', 'shop', 'Add a page', { credits: 100 });
  await control('finishRun', 'shop');
  await put({ kind: 'day-budget', credits: 100, stopsRun: false });
  expect((await prompt(builder, null)).code, 'it is just spent').toBe('EDGE_GUARDED');
  const before = (await callsOf()).getSpendingAnalytics ?? 0;
  await control('addFault', { operation: 'getSpendingAnalytics', kind: 'delay', delayMs: MINUTE_MS });
  const prompted = prompt(builder, null);
  await vi.waitFor(async () => expect((await callsOf()).getSpendingAnalytics).toBe(before + 1), {
    timeout: 60_000,
  });
  await owner.ask('POST', '/guards/shop/undo', { kind: 'day-budget' });
  await control('advance', MINUTE_MS);
  expect((await prompted).status).toBe(200);
  expect((await guards()).guards).toMatchObject([{ state: 'undone' }]);
});

test('a day that can’t be read refuses the prompt, and says so', async () => {
  await put({ kind: 'day-budget', credits: 100, stopsRun: false });
  const fault = { operation: 'getSpendingAnalytics', kind: 'error', status: 400, code: 'X_Y', count: 9 };
  await control('addFault', fault);
  const reply = await prompt(builder, null);
  expect([reply.code, reply.details]).toEqual(['EDGE_GUARD_REFUSED', { reason: 'not-read' }]);
});

test('a guard is tried on what is known of the last 30 days before it is set', async () => {
  const tryIt = async (guard: object) => (await owner.ask('POST', '/guards/shop/trial', guard)).data;
  const nothing = await tryIt({ kind: 'day-budget', credits: 20, stopsRun: false });
  expect(nothing, 'no day with use').toMatchObject({ of: 0, times: 0 });
  for (const outcome of ['error', 'error', 'done']) {
    await control('startRun', 'shop', 'Add a page', { credits: 70, durationMs: 20 * MINUTE_MS, outcome });
    await control('advance', 25 * MINUTE_MS);
  }
  expect(await tryIt({ kind: 'day-budget', credits: 20, stopsRun: false })).toMatchObject({
    unit: 'days',
    of: 1,
    times: 1,
  });
  const runs = await tryIt({ kind: 'run-time', minutes: 1 });
  expect(runs).toMatchObject({ unit: 'runs', of: 3, times: 3 });
  expect((await tryIt({ kind: 'run-time', minutes: 60 })).times).toBe(0);
  const budget = { kind: 'run-budget', credits: 30 };
  expect(await tryIt(budget), 'none of them was sent through the edge').toMatchObject({ times: 0, of: 0 });
});

describe('a project’s guards end with it', () => {
  const guarded = async () => {
    expect((await put({ kind: 'run-time', minutes: 5 })).status).toBe(200);
    expect((await put({ kind: 'run-budget', credits: 30 })).status).toBe(200);
  };
  const kinds = async () =>
    (await guards()).guards.map(({ guard }: { guard: { kind: string } }) => guard.kind);
  /** A run of the new project that is longer than the former one's guard allows. */
  const runsLong = async () => {
    await control('startRun', 'shop', 'Add a page', { durationMs: 60 * MINUTE_MS });
    for (let minutes = 0; minutes < 20; minutes += 2) await pass(2 * MINUTE_MS);
    expect((await callsOf()).stopAgent).toBeUndefined();
    expect(await kinds()).toEqual([]);
  };

  test('when it is deleted through the edge: a new one of its name is not guarded', async () => {
    await guarded();
    expect((await owner.ask('DELETE', '/service/projects/shop')).status).toBe(200);
    expect(await kinds()).toEqual([]);
    await control('addProject', { projectId: 'shop', createdAt: Date.now() });
    const cap = await capOf();
    await runsLong();
    expect(await capOf()).toBe(cap);
  });

  test('when it is deleted elsewhere and another is created under its name', async () => {
    await guarded();
    await pass(MINUTE_MS);
    expect(await kinds()).toEqual(['run-budget', 'run-time']);
    await control('removeProject', 'shop');
    await pass(10 * MINUTE_MS);
    await control('addProject', { projectId: 'shop', createdAt: Date.now() });
    await runsLong();
  });

  test('not when it is only read anew, or by a clock that is ahead', async () => {
    await control('setProject', 'shop', { createdAt: Date.now() + MINUTE_MS / 2 });
    await guarded();
    for (let minutes = 0; minutes < 10; minutes += 2) await pass(2 * MINUTE_MS);
    expect(await kinds()).toEqual(['run-budget', 'run-time']);
  });
});

test('a guard that an owner sets, changes or removes is kept as an event with who did it; one that stays is not', async () => {
  await put({ kind: 'run-time', minutes: 30 });
  await put({ kind: 'run-time', minutes: 30 });
  await put({ kind: 'run-time', minutes: 45 });
  await put({ kind: 'day-budget', credits: 40, stopsRun: true });
  await owner.ask('DELETE', '/guards/shop?kind=run-time');
  const { events } = (await owner.ask('GET', '/events?event=edge.change')).data;
  const change = { setting: 'guard', by: 'Test' };
  const runTime = { ...change, guard: 'run-time' };
  expect(events.map(({ projectId, facts }: Record<string, object>) => [projectId, facts])).toEqual([
    ['shop', { ...runTime, did: 'removed', from: 45, to: null }],
    ['shop', { ...change, guard: 'day-budget', did: 'added', from: null, to: 40, stopsRun: true }],
    ['shop', { ...runTime, did: 'changed', from: 30, to: 45 }],
    ['shop', { ...runTime, did: 'added', from: null, to: 30 }],
  ]);
});
