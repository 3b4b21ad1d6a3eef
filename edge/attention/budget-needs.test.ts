import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { accountHook } from '../testing/account-hook.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** At the service itself, as its own page does: the edge hears nothing of it. */
const setBudget = (monthlyUnitCap: number) =>
  serviceResponse('PUT', '/projects/shop/limits', { features: { email: { monthlyUnitCap } } });

async function spendBudget(): Promise<void> {
  const post = await accountHook(owner, 'project.feature_limit.reached');
  await setBudget(2);
  await control('useFeature', 'shop', 'email', { units: 2 });
  const data = { projectId: 'shop', feature: 'email', used: 2, cap: 2, capKind: 'units', refusing: true };
  const event = { event: 'project.feature_limit.reached', timestamp: new Date().toISOString(), data };
  expect((await post('evt_spent', { body: JSON.stringify(event) })).status).toBe(200);
}

const needs = async () => {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  return data.attention?.items.map(({ reason }) => reason.kind);
};

test("a feature's budget that was raised at the service's page ends its need, though nobody opens Limits", async () => {
  await spendBudget();
  await pass(40 * MINUTE_MS);
  expect(await needs(), 'it is used up as it was').toEqual(['feature-budget']);
  await setBudget(5);
  await pass(40 * MINUTE_MS);
  expect(await needs()).toEqual([]);
});

test('budgets are asked for twice an hour while one holds a need, and never where none does', async () => {
  await pass(2 * HOUR_MS);
  const asked = async () => (await callsOf()).getFeatureLimits ?? 0;
  const before = await asked();
  await pass(2 * HOUR_MS);
  expect((await asked()) - before).toBe(0);
  await spendBudget();
  for (let passed = 0; passed < HOUR_MS; passed += 5 * MINUTE_MS) await pass(5 * MINUTE_MS);
  expect((await asked()) - before).toBe(2);
});
