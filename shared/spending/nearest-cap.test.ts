import { expect, test } from 'vitest';
import type { CapOverride } from '../edge-api/guards.ts';
import { nearestCap } from './nearest-cap.ts';

const none = () => null;
const used = { development: 10, infrastructure: 90 };

test('the nearest cap is that of which more is used (service reference, Credit limits)', () => {
  expect(nearestCap({ caps: { development: 1_000, infrastructure: 100 }, used }, none)).toEqual({
    category: 'infrastructure',
    used: 90,
    cap: 100,
  });
  expect(nearestCap({ caps: { development: null, infrastructure: 100 }, used }, none)?.cap).toBe(100);
});

test('without any cap it is what development has used, and nothing where that cannot be read now', () => {
  expect(nearestCap({ caps: { development: null, infrastructure: null }, used }, none)).toEqual({
    category: 'development',
    used: 10,
    cap: null,
  });
  expect(nearestCap({ caps: { development: 100, infrastructure: 100 }, used: null }, none)).toBeNull();
});

test('while a run has a budget, its project is not at its cap', () => {
  const limits = {
    caps: { development: 127, infrastructure: null },
    used: { development: 127, infrastructure: 0 },
  };
  const layers = [{ kind: 'run-budget' as const, credits: 15, since: 0, until: null, by: null }];
  const override: CapOverride = {
    ...{ category: 'development', projectId: 'shop', own: 500, cap: 127, state: 'set', problem: null },
    layers,
  };
  expect(nearestCap(limits, (of) => (of === 'development' ? override : null))?.cap).toBe(500);
  expect(nearestCap(limits, none)?.cap).toBe(127);
});
