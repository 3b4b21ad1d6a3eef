import { afterEach, beforeEach, expect, test } from 'vitest';
import { CAP_EVENT } from '../../shared/edge-api/caps.ts';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
  await setCaps({ maxDevelopmentCreditsPerMonth: 500, maxInfrastructureCreditsPerMonth: 200 });
});
afterEach(reset);

const PATH = '/projects/shop/credit-limits';
const setCaps = (caps: object) => serviceResponse('PATCH', PATH, caps);
const caps = async () => {
  const { creditLimits } = await serviceResponse('GET', PATH);
  return [creditLimits.maxDevelopmentCreditsPerMonth, creditLimits.maxInfrastructureCreditsPerMonth];
};
/** How often a cap was set, after the test's own. */
const settings = async () => ((await callsOf()).updateCreditLimits ?? 0) - 1;
const put = (expected: number | null, to: number | null, category = 'development', who = owner) =>
  who.ask('PUT', '/caps/shop', { category, expected, to });

test('a cap is set if it is what the owner saw, and only that cap', async () => {
  const { status, data } = await put(500, 640);
  expect([status, data]).toEqual([200, { cap: 640 }]);
  expect(await caps()).toEqual([640, 200]);
  expect((await put(200, null, 'infrastructure')).status).toBe(200);
  expect(await caps()).toEqual([640, null]);
});

test('a cap may be any positive number of credits, less than one too (Credit limits)', async () => {
  expect((await put(500, 0.25)).status).toBe(200);
  expect(await caps()).toEqual([0.25, 200]);
  expect((await put(0.25, 0)).code).toBe('EDGE_INVALID_REQUEST');
});

test('one that somebody has set beyond what the edge sets can be lowered', async () => {
  await setCaps({ maxDevelopmentCreditsPerMonth: 5_000_000 });
  expect((await put(5_000_000, 1_000_000)).status).toBe(200);
});

test('a cap that was set is kept as an event, with what it was and by whom, and one that stays is not', async () => {
  await put(500, 640);
  await put(500, 640);
  await put(500, 720);
  const { events } = eventsPage.parse((await owner.ask('GET', '/events?event=edge.cap')).data);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    ...{ event: CAP_EVENT, projectId: 'shop', source: 'edge' },
    facts: { category: 'development', from: 500, to: 640, by: expect.any(String) },
  });
});

test('one that somebody else has set meanwhile stays, and the response says what stands there', async () => {
  await setCaps({ maxDevelopmentCreditsPerMonth: 700 });
  const { status, code, details } = await put(500, 640);
  expect([status, code, details]).toEqual([409, 'EDGE_CAP_CHANGED', { found: 700 }]);
  expect(await caps()).toEqual([700, 200]);
});

test('of two owners at once one sets it, and the other is told', async () => {
  const replies = await Promise.all([put(500, 640), put(500, 720)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = replies.find(({ status }) => status === 409);
  expect(lost?.details?.found).toBe((await caps())[0]);
});

test('asked again after its response was lost, it is set once', async () => {
  expect((await put(500, 640)).status).toBe(200);
  expect((await put(500, 640)).status).toBe(200);
  expect(await settings()).toBe(1);
});

test('a change whose response the service loses is read again', async () => {
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-after' });
  expect((await put(500, 640)).status).toBe(200);
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-before' });
  expect((await put(640, 700)).code).toBe('EDGE_SERVICE_UNREACHABLE');
  expect(await caps()).toEqual([640, 200]);
});

test('nothing is set of which the cap can’t be read, or that the service refuses', async () => {
  await control('addFault', { operation: 'getCreditLimits', kind: 'error', status: 400, code: 'X_Y' });
  expect((await put(500, 640)).code).toBe('X_Y');
  expect(await settings()).toBe(0);
  const refusing = { operation: 'updateCreditLimits', kind: 'error', status: 403, code: 'OWNER_ONLY' };
  await control('addFault', refusing);
  expect((await put(500, 640)).code).toBe('OWNER_ONLY');
  expect(await caps()).toEqual([500, 200]);
});

test('while a guard overrides it, it is compared with the owner’s own, and replaces the override', async () => {
  await control('setUsage', 'shop', { development: 100 });
  const headers = { 'idempotency-key': 'prompt-0001', 'run-budget': '30' };
  await owner.ask('POST', '/service/projects/shop/agent/start', { prompt: 'Add a page' }, headers);
  expect((await caps())[0]).toBe(130);
  expect((await put(130, 640)).details).toEqual({ found: 500 });
  expect((await put(500, 640)).status).toBe(200);
  expect((await caps())[0]).toBe(640);
  expect((await owner.ask('GET', '/guards/shop')).data.acts[0]).toMatchObject({
    did: 'left-alone',
    found: 640,
  });
});

test('no other way sets a cap, and only owners do', async () => {
  const cap = { maxDevelopmentCreditsPerMonth: 900 };
  expect((await owner.ask('PATCH', `/service${PATH}`, cap)).code).toBe('EDGE_NOT_ALLOWED');
  const builder = await pairAs(owner, 'builder');
  expect((await put(500, 640, 'development', builder)).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect(await caps()).toEqual([500, 200]);
});

test('the budget of all features, which sets the infrastructure cap too, waits for a cap that is being set', async () => {
  await control('addFault', { operation: 'getCreditLimits', kind: 'delay', delayMs: 500 });
  const [first, second] = await Promise.all([
    put(200, 300, 'infrastructure'),
    putBudget(null, 900, 'all', 'monthlyCreditCap'),
  ]);
  expect([first.status, second.status, await caps()]).toEqual([200, 200, [500, 900]]);
});

const LIMITS = '/projects/shop/limits';
const putBudget = (expected: number | null, to: number | null, feature = 'email', field = 'monthlyUnitCap') =>
  owner.ask('PUT', '/caps/shop', { category: 'feature', feature, field, expected, to });
const setBudget = (monthlyUnitCap: number | null) =>
  serviceResponse('PUT', LIMITS, { features: { email: { monthlyUnitCap } } });
const budget = async () => (await serviceResponse('GET', LIMITS)).features.email.monthlyUnitCap;

test('a budget of a feature is set if it is what the owner saw, and one that somebody has set meanwhile stays', async () => {
  expect((await putBudget(null, 90)).data).toEqual({ cap: 90 });
  await setBudget(70);
  const { status, code, details } = await putBudget(90, 60);
  expect([status, code, details]).toEqual([409, 'EDGE_CAP_CHANGED', { found: 70 }]);
  expect(await budget()).toBe(70);
  const replies = await Promise.all([putBudget(70, 80), putBudget(70, 85)]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
  const { events } = (await owner.ask('GET', '/events?event=edge.change')).data;
  expect(events.map(({ facts }: { facts: object }) => facts)).toMatchObject([
    { setting: 'limit', feature: 'email', part: 'monthlyUnitCap', from: 70, to: await budget() },
    { from: null, to: 90, unit: 'recipients', by: 'Test' },
  ]);
});

test('one whose response the service loses is read again, and one that cannot be read is not set', async () => {
  await control('addFault', { operation: 'setFeatureLimits', kind: 'reset-after' });
  expect((await putBudget(null, 90)).status).toBe(200);
  await control('addFault', { operation: 'setFeatureLimits', kind: 'reset-before' });
  expect((await putBudget(90, 60)).code).toBe('EDGE_SERVICE_UNREACHABLE');
  await control('addFault', { operation: 'getFeatureLimits', kind: 'error', status: 400, code: 'X_Y' });
  expect((await putBudget(90, 60)).code).toBe('X_Y');
  expect(await budget()).toBe(90);
});

test.each([
  ['INVALID_LIMIT', { to: 1.5 }],
  ['INVALID_LIMIT', { to: -1 }],
  ['INVALID_LIMIT', { to: 1e300 }],
  ['INVALID_LIMIT', { feature: 'all', to: 5 }],
  ['UNKNOWN_FEATURE', { feature: 'teleport' }],
])('a budget that the service would refuse is %s: %j', async (code, part) => {
  const body = {
    category: 'feature',
    feature: 'ai',
    field: 'monthlyUnitCap',
    expected: null,
    to: 5,
    ...part,
  };
  expect(await owner.ask('PUT', '/caps/shop', body)).toMatchObject({ status: 400, code });
});

test('no other way sets a budget', async () => {
  const features = { email: { monthlyUnitCap: 90 } };
  expect((await owner.ask('PUT', `/service${LIMITS}`, { features })).code).toBe('EDGE_INVALID_REQUEST');
  expect(await budget()).toBe(undefined);
});

test.each([
  [{ category: 'development', to: 5 }],
  [{ category: 'development', expected: 500, to: 0 }],
  [{ category: 'development', expected: 500, to: 1_000_001 }],
  [{ category: 'all', expected: 500, to: 5 }],
])('%j is no change of a cap', async (body) => {
  expect((await owner.ask('PUT', '/caps/shop', body)).status).toBe(400);
});
