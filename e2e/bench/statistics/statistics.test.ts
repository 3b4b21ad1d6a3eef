import { expect, test } from 'vitest';
import { seededRandom } from '../../random/random.ts';
import { compare, compareUntilValid } from './compare.ts';
import { estimate, excludesOne } from './estimate.ts';
import { median, quantile } from './quantile.ts';
import { runRounds } from './rounds.ts';

const constant = (took: number) => ({ sample: async () => took });
/** Takes `took`, give or take a tenth. */
const noisy = (took: number, seed: number) => {
  const random = seededRandom(seed);
  return { sample: async () => took * (0.9 + random.next() * 0.2) };
};

test('quantiles lie between neighbours', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});

test('an interval narrows with more rounds and holds the true value', () => {
  const random = seededRandom(1);
  const values = (count: number) => Array.from({ length: count }, () => 2 + random.next() - 0.5);
  const few = estimate(values(10), random);
  const many = estimate(values(1_000), random);
  expect(many.high - many.low).toBeLessThan((few.high - few.low) / 2);
  expect(many.low).toBeLessThan(2.02);
  expect(many.high).toBeGreaterThan(1.98);
});

test('warm-up rounds run and do not count, and the order changes from round to round', async () => {
  const calls: string[] = [];
  const note = (name: string) => ({
    sample: async () => {
      calls.push(name);
      return calls.length;
    },
  });
  const samples = await runRounds(
    { a: note('a'), b: note('b'), c: note('c') },
    { rounds: 30, warmUpRounds: 2, random: seededRandom(4) },
  );
  expect(samples.a).toHaveLength(30);
  expect(Math.min(...samples.a, ...samples.b, ...samples.c)).toBe(7);
  const orders = new Set<string>();
  for (let at = 0; at < calls.length; at += 3) orders.add(calls.slice(at, at + 3).join(''));
  expect(orders.size).toBe(6);
});

test('a ratio of two is found through noise, and the control holds', async () => {
  const settings = { rounds: 40, warmUpRounds: 1, random: seededRandom(9) };
  const { ratio, control, isVoid } = await compare(noisy(20, 1), noisy(10, 2), settings);
  expect(ratio.low).toBeGreaterThan(1.9);
  expect(ratio.high).toBeLessThan(2.1);
  expect(excludesOne(ratio)).toBe(true);
  expect(excludesOne(control)).toBe(false);
  expect(isVoid).toBe(false);
});

test('a machine that slows one of two equal contenders down makes the run void', async () => {
  let call = 0;
  // The reference runs twice a round: when its second run is always slower, order decides, not the work.
  const drifting = { sample: async () => 10 + (call++ % 2 === 0 ? 0 : 2) };
  const inOrder = { ...seededRandom(1), shuffled: <T>(things: readonly T[]) => [...things] };
  const settings = { rounds: 20, warmUpRounds: 0, random: inOrder };
  expect((await compare(constant(10), drifting, settings)).isVoid).toBe(true);
});

test('a void run is repeated, and one that stays void is reported as void', async () => {
  const settings = { rounds: 3, warmUpRounds: 0, random: seededRandom(1) };
  const good = await compare(constant(1), constant(1), settings);
  const bad = { ...good, isVoid: true };
  const outcomes = [bad, good];
  const second = await compareUntilValid(3, async () => outcomes.shift() ?? bad);
  expect(second).toMatchObject({ isVoid: false, attempts: 2 });
  expect(await compareUntilValid(2, async () => bad)).toMatchObject({ isVoid: true, attempts: 2 });
});
