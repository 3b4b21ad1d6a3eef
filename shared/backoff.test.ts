import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('the wait doubles with each failure up to its maximum, however many there are', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 5, 30))).toEqual([5, 10, 20, 30]);
  expect(backoffMs(10_000, 5, 30)).toBe(30);
  expect(backoffMs(0, 5, 30), 'before the first').toBe(5);
});
