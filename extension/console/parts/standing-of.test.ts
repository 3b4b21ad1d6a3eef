import { expect, test } from 'vitest';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import { reportedBy } from '../../../shared/attention/kinds/kinds.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { standingOf } from './over-by-now.ts';

const AT = Date.UTC(2026, 10, 21);
const event = (name: string, facts: Record<string, string | number>): KeptEvent => {
  const kept = keptEventWith({ seq: 1, at: AT, event: name, projectId: 'shop', facts });
  const [reported] = reportedBy(kept);
  return reported === undefined ? kept : { ...kept, need: `${reported.id}#1` };
};
const cap = event('project.credit_limit.reached', { category: 'development', spent: 5, limit: 5 });
const nothing: AttentionNow = {
  ...{ items: [], open: 0, seen: 0, ended: [], endedTroubles: [], lastAnnouncement: 0 },
};
const withOpen = (...ids: (string | undefined)[]): AttentionNow => ({
  ...nothing,
  open: ids.length,
  items: ids.map((id = '') => ({
    ...{ id, severity: 'critical', projectId: 'shop', reason: { kind: 'credit-cap' }, since: 0 },
    ...{ opening: 1, openedAt: 0, seen: null, rank: 0 },
  })),
});

const standing = (kept: KeptEvent, attention: AttentionNow | undefined) => standingOf([kept], attention);

const withEnded = (endedBy: string | undefined, ...ids: (string | undefined)[]): AttentionNow => ({
  ...nothing,
  endedTroubles: withOpen(...ids).items.map((item) => ({ ...item, resolvedAt: cap.at + 9, endedBy })),
});
const idOf = (kept: KeptEvent) => reportedBy(kept)[0]?.id;

test('what an event warned of is over once it was resolved, and neither said while that is unknown', () => {
  const open = withOpen(idOf(cap));
  expect(standing(cap, withEnded(undefined, idOf(cap)))).toBe('over');
  expect(standing(cap, open)).toBe('open');
  expect(standing(cap, undefined)).toBe(null);
  expect(standing(cap, nothing)).toBe(null);
  const { need: _, ...without } = cap;
  expect(standing(without, open), 'it reports no need').toBe(null);
  const again = open.items.map((item) => ({ ...item, opening: 2 }));
  expect(standing(cap, { ...open, items: again }), 'it opened anew').toBe(null);
});

test('the warning of a budget is not over when the budget is used up', () => {
  const facts = { feature: 'email', cap: 100, capKind: 'units', used: 80, period: '2026-11' };
  const warning = event('project.feature_limit.warning', facts);
  expect(standing(warning, withEnded(undefined, idOf(warning)))).toBe('over');
  expect(standing(warning, withEnded('replaced', idOf(warning)))).toBe(null);
});

test('the end of work is news, which is never over; what stopped it may be', () => {
  const failed = event('agent.prompt.finished', { status: 'error', ending: 'failed' });
  expect(standing(failed, nothing)).toBe(null);
  expect(standingOf([failed, cap], withEnded(undefined, idOf(cap)))).toBe('over');
});
