import { expect, test } from 'vitest';
import { isFound, judged } from './score.ts';

const FOUND_MIN = 36;
const FALSE_MAX = 2;
/** Written by somebody who had not seen the detector; its constants were chosen on both afterwards. */
const SECOND_FOUND_MIN = 30;

test('of 40 loops in ten languages at least 36 are found by the prompt that their history names', () => {
  const loops = judged('loops.json');
  expect(loops).toHaveLength(40);
  const missed = loops.filter((one) => !isFound(one)).map(({ id }) => id);
  expect(loops.length - missed.length, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(FOUND_MIN);
});

test('of 60 healthy histories at most 2 are called a loop', () => {
  const healthy = judged('healthy.json');
  expect(healthy).toHaveLength(60);
  const called = healthy.filter(({ at }) => at !== null).map(({ id }) => id);
  expect(called.length, `called loops: ${called.join(', ')}`).toBeLessThanOrEqual(FALSE_MAX);
});

test('of 40 loops of another hand at least 30 are found, and of 60 healthy histories at most 2 are called one', () => {
  const missed = judged('second/loops.json').filter((one) => !isFound(one));
  expect(40 - missed.length, `missed: ${missed.map(({ id }) => id).join(', ')}`).toBeGreaterThanOrEqual(
    SECOND_FOUND_MIN,
  );
  const called = judged('second/healthy.json').filter(({ at }) => at !== null);
  expect(called.length, `called loops: ${called.map(({ id }) => id).join(', ')}`).toBeLessThanOrEqual(
    FALSE_MAX,
  );
});
