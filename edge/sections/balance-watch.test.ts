import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { type BalanceMoves, type BalanceWatch, hasFallen, movedTo, noBalanceWatch } from './balance-watch.ts';

const NOW = 1_000_000_000;

/** Moves of a balance that was read so, one reading after another. */
const read = (...balances: number[]) =>
  balances.reduce<BalanceMoves | null>((moves, credits) => movedTo(moves, credits), null);

test('credits that go where nothing is known to have begun are a reason to look at all', () => {
  const asked = (moves: BalanceMoves | null, isExplained = false) =>
    hasFallen(noBalanceWatch, moves, NOW, isExplained);
  expect(asked(read(300, 290)).isUnexplained).toBe(true);
  expect(asked(read(300, 290), true).isUnexplained).toBe(false);
  expect(asked(read(300, 310)).isUnexplained).toBe(false);
  expect(asked(read(300))).toMatchObject({ isUnexplained: false, mayHideMore: false });
  expect(asked(null)).toEqual({ isUnexplained: false, watch: noBalanceWatch });
});

test('what readings between two polls saw counts, whoever asked for them', () => {
  const asked = (...balances: number[]) => hasFallen(noBalanceWatch, read(...balances), NOW, false);
  expect(asked(300, 290, 290).isUnexplained, 'before the first poll').toBe(true);
  expect(asked(300, 310, 302).isUnexplained, 'from where it rose to').toBe(true);
  expect(asked(300, 290, 400).isUnexplained, 'before it rose').toBe(true);
  expect(asked(300, 300, 300)).toMatchObject({ isUnexplained: false, mayHideMore: false });
});

test('a balance that rose may hide what was spent at the same time', () => {
  expect(hasFallen(noBalanceWatch, read(300, 400), NOW, false).mayHideMore).toBe(true);
  const { watch, mayHideMore } = hasFallen(noBalanceWatch, read(300, 400, 400), NOW, false);
  expect(mayHideMore, 'a reading in between saw it first').toBe(true);
  expect(hasFallen(watch, read(300, 400, 400, 400), NOW, false).mayHideMore).toBe(false);
});

test('moves counted anew are no fall', () => {
  const before: BalanceWatch = { fallen: 50, rises: 3, scannedAt: 0, waitMs: 0 };
  expect(hasFallen(before, read(300), NOW, false)).toMatchObject({
    isUnexplained: false,
    watch: { fallen: 0, rises: 0 },
  });
});

test('what was looked into only among likely projects is looked into among all as soon as a view opens, once', () => {
  const looked = (before: BalanceWatch, moves: BalanceMoves | null, likely: number, isExplained = false) =>
    hasFallen(before, moves, NOW, isExplained, false, likely);
  const ALL = Number.POSITIVE_INFINITY;
  for (const [what, moves, isExplained] of [
    ['a fall', read(300, 290), false],
    ['beside a change', read(300, 290), true],
    ['as it rose', read(300, 400), false],
  ] as const) {
    const unseen = looked(noBalanceWatch, moves, 5, isExplained);
    expect(looked(unseen.watch, moves, 5).isUnexplained, `${what}, again without a view`).toBe(false);
    const viewed = looked(unseen.watch, moves, ALL);
    expect(viewed.isUnexplained, `${what}, as a view opens`).toBe(true);
    expect(looked(viewed.watch, moves, ALL).isUnexplained, `${what}, and again`).toBe(false);
  }
  expect(looked(looked(noBalanceWatch, read(300, 290), ALL).watch, read(300, 290), ALL).isUnexplained).toBe(
    false,
  );
});

test('a balance that falls all the time is looked into ever more rarely', () => {
  const looksWithin = (ms: number, everyMs: number) => {
    let watch = noBalanceWatch;
    let moves = movedTo(null, 10_000);
    let looks = 0;
    for (let at = NOW, credits = 9_999; at < NOW + ms; at += everyMs, credits--) {
      moves = movedTo(moves, credits);
      const result = hasFallen(watch, moves, at, false);
      watch = result.watch;
      if (result.isUnexplained) looks++;
    }
    return looks;
  };
  expect(looksWithin(60 * MINUTE_MS, 12 * SECOND_MS)).toBeLessThan(20);
});

test('a fall that may not be looked into yet is not forgotten', () => {
  const first = hasFallen(noBalanceWatch, read(300, 299), NOW, false);
  const second = hasFallen(first.watch, read(300, 299, 289), NOW + SECOND_MS, false);
  expect(second).toEqual({ isUnexplained: false, watch: first.watch });
  expect(hasFallen(second.watch, read(300, 299, 289), NOW + MINUTE_MS, false).isUnexplained).toBe(true);
});

test('what apps usually use is theirs; what a run takes as it begins stands out', () => {
  let watch: BalanceWatch = { ...noBalanceWatch, at: NOW };
  let at = NOW;
  let moves = movedTo(null, 1_000);
  const fallBy = (amount: number) => {
    at += MINUTE_MS;
    moves = movedTo(moves, moves.credits - amount);
    const result = hasFallen(watch, moves, at, false);
    watch = result.watch;
    return result.isUnexplained;
  };
  for (let minute = 0; minute < 30; minute++) fallBy(1);
  expect([fallBy(1), fallBy(1.5), fallBy(1)]).toEqual([false, false, false]);
  expect(fallBy(7)).toBe(true);
});

test('what was spent once, a moment after a reading, is no usual pace that hides a start', () => {
  const once = hasFallen({ ...noBalanceWatch, at: NOW }, read(300, 299), NOW + 2 * SECOND_MS, false);
  for (const later of [20 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS])
    expect(
      hasFallen(once.watch, read(300, 299, 293), NOW + later, false).isUnexplained,
      `${later} ms later`,
    ).toBe(true);
});
