import { describe, expect, test } from 'vitest';
import { deployEnding, deployPhaseOf } from './deploy-ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from './event-ending.ts';

describe('a deployment has succeeded only if the service says so (published reference, Reading state)', () => {
  test.each([
    ['success', 'live', 'succeeded'],
    ['error', 'failed', 'failed'],
    ['failed', 'failed', 'failed'],
    ['deploying', 'deploying', null],
    ['bundling', 'unknown', null],
    ['constructor', 'unknown', null],
    [null, 'never', null],
  ])('%j is %s', (status, phase, ending) => {
    expect(deployPhaseOf(status)).toBe(phase);
    expect(deployEnding({ phase: deployPhaseOf(status), finishedAt: null })).toBe(ending);
  });

  test('one that is over without a word of how is not known', () =>
    expect(deployEnding({ phase: 'unknown', finishedAt: 1 })).toBe('not-known'));
});

describe('an event says how work ended (Events)', () => {
  test.each([
    [{ status: 'success' }, 'succeeded'],
    [{ status: 'error' }, 'failed'],
    [{ status: 'deploying' }, 'not-known'],
    [{ status: 7 }, 'not-known'],
    [{}, 'not-known'],
    [{ status: 'success', ending: 'failed' }, 'succeeded'],
    [{ status: 'error', ending: 'succeeded' }, 'failed'],
    [{ status: 'deploying', ending: 'failed' }, 'failed'],
    [{ ending: 'succeeded' }, 'succeeded'],
    [{ status: 'error', ending: 'paused' }, 'failed'],
  ])('a deployment: %j', (facts, ending) => expect(deployEndingOfEvent(facts)).toBe(ending));

  test.each([
    [{ status: 'done' }, 'not-known'],
    [{}, 'not-known'],
    [{ status: 'error' }, 'failed'],
    [{ status: 'error', ending: 'succeeded' }, 'failed'],
    [{ status: 'error', ending: 'stopped' }, 'stopped'],
    [{ status: 'done', ending: 'succeeded' }, 'succeeded'],
    [{ status: 'done', ending: 'perfect' }, 'not-known'],
  ])('a run: %j', (facts, ending) => expect(runEndingOfEvent(facts)).toBe(ending));
});
