import { expect, test } from 'vitest';
import type { EffectiveLimit } from '../../../../shared/spending/effective-limit.ts';
import { type PlanForm, planOf } from './plan-of.ts';
import type { PlannerRow } from './planner-rows.ts';

const FORM: PlanForm = { category: 'development', spread: 'evenly', total: '', byHand: {} };

const row = (projectId: string, used: number, cap: number | null): PlannerRow => {
  const limit: EffectiveLimit = { kind: 'own', cap };
  return { projectId, label: null, daily: [], used, cap, forecast: null, limit };
};
const ids = (rows: readonly PlannerRow[]) => rows.map(({ projectId }) => projectId);

test('a total is spread over what no guard overrides, and only what differs is a change', () => {
  const rows = [row('shop', 40, 100), row('blog', 10, 60)];
  const { caps, changes, problem } = planOf(rows, { ...FORM, total: '230' });
  expect([...caps.values()].reduce((sum, cap) => sum + cap, 0)).toBe(230);
  expect(changes.map(({ projectId, from }) => [projectId, from])).toEqual([
    ['shop', 100],
    ['blog', 60],
  ]);
  expect(problem).toBeNull();
  const kept = planOf(rows, { ...FORM, spread: 'hand', byHand: { shop: '100', blog: '61' } });
  expect(kept.changes).toEqual([{ projectId: 'blog', category: 'development', from: 60, to: 61 }]);
});

test.each(['12.5', '0', '20'])('a total of %s is a problem and changes nothing', (total) => {
  const { changes, problem } = planOf([row('shop', 40, 100)], { ...FORM, total });
  expect([changes, problem]).toEqual([[], expect.any(String)]);
});

test('says of caps by hand which are wrong and which stop at once', () => {
  const byHand = { shop: '40', blog: '0', yoga: '12' };
  const rows = [row('shop', 40, 100), row('blog', 10, 60), row('yoga', 10, 60), row('bot', 1, 5)];
  const plan = planOf(rows, { ...FORM, spread: 'hand', byHand });
  expect([...plan.wrong.keys()]).toEqual(['blog']);
  expect(ids(plan.stopping)).toEqual(['shop']);
  expect(plan.changes.map(({ projectId }) => projectId)).toEqual(['shop', 'yoga']);
});

test('leaves a cap alone that a guard overrides, whatever is typed for it', () => {
  const limit = { ...row('shop', 40, 100).limit, kind: 'laid' } as EffectiveLimit;
  const overridden = { ...row('shop', 40, 100), limit };
  const plan = planOf([overridden, row('blog', 10, 60)], { ...FORM, spread: 'hand', byHand: { shop: '9' } });
  expect([ids(plan.taking), ids(plan.overridden), plan.changes]).toEqual([['blog'], ['shop'], []]);
});
