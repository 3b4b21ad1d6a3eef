import { describe, expect, it } from 'vitest';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { afterRun, awaitedRun, WAITS_MAX_MS } from './after-run.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const STARTED = NOW - 60_000;
const running: RunState = {
  ...{ phase: 'running', status: 'processing', startedAt: STARTED, finishedAt: null, lastMessage: null },
  ...{ prompt: null, creditsSpent: null, ending: null, keysNeeded: [], batch: null },
};
const ended = (ending: NonNullable<RunState['ending']>, startedAt: number | null = STARTED): RunState => ({
  ...{ ...running, phase: 'finished', status: 'done', startedAt, ending },
});

describe('a prompt that is to be sent after a run', () => {
  it.each([
    ['it goes on', running, 'wait'],
    ['the project was not read', null, 'wait'],
    ['nothing tells what it does', { ...running, phase: 'unknown' as const }, 'wait'],
    ['it succeeded', ended('succeeded'), 'send'],
    ['it succeeded, and when it began is not known', ended('succeeded', null), 'send'],
    ['it failed', ended('failed'), 'RUN_BEFORE_FAILED'],
    ['it was stopped', ended('stopped'), 'RUN_BEFORE_STOPPED'],
    ['it reached its cap', ended('capped'), 'RUN_BEFORE_STOPPED'],
    ['an event says only that it is over', { ...ended('not-known', null), finishedAt: NOW }, 'wait'],
    ['only the run before it was read', ended('succeeded', STARTED - HOUR_MS), 'wait'],
    ['how it ended is not known', ended('not-known'), 'RUN_BEFORE_NOT_KNOWN'],
    ['another run has ended since', ended('succeeded', STARTED + 1), 'RUN_BEFORE_NOT_KNOWN'],
  ] as const)('when %s', (_, run, becomes) => {
    expect(afterRun(awaitedRun(running), NOW, run, NOW)).toBe(becomes);
  });

  it('waits for a whole batch, whose runs begin one after another', () => {
    const batch = { ...running, batch: { done: 0, total: 2 } };
    expect(afterRun(awaitedRun(batch), NOW, ended('succeeded', STARTED + HOUR_MS), NOW)).toBe('send');
    const before = { ...ended('succeeded', null), finishedAt: NOW - HOUR_MS };
    expect(afterRun(awaitedRun(batch), NOW, before, NOW), 'a run from before the batch').toBe('wait');
  });

  it('is not sent where the end was read, and still nothing tells how', () => {
    const read = { ...ended('not-known'), finishedAt: NOW };
    expect(afterRun(awaitedRun(running), NOW, read, NOW + 3 * MINUTE_MS)).toBe('RUN_BEFORE_NOT_KNOWN');
  });

  it('is not sent any more once the user no longer expects it', () => {
    expect(afterRun(awaitedRun(running), NOW - WAITS_MAX_MS, ended('succeeded'), NOW)).toBe(
      'RUN_BEFORE_TOO_LONG',
    );
  });
});
