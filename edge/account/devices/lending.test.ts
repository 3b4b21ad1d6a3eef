import { expect, test } from 'vitest';
import { LENT_MS, Lending } from './lending.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const LATER = START + 60_000;

function lendingAt(start: number) {
  let now = start;
  const lending = new Lending(() => now);
  const goTo = (to: number) => {
    now = to;
  };
  return { lending, goTo };
}

test('a yes is reckoned with for longer than the Worker may keep it, and then no more', () => {
  const { lending, goTo } = lendingAt(START);
  goTo(LATER);
  lending.lend();
  expect(lending.leftMs()).toBeGreaterThan(LENT_MS);
  goTo(LATER + LENT_MS);
  expect(lending.leftMs()).toBeGreaterThan(0);
  goTo(LATER + 2 * LENT_MS);
  expect(lending.leftMs()).toBe(0);
});

test('after a restart it reckons with what may have been lent just before', () => {
  const { lending, goTo } = lendingAt(START);
  expect(lending.leftMs()).toBeGreaterThan(LENT_MS);
  goTo(START + 2 * LENT_MS);
  expect(lending.leftMs()).toBe(0);
});

test('a clock that is set back makes nobody wait longer', () => {
  const { lending, goTo } = lendingAt(START);
  goTo(LATER);
  lending.lend();
  goTo(START);
  expect(lending.leftMs()).toBeLessThanOrEqual(2 * LENT_MS);
  expect(lending.leftMs()).toBeGreaterThan(LENT_MS);
});
