import { expect, test } from 'vitest';
import { keptEventWith, readSection, snapshotWith } from '../../shared/attention/fixtures.ts';
import { type AttentionState, emptyAttention } from '../../shared/attention/item.ts';
import type { Announcement } from '../../shared/attention/news.ts';
import { openItems } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import type { FeatureLimit } from '../../shared/builder-api/limits-schema.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { causeOf, type OwnChange, settledByBudgets, withOwnChange } from './own-changes.ts';

const NOW = Date.UTC(2026, 10, 11, 12);
const stateAfter = (event: KeptEvent['event'], used: number) => {
  const facts = { feature: 'email', used, cap: 100, capKind: 'units', refusing: true };
  const kept = keptEventWith({ seq: 1, event, at: NOW, projectId: 'shop', facts });
  const first = reduceSnapshot(emptyAttention, snapshotWith(NOW - 1)).state;
  const events = readSection({ lastSeq: 1, items: [kept] }, NOW);
  return reduceSnapshot(first, snapshotWith(NOW, { events })).state;
};
const state = stateAfter('project.feature_limit.reached', 100);

/** What is left of the need after an answer with a budget and what is used of it, in credits or units. */
const left = (before: AttentionState, feature: Partial<FeatureLimit>, askedAt = NOW + MINUTE_MS) => {
  const limits = { plan: 'pro', features: { email: { enabled: true, ...feature } } };
  const after = settledByBudgets(before, 'shop', limits, { askedAt, now: NOW + MINUTE_MS });
  return openItems(after).map(({ reason }) => reason.kind);
};
const used = (units: number) => ({ consumed: { credits: 0, units } });

test.each([
  ['raised elsewhere', { monthlyUnitCap: 250, ...used(100) }, []],
  ['raised, and used up again', { monthlyUnitCap: 250, ...used(250) }, ['feature-budget']],
  ['raised, of which is not said what is used', { monthlyUnitCap: 250 }, ['feature-budget']],
  ['that is used up as it was', { monthlyUnitCap: 100, ...used(100) }, ['feature-budget']],
  ['of which only the plan has one', { monthlyUnitCap: null, ...used(100) }, ['feature-budget']],
  ['that is over the plan’s', { ...used(100), planCeiling: { monthlyUnitCap: 100 } }, ['feature-budget']],
  ['that neither it nor the plan has any more', { ...used(100), planCeiling: { monthlyUnitCap: null } }, []],
  ['whose use was corrected', { monthlyUnitCap: 100, ...used(40) }, []],
])('a feature’s budget %s, once it is read', (_, feature, kinds) => {
  expect(left(state, feature)).toEqual(kinds);
});

test('a feature’s warning is over only when less than 80 % of the budget in the same answer is used', () => {
  const warned = stateAfter('project.feature_limit.warning', 85);
  const is = ['feature-warning'];
  expect(left(warned, { monthlyUnitCap: 100, ...used(85) }), 'whoever opens Limits').toEqual(is);
  expect(left(warned, { monthlyUnitCap: 90, ...used(85) }), 'it was lowered').toEqual(is);
  expect(left(warned, { monthlyUnitCap: 106, ...used(85) }), 'raised by too little').toEqual(is);
  expect(left(warned, { monthlyUnitCap: 107, ...used(85) })).toEqual([]);
  // What was asked for before the event does not know of it.
  expect(left(warned, { monthlyUnitCap: 100, ...used(79) }, NOW - 1)).toEqual(is);
  expect(left(warned, { monthlyUnitCap: 250, ...used(79) }, NOW + 1), 'raised at once').toEqual([]);
  expect(left(warned, { monthlyCreditCap: 500, ...used(85) }), 'another budget of it').toEqual(is);
});

const ended = (outcome: 'stopped' | 'succeeded' | 'failed') =>
  ({ kind: 'run-finished', outcome, durationMs: null, credits: null }) as const;
const cause = (changes: OwnChange[], about: Announcement['about'], run?: number) =>
  causeOf(changes, { about, projectId: 'shop', ...(run !== undefined && { work: run }) }).deviceId;

test.each([
  ['stopped', 7, 'device-1'],
  ['stopped', 8, undefined],
  ['stopped', undefined, undefined],
  ['succeeded', 7, undefined],
  ['failed', 7, undefined],
] as const)(
  'of the stop of run 7, an end %s of run %s is caused by %s, however late',
  (outcome, run, own) => {
    const stop = { operation: 'stopAgent', parameters: { projectId: 'shop' }, body: null } as const;
    expect(cause(withOwnChange([], 'device-1', stop, 7), ended(outcome), run)).toBe(own);
    expect(withOwnChange([], 'device-1', stop, undefined)).toEqual([]);
  },
);

test('the switch of a feature is announced to others alone, once; what stops or is switched elsewhere, to all', () => {
  const set = (features: object) =>
    ({
      operation: 'setFeatureLimits',
      parameters: { projectId: 'shop' },
      body: JSON.stringify({ features }),
    }) as const;
  const off = { kind: 'feature-disabled', feature: 'email' } as const;
  const on = { kind: 'feature-enabled', feature: 'email' } as const;
  const made = withOwnChange(
    [],
    'device-1',
    set({ email: { enabled: false }, ai: { monthlyCreditCap: 5 } }),
    undefined,
  );
  const both = withOwnChange(made, 'device-2', set({ email: { enabled: true } }), undefined);
  expect(made).toHaveLength(1);
  expect(cause(made, { ...off, feature: 'ai' })).toBeUndefined();
  const after = (changes: OwnChange[], about: Announcement['about']) =>
    causeOf(changes, { about, projectId: 'shop' });
  const first = after(both, off);
  expect([first.deviceId, cause(first.left, on), cause(first.left, off)]).toEqual([
    'device-1',
    'device-2',
    undefined,
  ]);
  // It was switched on elsewhere, and its event of before was lost.
  expect(after(made, on)).toEqual({ deviceId: undefined, left: [] });
});
