import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

const draw = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 50 }, () => random.next());
};

test('a seed replays, another seed differs', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('numbers spread evenly over the range', () => {
  const random = seededRandom(1);
  const counts = [0, 0, 0, 0];
  for (let n = 0; n < 40_000; n++) counts[random.below(4)]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('shuffling keeps every thing once and every place is reached', () => {
  const random = seededRandom(3);
  const firsts = new Set<string>();
  for (let n = 0; n < 100; n++) {
    const order = random.shuffled(['a', 'b', 'c']);
    expect([...order].sort()).toEqual(['a', 'b', 'c']);
    firsts.add(order[0] ?? '');
  }
  expect(firsts.size).toBe(3);
});

test('a fork does not depend on later draws from its parent', () => {
  const parent = seededRandom(5);
  const fork = parent.fork();
  parent.next();
  const other = seededRandom(5).fork();
  expect(fork.next()).toBe(other.next());
});

test('picking from nothing throws', () => {
  expect(() => seededRandom(1).pick([])).toThrow(RangeError);
});
