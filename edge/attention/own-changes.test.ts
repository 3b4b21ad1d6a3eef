import { expect, test } from 'vitest';
import { keptEventWith, readSection, snapshotWith } from '../../shared/attention/fixtures.ts';
import { emptyAttention } from '../../shared/attention/item.ts';
import { openItems } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { changeShownBy, settledBy } from './own-changes.ts';

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
