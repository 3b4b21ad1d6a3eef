import { expect, test } from 'vitest';
import type { CapOverride } from '../edge-api/guards.ts';
import { effectiveLimit, highestCap, ownersCap } from './effective-limit.ts';

const budget = { kind: 'run-budget', credits: 30, since: 1, until: null, by: 'Laptop' } as const;
const raise = { kind: 'raise', credits: 50, since: 1, until: 9, by: 'Phone' } as const;
const overridden = (change: Partial<CapOverride> = {}): CapOverride => ({
  projectId: 'shop',
  category: 'development',
  own: 5000,
  cap: 130,
  state: 'set',
  layers: [budget],
  problem: null,
  ...change,
});

test('without an override the cap is the owner’s', () => {
  expect(effectiveLimit(5000, null)).toEqual({ kind: 'own', cap: 5000 });
  expect(effectiveLimit(null, null)).toEqual({ kind: 'own', cap: null });
  expect(effectiveLimit(300, overridden({ layers: [] }))).toEqual({ kind: 'own', cap: 300 });
});

test('a budget is reported with what it covers, and the owner’s value is what forms edit', () => {
  const limit = effectiveLimit(130, overridden({ layers: [budget, raise] }));
  expect(limit).toEqual({ kind: 'overridden', cap: 130, own: 5000, by: budget, covers: raise });
  expect(ownersCap(limit)).toBe(5000);
  expect(effectiveLimit(undefined, overridden())).toMatchObject({ kind: 'overridden', cap: 130 });
});

test('while it is not set yet, or put back already, the owner’s value counts', () => {
  expect(effectiveLimit(5000, overridden({ state: 'setting' }))).toEqual({ kind: 'own', cap: 5000 });
});

test('a value that is neither is somebody else’s, and theirs counts', () => {
  const limit = effectiveLimit(200, overridden());
  expect(limit).toEqual({ kind: 'changed', cap: 200, own: 5000 });
  expect(ownersCap(limit)).toBe(200);
});

test('a month may take a raise, or the owner’s cap after a lower budget', () => {
  const own = 5000;
  expect(highestCap(effectiveLimit(5190, overridden({ cap: 5190, own, layers: [raise] })))).toBe(5190);
  expect(highestCap(effectiveLimit(130, overridden({ own, layers: [budget] })))).toBe(5000);
  expect(highestCap(effectiveLimit(130, overridden({ own: null, layers: [budget] })))).toBeNull();
});
