import { expect, it } from 'vitest';
import { projectFixture, runFixture } from '../../shared/snapshot/project-fixture.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { withPastCosts } from './past-costs.ts';

const ran = (startedAt: number, creditsSpent: number | null, ending: RunState['ending'] = 'succeeded') =>
  projectFixture({ run: runFixture({ startedAt, creditsSpent, ending }) });

it('a run keeps its cost once another replaces it, once however often that is read', () => {
  const second = withPastCosts(ran(1, 6.9), ran(2, null, null));
  expect(second.pastCosts).toEqual([{ startedAt: 1, credits: 6.9 }]);
  const read = withPastCosts(second, ran(2, 11));
  expect(withPastCosts(read, ran(3, null, null)).pastCosts).toEqual([
    { startedAt: 1, credits: 6.9 },
    { startedAt: 2, credits: 11 },
  ]);
});

it('nothing is kept of the latest, of one that was not over when it was read, or of one whose cost was not read', () => {
  for (const [before, after] of [
    [ran(1, 6.9), ran(1, 6.9)],
    [ran(1, 4, null), ran(2, null, null)],
    [ran(1, null), ran(2, null, null)],
  ] as const)
    expect(withPastCosts(before, after).pastCosts).toBeUndefined();
});

it('only the newest are kept', () => {
  let known = ran(0, 0);
  for (let at = 1; at <= 12; at++) known = withPastCosts(known, ran(at, at));
  expect(known.pastCosts?.map(({ credits }) => credits)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
