import { expect, test } from 'vitest';
import { endingOf } from './project-state.ts';

test.each([
  [{ phase: 'finished', ending: 'capped', finishedAt: 9 }, 'capped'],
  [{ phase: 'finished', finishedAt: 9 }, 'not-known'],
  [{ phase: 'finished', finishedAt: null }, 'not-known'],
  [{ phase: 'unknown', finishedAt: 9 }, 'not-known'],
  [{ phase: 'unknown', finishedAt: null }, null],
  [{ phase: 'running', finishedAt: null }, null],
  [{ phase: 'idle', finishedAt: null }, null],
] as const)('a phase alone is no success: %j ended as %s', (run, ending) =>
  expect(endingOf(run)).toBe(ending),
);
