import { expect, test } from 'vitest';
import { isDue } from './reader.ts';

const NOW = 1_000_000_000;
const due = (ageMs: number, changes: Partial<Parameters<typeof isDue>[0]> = {}) =>
  isDue({
    triedAt: NOW - ageMs,
    waitUntil: 0,
    failures: 0,
    paceMs: 30_000,
    markedAt: null,
    fresh: false,
    now: NOW,
    ...changes,
  });

test('a section is due at its pace, at once when marked stale, and soon when wanted fresh', () => {
  expect([due(29_999), due(30_000)]).toEqual([false, true]);
  expect([due(999, { markedAt: NOW }), due(1_000, { markedAt: NOW })]).toEqual([false, true]);
  expect([due(2_999, { fresh: true }), due(3_000, { fresh: true })]).toEqual([false, true]);
});

test('one that fails is read at growing intervals, up to five minutes', () => {
  expect([due(59_999, { failures: 2 }), due(60_000, { failures: 2 })]).toEqual([false, true]);
  expect([due(299_999, { failures: 20 }), due(300_000, { failures: 20 })]).toEqual([false, true]);
});

test('prices that could not be read are not missing for an hour: the next try does not wait for a slow pace', () => {
  const prices = { failures: 1, paceMs: 3_600_000 };
  expect([due(59_999, prices), due(60_000, prices)]).toEqual([false, true]);
});

test('the service’s wish to be left alone goes before everything', () => {
  expect(due(99_999, { waitUntil: NOW + 1, markedAt: NOW, fresh: true })).toBe(false);
});

test('a clock that went back does not hold a section up', () => {
  expect(due(-5_000)).toBe(true);
});
