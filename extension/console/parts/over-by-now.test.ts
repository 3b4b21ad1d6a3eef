import { expect, test } from 'vitest';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';
import { isOpeningOver } from './over-by-now.ts';

const nothing: AttentionNow = { items: [], open: 0, ended: [], lastAnnouncement: 0 };
const withOpen = (id: string, opening: number): AttentionNow => ({
  ...nothing,
  open: 1,
  items: [
    {
      ...{ id, severity: 'critical', projectId: 'shop', reason: { kind: 'credit-cap' }, since: 0 },
      ...{ opening, openedAt: 0, seen: null, rank: 0 },
    },
  ],
});

test('what was announced is over once it is not open any more, or has opened again', () => {
  expect(isOpeningOver('credit-cap:shop#2', nothing)).toBe(true);
  expect(isOpeningOver('credit-cap:shop#2', withOpen('credit-cap:shop', 2))).toBe(false);
  expect(isOpeningOver('credit-cap:shop#2', withOpen('credit-cap:shop', 3))).toBe(true);
});

test('it is not called over while that is not known, and news never is', () => {
  expect(isOpeningOver('credit-cap:shop#2', undefined)).toBe(false);
  expect(isOpeningOver('credit-cap:shop#2', { ...nothing, open: 150 })).toBe(false);
  expect(isOpeningOver('run:shop@1763', nothing)).toBe(false);
  expect(isOpeningOver('event:e1', nothing)).toBe(false);
});
