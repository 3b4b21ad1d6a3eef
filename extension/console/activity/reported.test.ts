import { expect, test } from 'vitest';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';
import { isOver, reportedBy } from './reported.ts';

const event = (name: string, facts: Record<string, string | number>) =>
  keptEventWith({ seq: 1, at: Date.UTC(2026, 10, 21), event: name, projectId: 'shop', facts });
const cap = event('project.credit_limit.reached', { category: 'development', spent: 5, limit: 5 });
const nothing: AttentionNow = { items: [], open: 0, ended: [], lastAnnouncement: 0 };
const withOpen = (...ids: (string | undefined)[]): AttentionNow => ({
  ...nothing,
  open: ids.length,
  items: ids.map((id = '') => ({
    ...{ id, severity: 'critical', projectId: 'shop', reason: { kind: 'credit-cap' }, since: 0 },
    ...{ opening: 1, openedAt: 0, seen: null, rank: 0 },
  })),
});

test('what an event warned of is over once it is not open any more, and not while that is unknown', () => {
  expect(isOver(cap, nothing)).toBe(true);
  expect(isOver(cap, withOpen(reportedBy(cap)[0]?.id))).toBe(false);
  expect(isOver(cap, undefined)).toBe(false);
  expect(isOver(cap, { ...nothing, open: 150 })).toBe(false);
});

test('the warning of a budget is not over while the budget is used up', () => {
  const facts = { feature: 'email', cap: 100, capKind: 'units', used: 80, period: '2026-11' };
  const warning = event('project.feature_limit.warning', facts);
  const id = reportedBy(warning)[0]?.id;
  expect(isOver(warning, nothing)).toBe(true);
  expect(isOver(warning, withOpen(id?.replace('warning', 'budget')))).toBe(false);
});

test('the end of work is news, which is never over', () => {
  expect(isOver(event('agent.prompt.finished', { status: 'error', ending: 'failed' }), nothing)).toBe(false);
});
