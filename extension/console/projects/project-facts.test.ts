// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { changedFields } from './edit-project.tsx';
import { nearestCap } from './project-facts.ts';

const limits = (development: number | null, infrastructure: number | null) => ({
  maxDevelopmentCreditsPerMonth: development,
  maxInfrastructureCreditsPerMonth: infrastructure,
});

test('the bar shows the cap of which more is used (service reference, Credit limits)', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(1_000, 100), usedThisMonth: used })).toEqual({
    category: 'infrastructure',
    used: 90,
    cap: 100,
  });
  expect(nearestCap({ creditLimits: limits(null, 100), usedThisMonth: used })?.cap).toBe(100);
});

test('without any cap it shows what development has used, and nothing where that cannot be read now', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(null, null), usedThisMonth: used })).toEqual({
    category: 'development',
    used: 10,
    cap: null,
  });
  expect(nearestCap({ creditLimits: limits(100, 100), usedThisMonth: null })).toBeNull();
});

test('only what was changed is sent; a project leaves its group by null', () => {
  const from = { label: 'Shop', description: 'A shop', groupId: 'clients' };
  expect(changedFields(from, { ...from, groupId: '' })).toEqual({ groupId: null });
  expect(changedFields(from, { ...from, label: '' })).toEqual({ label: '' });
  expect(changedFields(from, from)).toEqual({});
});
