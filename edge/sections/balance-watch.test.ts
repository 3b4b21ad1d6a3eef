import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { hasFallen, noBalanceWatch } from './balance-watch.ts';

const NOW = 1_000_000_000;

test('credits that go where nothing is known to have begun are a reason to look at all', () => {
  const before = { ...noBalanceWatch, credits: 300 };
  expect(hasFallen(before, 290, NOW, false).isUnexplained).toBe(true);
  expect(hasFallen(before, 290, NOW, true).isUnexplained).toBe(false);
  expect(hasFallen(before, 310, NOW, false).isUnexplained).toBe(false);
  expect(hasFallen(before, null, NOW, false)).toEqual({ isUnexplained: false, watch: before });
  expect(hasFallen(noBalanceWatch, 290, NOW, false)).toMatchObject({
    isUnexplained: false,
    watch: { credits: 290 },
  });
});

test('what was spent between the first reading and the first poll is a fall, too', () => {
  const change = (watched: number | null, between: number, credits: number) =>
    hasFallen({ ...noBalanceWatch, credits: watched }, credits, NOW, false, false, between);
  expect(change(null, 300, 290).isUnexplained).toBe(true);
  expect(change(300, 290, 290).isUnexplained, 'what another reading saw first').toBe(true);
  expect(change(300, 310, 302).isUnexplained, 'from where it rose to').toBe(true);
  expect(change(300, 300, 300)).toMatchObject({ isUnexplained: false, mayHideMore: false });
});

test('a balance that rose may hide what was spent at the same time', () => {
  const before = { ...noBalanceWatch, credits: 300 };
  expect(hasFallen(before, 400, NOW, false)).toMatchObject({ isUnexplained: false, mayHideMore: true });
  expect(hasFallen(before, 400, NOW, false, false, 400)).toMatchObject({ mayHideMore: true });
});

test('a balance that falls all the time is looked into ever more rarely', () => {
  const looksWithin = (ms: number, everyMs: number) => {
    let watch = { ...noBalanceWatch, credits: 10_000 };
    let looks = 0;
    for (let at = NOW, credits = 9_999; at < NOW + ms; at += everyMs, credits--) {
      const result = hasFallen({ ...watch, credits: watch.credits ?? credits }, credits, at, false);
      watch = { ...result.watch, credits: result.watch.credits ?? credits };
      if (result.isUnexplained) looks++;
    }
    return looks;
  };
  expect(looksWithin(60 * MINUTE_MS, 12 * SECOND_MS)).toBeLessThan(20);
});

test('a fall that may not be looked into yet is not forgotten', () => {
  const first = hasFallen({ ...noBalanceWatch, credits: 300 }, 299, NOW, false);
  const second = hasFallen(first.watch, 289, NOW + SECOND_MS, false);
  expect(second).toEqual({ isUnexplained: false, watch: first.watch });
  expect(hasFallen(second.watch, 289, NOW + MINUTE_MS, false).isUnexplained).toBe(true);
});

test('what apps usually use is theirs; what a run takes as it begins stands out', () => {
  let watch = { ...noBalanceWatch, credits: 1_000, at: NOW };
  let at = NOW;
  let credits = 1_000;
  const fallBy = (amount: number) => {
    at += MINUTE_MS;
    credits -= amount;
    const result = hasFallen(watch, credits, at, false);
    watch = { ...result.watch, credits: result.watch.credits ?? credits, at: result.watch.at ?? at };
    return result.isUnexplained;
  };
  for (let minute = 0; minute < 30; minute++) fallBy(1);
  expect([fallBy(1), fallBy(1.5), fallBy(1)]).toEqual([false, false, false]);
  expect(fallBy(7)).toBe(true);
});
