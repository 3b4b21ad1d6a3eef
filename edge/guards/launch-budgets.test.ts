import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { callEdge, type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { sign } from '../webhooks/testing/mutate-delivery.ts';

afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
const _rowsOf = (query: string) =>
  runInDurableObject(stub(), (_, { storage }) => storage.sql.exec(query).toArray());

describe('a launch whose caps the service did not set', () => {
  let owner: Paired;
  beforeEach(async () => {
    await startAt(NOON);
    owner = await pair();
    const errorMessage = 'Retry with PATCH /projects/:projectId/credit-limits';
    await control('setOutcomes', {
      launchWarnings: [{ step: 'creditLimits', errorCode: 'LIMITS_NOT_SET', errorMessage }],
    });
  });

  const caps = async () => (await serviceResponse('GET', '/projects/bakery/credit-limits')).creditLimits;
  const launch = (creditLimits: object, budget?: string) =>
    owner.ask(
      'POST',
      '/launches',
      { projectId: 'bakery', prompt: 'Build a bakery', creditLimits },
      { 'idempotency-key': 'launch-0001', ...(budget && { 'run-budget': budget }) },
    );
  const guards = async () => (await owner.ask('GET', '/guards/bakery')).data;
  const acts = async () => (await guards()).acts.map(({ did }: { did: string }) => did).toReversed();
  const failing = async () => (await owner.ask('GET', '/snapshot')).data.guards.failing;
  const refuseCaps = (count = 500) =>
    control('addFault', {
      operation: 'updateCreditLimits',
      ...{ kind: 'error', status: 403, code: 'OWNER_ONLY', count },
    });
  const NAMED = { maxDevelopmentCreditsPerMonth: 300 };

  test('gets its budget at once, and afterwards the cap that it named', async () => {
    expect((await launch(NAMED, '15')).status).toBe(201);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(15);
    expect((await guards()).limit).toMatchObject({ own: 300, cap: 15, state: 'set' });
    expect(await acts()).toEqual(['set']);
    await control('finishRun', 'bakery');
    await pass(MINUTE_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(300);
    expect(await acts()).toEqual(['set', 'put-back']);
  });

  test('is not said to have it where the key may not set it, and is a need until it has', async () => {
    await refuseCaps();
    expect((await launch(NAMED, '15')).status).toBe(201);
    expect((await guards()).limit).toMatchObject({ own: 300, cap: 15, state: 'setting' });
    expect(await acts()).toEqual(['could-not']);
    expect(await failing()).toMatchObject([{ projectId: 'bakery', kind: 'run-budget', code: 'OWNER_ONLY' }]);
    await control('finishRun', 'bakery');
    await pass(MINUTE_MS);
    expect(await failing(), 'its cap is none still').toMatchObject([{ projectId: 'bakery' }]);
    await control('clearFaults');
    await pass(10 * MINUTE_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(300);
    expect(await failing()).toEqual([]);
  });

  test('owes nothing to a project that is deleted', async () => {
    await refuseCaps();
    await launch(NAMED);
    expect(await failing()).toMatchObject([{ projectId: 'bakery', code: 'OWNER_ONLY' }]);
    expect((await owner.ask('DELETE', '/service/projects/bakery')).status).toBe(200);
    await pass(MINUTE_MS);
    expect(await failing()).toEqual([]);
  });

  test('says that its run went beyond it before it could be set', async () => {
    const fault = { kind: 'error', status: 400, code: 'X_Y', count: 1 };
    await control('addFault', { operation: 'getCreditLimits', ...fault });
    expect((await launch(NAMED, '15')).status).toBe(201);
    expect(await acts(), 'nothing was read').toEqual([]);
    await control('setUsage', 'bakery', { development: 18 });
    await pass(MINUTE_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(15);
    expect(await failing()).toMatchObject([{ kind: 'run-budget', code: 'budget-passed' }]);
    await control('finishRun', 'bakery');
    await pass(MINUTE_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(300);
    expect(await failing()).toEqual([]);
  });

  test('gets the caps that it named without a budget', async () => {
    await launch({ ...NAMED, maxInfrastructureCreditsPerMonth: 20 });
    expect(await caps()).toEqual({
      maxDevelopmentCreditsPerMonth: 300,
      maxInfrastructureCreditsPerMonth: 20,
    });
    expect(await failing()).toEqual([]);
  });

  test('is a need while they can’t be set, and leaves alone what somebody sets instead', async () => {
    await refuseCaps();
    await launch({ ...NAMED, maxInfrastructureCreditsPerMonth: 20 });
    expect(await failing()).toMatchObject([{ projectId: 'bakery', kind: null, code: 'OWNER_ONLY' }]);
    await control('clearFaults');
    await serviceResponse('PATCH', '/projects/bakery/credit-limits', { maxDevelopmentCreditsPerMonth: 90 });
    await pass(2 * HOUR_MS);
    expect(await caps()).toEqual({
      maxDevelopmentCreditsPerMonth: 90,
      maxInfrastructureCreditsPerMonth: 20,
    });
    expect(await failing()).toEqual([]);
  });

  test('leaves alone what somebody set before its budget could be looked up', async () => {
    await control('setOutcomes', { launchWarnings: [] });
    const fault = {
      operation: 'getCreditLimits',
      kind: 'error',
      status: 503,
      code: 'UNAVAILABLE',
      count: 500,
    };
    await control('addFault', fault);
    await launch(NAMED, '20');
    await serviceResponse('PATCH', '/projects/bakery/credit-limits', { maxDevelopmentCreditsPerMonth: 90 });
    await control('clearFaults');
    await pass(10 * MINUTE_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(90);
    expect(await acts()).toEqual(['left-alone']);
  });

  test('keeps what an owner sets through the edge instead', async () => {
    await refuseCaps(1);
    await launch(NAMED);
    const change = { category: 'development', expected: null, to: 90 };
    expect((await owner.ask('PUT', '/caps/bakery', change)).status).toBe(200);
    expect(await failing()).toEqual([]);
    await pass(2 * HOUR_MS);
    expect((await caps()).maxDevelopmentCreditsPerMonth).toBe(90);
  });
});

test('the budget of a launch whose run did not start is none of the run that is started after it', async () => {
  await startAt(NOON);
  const owner = await pair();
  const launchWarnings = [{ step: 'agent', errorCode: 'SERVER_NOT_READY', errorMessage: 'Not now' }];
  await control('setOutcomes', { launchWarnings });
  const form = { projectId: 'bakery', prompt: 'Bake', creditLimits: { maxDevelopmentCreditsPerMonth: 300 } };
  const headers = { 'idempotency-key': 'launch-0001', 'run-budget': '30' };
  expect((await owner.ask('POST', '/launches', form, headers)).data.agentStarted).toBe(false);
  const read = () => serviceResponse('GET', '/projects/bakery/credit-limits');
  const { creditLimits, usedThisMonth } = await read();
  expect(creditLimits.maxDevelopmentCreditsPerMonth).toBe(30);
  const retried = { 'idempotency-key': 'prompt-0001', 'run-budget': '40' };
  const path = '/service/projects/bakery/agent/start';
  expect((await owner.ask('POST', path, { prompt: 'Bake' }, retried)).status).toBe(200);
  const cap = async () => (await read()).creditLimits.maxDevelopmentCreditsPerMonth;
  expect(await cap()).toBe(usedThisMonth.development + 40);
  await control('finishRun', 'bakery');
  await pass(MINUTE_MS);
  expect(await cap()).toBe(300);
});

test('a launch whose answer was lost and that ends at its budget is told as that budget', async () => {
  await startAt(NOON);
  const owner = await pair();
  await control('addFault', { operation: 'launchProject', kind: 'reset-after' });
  const form = { projectId: 'bakery', prompt: 'Bake', creditLimits: { maxDevelopmentCreditsPerMonth: 300 } };
  const headers = { 'idempotency-key': 'launch-0001', 'run-budget': '15' };
  expect((await owner.ask('POST', '/launches', form, headers)).data.state).toBe('unknown');
  await control('setUsage', 'bakery', { development: 15.2 });
  const event = 'project.credit_limit.reached';
  await owner.ask('POST', '/subscriptions/sync');
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const { id } = webhooks.find((one: { event: string }) => one.event === event);
  const { secret } = await serviceResponse('GET', `/webhooks/${id}/secret`);
  const data = { projectId: 'bakery', category: 'development', spent: 15.2, limit: 15 };
  const body = JSON.stringify({ event, timestamp: new Date().toISOString(), data });
  const signature = await sign(secret, Math.floor(Date.now() / 1000), body);
  const signed = { 'x-service-signature': signature, 'x-service-event-id': 'limit-15' };
  expect((await callEdge('POST', `/hooks/${event}`, { headers: signed, body })).status).toBe(200);
  const { items } = (await owner.ask('GET', '/snapshot')).data.attention;
  const kinds = items.map(({ reason }: { reason: { kind: string } }) => reason.kind);
  expect(kinds).toContain('run-budget');
  expect(kinds).not.toContain('credit-cap');
});

test('the budget of a launch that never was is none of a later project of its name', async () => {
  await startAt(NOON);
  const owner = await pair();
  await control('addFault', { operation: 'launchProject', kind: 'reset-before' });
  const form = { projectId: 'bakery', prompt: 'Bake', creditLimits: { maxDevelopmentCreditsPerMonth: 300 } };
  const launch = (key: string, budget: object) =>
    owner.ask('POST', '/launches', form, { 'idempotency-key': key, ...budget });
  expect((await launch('launch-0001', { 'run-budget': '20' })).data.state).toBe('unknown');
  for (let at = 0; at < 20; at++) await pass(2 * MINUTE_MS);
  expect((await owner.ask('GET', '/paid-calls/launch-0001')).data.state).toBe('absent');
  const overrides = async () => (await owner.ask('GET', '/snapshot')).data.guards.overrides;
  expect(await overrides()).toEqual([]);
  expect((await launch('launch-0002', {})).status).toBe(201);
  await pass(MINUTE_MS, owner);
  expect(await overrides()).toEqual([]);
});
