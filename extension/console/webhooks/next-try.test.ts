import { expect, it } from 'vitest';
import { nextTryAt } from './next-try.ts';

const TRIED = Date.parse('2026-11-22T10:00:00Z');
const tried = (attempts: number, status = 'pending') => ({
  ...{ status, attempts, updatedAt: '2026-11-22T10:00:00Z' },
});

it('shows the next try after 30 seconds, then after 2 minutes (service reference, Events, Delivery)', () => {
  expect(nextTryAt(tried(1), TRIED + 1_000)).toBe(TRIED + 30_000);
  expect(nextTryAt(tried(2), TRIED + 1_000)).toBe(TRIED + 120_000);
});

it('shows none of a delivery that ended, that was never tried, or whose last try is not reported', () => {
  for (const delivery of [tried(3), tried(0), tried(1, 'failed'), tried(1, 'delivered')])
    expect(nextTryAt(delivery, TRIED)).toBeNull();
  expect(nextTryAt({ status: 'pending', attempts: 1, updatedAt: null }, TRIED)).toBeNull();
});

it('says that a try is due once its time is past', () => {
  expect(nextTryAt(tried(1), TRIED + 31_000)).toBe('due');
});
