import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { MONTH_END, NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

/** Near the end of a month. */
const LATE = NOON + 15 * DAY_MS;
let owner: Paired;
beforeEach(async () => {
  await startAt(LATE);
  owner = await pair();
  for (const projectId of ['blog', 'shop']) {
    await control('addProject', { projectId });
    await setCap(projectId, 500);
  }
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const setCap = (projectId: string, cap: number) =>
  serviceResponse('PATCH', `/projects/${projectId}/credit-limits`, { maxDevelopmentCreditsPerMonth: cap });
const caps = () =>
  Promise.all(
    ['blog', 'shop'].map(
      async (id) =>
        (await serviceResponse('GET', `/projects/${id}/credit-limits`)).creditLimits
          .maxDevelopmentCreditsPerMonth,
    ),
  );
const PLAN = {
  month: new Date(MONTH_END).toISOString().slice(0, 7),
  caps: ['blog', 'shop'].map((projectId) => ({ projectId, category: 'development', from: 500, to: 200 })),
};
const put = (plan: object = PLAN, who = owner) => who.ask('PUT', '/plans', plan);
const plan = async () => (await owner.ask('GET', '/plans')).data.plan;
const states = async () => (await plan()).caps.map(({ state }: { state: string }) => state);
async function goTo(at: number): Promise<void> {
  await control('advance', at - Date.now());
  await runAlarmsAt(at);
}

test('a plan waits for the reset, sets its caps, and is taken back as one', async () => {
  expect((await put()).status).toBe(200);
  await goTo(MONTH_END - MINUTE_MS);
  expect([(await plan()).state, await caps()]).toEqual(['waiting', [500, 500]]);
  await goTo(MONTH_END + 6 * MINUTE_MS);
  expect([(await plan()).state, await caps()]).toEqual(['applied', [200, 200]]);
  await setCap('shop', 300);
  await owner.ask('POST', '/plans/undo');
  await goTo(MONTH_END + 7 * MINUTE_MS);
  expect([(await plan()).state, await caps()]).toEqual(['undone', [500, 300]]);
  const { data } = await owner.ask('GET', '/events?event=edge.plan');
  expect(data.events.map(({ facts }: { facts: { did: string } }) => facts.did)).toEqual([
    'left-alone',
    'undone',
    'set',
  ]);
});

test('a cap that somebody has changed meanwhile is left alone', async () => {
  await put();
  await setCap('blog', 900);
  await goTo(MONTH_END + 6 * MINUTE_MS);
  expect([await states(), await caps()]).toEqual([
    ['left-alone', 'set'],
    [900, 200],
  ]);
});

test('it stops at the first refusal with the rest unchanged, and that is critical', async () => {
  await put();
  await control('addFault', {
    operation: 'updateCreditLimits',
    kind: 'error',
    status: 403,
    code: 'OWNER_ONLY',
  });
  await goTo(MONTH_END + 6 * MINUTE_MS);
  expect([(await plan()).state, await states(), await caps()]).toEqual([
    'stopped',
    ['refused', 'unchanged'],
    [500, 500],
  ]);
  const { data } = await owner.ask('GET', '/snapshot');
  expect(data.guards.failing).toMatchObject([{ projectId: null, kind: null, code: 'OWNER_ONLY' }]);
});

test('a lost response is compared again, and nothing is set twice', async () => {
  await put();
  await control('addFault', { operation: 'updateCreditLimits', kind: 'reset-after' });
  await goTo(MONTH_END + 6 * MINUTE_MS);
  await goTo(MONTH_END + 10 * MINUTE_MS);
  expect([(await plan()).state, await caps()]).toEqual(['applied', [200, 200]]);
});

test('a prompt that is sent while its cap is being set keeps its budget', async () => {
  await put();
  await control('addFault', { operation: 'getCreditLimits', kind: 'delay', delayMs: 3_000 });
  const applied = goTo(MONTH_END + 6 * MINUTE_MS);
  await vi.waitFor(async () => expect((await callsOf()).getCreditLimits).toBe(1), { timeout: 60_000 });
  const headers = { 'idempotency-key': 'prompt-0001', 'run-budget': '30' };
  const body = { prompt: 'Add a page' };
  const prompted = await owner.ask('POST', '/service/projects/blog/agent/start', body, headers);
  await applied;
  expect([prompted.status, await states(), await caps()]).toEqual([200, ['set', 'set'], [30, 200]]);
});

test('only owners plan, only the next month, and a plan that waits is cancelled', async () => {
  const builder = await pairAs(owner, 'builder');
  expect((await put(PLAN, builder)).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await put({ ...PLAN, month: '2020-01' })).details).toEqual({ field: 'month' });
  await put();
  expect((await owner.ask('DELETE', '/plans')).data).toEqual({ plan: null });
  await goTo(MONTH_END + 6 * MINUTE_MS);
  expect(await caps()).toEqual([500, 500]);
});

test('a plan that an owner makes, changes or cancels is kept as an event with who did it; one that is put again is not', async () => {
  await put();
  await put();
  await put({ ...PLAN, caps: PLAN.caps.slice(0, 1) });
  await owner.ask('DELETE', '/plans');
  const { events } = (await owner.ask('GET', '/events?event=edge.change')).data;
  const facts = events.map(({ facts }: { facts: object }) => facts);
  const change = { setting: 'plan', month: PLAN.month, by: 'Test' };
  expect(facts).toEqual([
    { ...change, did: 'removed', from: 1, to: null },
    { ...change, did: 'changed', from: 2, to: 1 },
    { ...change, did: 'added', from: null, to: 2 },
  ]);
});
