import { expect, test } from 'vitest';
import { dayStart, fixedPrice, guardSpending, highestPrice } from './paid-call.ts';

const costs = { CREATE_PROJECT: 10, UPLOAD_FILE: 0.5, CREATE_DEPLOYMENT: 4 };

test('fixed prices: a project with its uploads, a deployment, and none for a run', () => {
  expect(fixedPrice({ operation: 'launchProject', uploads: 3 }, costs)).toBe(11.5);
  expect(fixedPrice({ operation: 'deploy', uploads: 0 }, costs)).toBe(4);
  expect(fixedPrice({ operation: 'startAgent', uploads: 0 }, null)).toBe(0);
  expect(fixedPrice({ operation: 'startServer', uploads: 0 }, costs)).toBeNull();
});

test('of the lists that may apply the higher price counts, and none may be missing where a limit depends on it', () => {
  expect(highestPrice([1, 2], true)).toBe(2);
  expect(highestPrice([2, null], true)).toBeNull();
  expect(highestPrice([2, null], false)).toBe(2);
  expect(highestPrice([null, null], false)).toBeNull();
});

test('the guard lets through up to the limit and no further', () => {
  expect(guardSpending(20, 10, 10).ok).toBe(true);
  expect(guardSpending(20, 10.5, 10).ok).toBe(false);
  expect(guardSpending(null, 999, null).ok).toBe(true);
});

test('a run, which has no fixed price, is refused once the limit is reached', () => {
  expect(guardSpending(20, 19.5, 0).ok).toBe(true);
  expect(guardSpending(20, 20, 0)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
  expect(guardSpending(0, 0, 0)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
});

test('with a limit, a price that is not known is too much', () => {
  expect(guardSpending(20, 0, null)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
});

test('a day is a UTC day', () => {
  expect(dayStart(Date.UTC(2026, 10, 21, 23, 59, 59, 999))).toBe(Date.UTC(2026, 10, 21));
});
