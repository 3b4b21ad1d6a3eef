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
  lending.lend('one');
  expect(lending.leftMs('one')).toBeGreaterThan(LENT_MS);
  goTo(LATER + LENT_MS);
  expect(lending.leftMs('one')).toBeGreaterThan(0);
  goTo(LATER + 2 * LENT_MS);
  expect(lending.leftMs('one')).toBe(0);
});

test('whoever was lent nothing is not waited for', () => {
  const { lending, goTo } = lendingAt(START);
  goTo(LATER);
  lending.lend('one');
  expect(lending.leftMs('another')).toBe(0);
});

test('after a restart it reckons with what may have been lent just before', () => {
  const { lending, goTo } = lendingAt(START);
  expect(lending.leftMs('one')).toBeGreaterThan(LENT_MS);
  goTo(START + 2 * LENT_MS);
  expect(lending.leftMs('one')).toBe(0);
});
