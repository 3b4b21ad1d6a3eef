import { expect, test } from 'vitest';
import { triedOn } from './run-budget.ts';

const run = (callKey: string | null, credits: number | null, begunAt = 5) => ({
  ...{ callKey, credits, begunAt },
  over: 'reading' as const,
});
const tried = (...runs: ReturnType<typeof run>[]) => triedOn(runs, 30, 1);

test('counts what was sent from here and took more', () =>
  expect(tried(run('a', 31), run('b', 30), run('c', 70))).toEqual({
    times: 2,
    of: 3,
    unit: 'runs',
    unknown: 0,
  }));

test('not what was begun elsewhere, or before: it gets no budget', () =>
  expect(tried(run(null, 70), run('a', 70, 0))).toMatchObject({ times: 0, of: 0 }));

test('a batch has one budget', () =>
  expect(tried(run('a', 20), run('a', 20), run('b', 20))).toMatchObject({ times: 1, of: 2 }));

test('what nobody knows is said', () =>
  expect(tried(run('a', null), run('b', 40), run('b', null), run('c', 5), run('c', null))).toMatchObject({
    ...{ times: 1, of: 1, unknown: 2 },
  }));
