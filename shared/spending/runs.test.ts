import { describe, expect, it } from 'vitest';
import { readSection, snapshotWith } from '../attention/fixtures.ts';
import { projectFixture, runFixture } from '../snapshot/project-fixture.ts';
import type { RunState } from '../snapshot/project-state.ts';
import { committedCredits, leastRoom, runsOfRequest, runsUnderWay } from './runs.ts';

const usual = { low: 12, high: 30, count: 8 };
const run = (changes: Partial<RunState> = {}) => runFixture({ phase: 'running', ...changes });

describe('runs under way (service reference, published: a batch, each prompt costs a run)', () => {
  it.each([
    ['none', null, 0, false],
    ['one that is over', run({ phase: 'finished' }), 0, false],
    ['one', run({ batch: null }), 1, false],
    ['a batch of 50 at its first prompt', run({ batch: { done: 0, total: 50 } }), 50, false],
    ['the rest of a batch', run({ batch: { done: 47, total: 50 } }), 3, false],
    ['a batch of which it is not told how far it is', run({ batch: { done: null, total: 5 } }), 5, false],
    ['a batch that is being planned', run({ batch: { done: null, total: null } }), 1, true],
  ] as const)('%s', (_, state, runs, isMore) => expect(runsUnderWay(state)).toEqual({ runs, isMore }));

  it('are all spoken for', () => {
    const items = [
      projectFixture({ projectId: 'batch', run: run({ batch: { done: 0, total: 50 } }) }),
      projectFixture({ projectId: 'planning', run: run({ batch: { done: null, total: null } }) }),
    ];
    const history = readSection({ runCredits: usual, runDurationMs: null, deployDurationMs: null }, 1);
    const projects = readSection({ total: 2, items }, 1);
    expect(committedCredits(snapshotWith(1, { projects, history }))).toEqual({
      ...{ runs: 51, begun: 2, isMore: true, credits: 1_051, most: 1_530, of: usual },
    });
  });
});

it('counts the runs that a request starts; where the service decides how many, at least one', () => {
  expect(runsOfRequest({})).toEqual({ runs: 1, isMore: false });
  expect(runsOfRequest({ multiPrompt: { prompts: ['a', 'b', 'c'] } })).toEqual({ runs: 3, isMore: false });
  expect(runsOfRequest({ multiPrompt: {} })).toEqual({ runs: 1, isMore: true });
});

it('finds the nearest of the bounds that are known', () => {
  const bounds = { balance: 400, 'development-cap': null, 'daily-limit': 90, 'day-budget': 100 };
  expect(leastRoom(bounds)).toEqual({ by: 'daily-limit', left: 90 });
  expect(leastRoom({ ...bounds, 'daily-limit': null, 'day-budget': null })).toEqual({
    by: 'balance',
    left: 400,
  });
});
