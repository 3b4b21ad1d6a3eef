import { expect, test } from 'vitest';
import { keptEventWith, readSection, snapshotWith } from '../../shared/attention/fixtures.ts';
import { emptyAttention } from '../../shared/attention/item.ts';
import type { Announcement } from '../../shared/attention/news.ts';
import { openItems } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { causeOf, changeShownBy, type OwnChange, settledBy, withOwnChange } from './own-changes.ts';

const NOW = Date.UTC(2026, 10, 11, 12);
const facts = { feature: 'email', used: 100, cap: 100, capKind: 'units', refusing: true };
const spent = keptEventWith({
  ...{ seq: 1, event: 'project.feature_limit.reached', at: NOW, projectId: 'shop', facts },
});
const events = readSection({ lastSeq: 1, items: [spent] }, NOW);
const first = reduceSnapshot(emptyAttention, snapshotWith(NOW - 1)).state;
const { state } = reduceSnapshot(first, snapshotWith(NOW, { events }));

test.each([
  ['raised elsewhere', 250, []],
  ['that is used up as it was', 100, ['feature-budget']],
  ['of which only the plan has one', null, ['feature-budget']],
])('a feature’s budget %s, once it is read', (_, monthlyUnitCap, left) => {
  const data = { plan: 'pro', features: { email: { enabled: true, monthlyUnitCap } } };
  const answer = { status: 200, text: JSON.stringify({ errors: null, data }), headers: {} };
  const read = { operation: 'getFeatureLimits', parameters: { projectId: 'shop' }, body: null } as const;
  const shown = changeShownBy(read, answer);
  if (shown === null) throw new Error('It shows nothing.');
  expect(openItems(settledBy(state, shown, NOW + 1)).map(({ reason }) => reason.kind)).toEqual(left);
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
