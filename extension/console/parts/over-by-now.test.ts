import { expect, test } from 'vitest';
import type { Reason } from '../../../shared/attention/item.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';
import { openingStanding } from './over-by-now.ts';

const nothing: AttentionNow = { items: [], open: 0, ended: [], lastAnnouncement: 0 };
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

test('what was announced is over once it is not open any more, or has opened again', () => {
  expect(openingStanding('credit-cap:shop#2', nothing)).toBe('over');
  expect(openingStanding('credit-cap:shop#2', withOpen('credit-cap:shop', 2))).toBe('open');
  expect(openingStanding('credit-cap:shop#2', withOpen('credit-cap:shop', 3))).toBe('over');
});

test('it is not called over while that is not known, and news never is', () => {
  expect(openingStanding('credit-cap:shop#2', undefined)).toBe(null);
  expect(openingStanding('credit-cap:shop#2', { ...nothing, open: 150 })).toBe(null);
  expect(openingStanding('run:shop@1763', nothing)).toBe(null);
  expect(openingStanding('event:e1', nothing)).toBe(null);
});

test('a run that was stopped once is not called open until somebody has seen it', () => {
  expect(openingStanding('run-budget:shop#1', withOpen('run-budget:shop', 1, 'run-budget'))).toBe(null);
});
