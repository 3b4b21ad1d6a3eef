import { expect, test } from 'vitest';
import type { Reason } from '../../../shared/attention/item.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention-schema.ts';
import { openingStanding } from './over-by-now.ts';

const nothing: AttentionNow = {
  ...{ items: [], open: 0, seen: 0, ended: [], endedTroubles: [], lastAnnouncement: 0 },
};
const withOpen = (id: string, opening: number, kind = 'credit-cap'): AttentionNow => ({
  ...nothing,
  open: 1,
  items: [
    {
      ...{ id, severity: 'critical', projectId: 'shop', reason: { kind } as Reason, since: 0 },
      ...{ opening, openedAt: 0, seen: null, rank: 0 },
    },
  ],
});

const withEnded = (id: string, opening: number, endedBy?: string): AttentionNow => {
  const [item] = withOpen(id, opening).items;
  return { ...nothing, ended: [id], endedTroubles: item ? [{ ...item, resolvedAt: 5, endedBy }] : [] };
};

test('what was announced is over once it was resolved', () => {
  expect(openingStanding('credit-cap:shop#2', withEnded('credit-cap:shop', 2))).toBe('over');
  expect(openingStanding('credit-cap:shop#2', withOpen('credit-cap:shop', 2))).toBe('open');
});

test.each(['seen', 'replaced', 'not-read'])('it is not called over when it ended as %s', (endedBy) => {
  expect(openingStanding('credit-cap:shop#2', withEnded('credit-cap:shop', 2, endedBy))).toBe(null);
});

test('it is not called over when it has become worse, or while that is not known, and news never is', () => {
  expect(openingStanding('credit-cap:shop#2', withOpen('credit-cap:shop', 3))).toBe(null);
  expect(openingStanding('credit-cap:shop#2', nothing)).toBe(null);
  expect(openingStanding('credit-cap:shop#2', undefined)).toBe(null);
  expect(openingStanding('run:shop@1763', nothing)).toBe(null);
  expect(openingStanding('event:e1', nothing)).toBe(null);
});

test('a run that was stopped once is not called open until somebody has seen it', () => {
  expect(openingStanding('run-budget:shop#1', withOpen('run-budget:shop', 1, 'run-budget'))).toBe(null);
});
