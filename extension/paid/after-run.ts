import type { RunState } from '../../shared/snapshot/project-state.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';

/** A confirmed prompt waits this long for the run before it. */
export const WAITS_MAX_MS = 2 * HOUR_MS;

/** The event of an end may come without how it ended, and before the edge has read it. */
const READ_WITHIN_MS = 3 * MINUTE_MS;

/** The run that a prompt waits for: when it started; null: unknown, or one of several of a batch. */
export type AwaitedRun = { startedAt: InstantMs | null };

/** Why a prompt that waited is not sent. */
export const NOT_SENT_CODES = [
  'RUN_BEFORE_FAILED',
  'RUN_BEFORE_STOPPED',
  'RUN_BEFORE_NOT_KNOWN',
  'RUN_BEFORE_TOO_LONG',
] as const;

/** What the run of a project is, as a prompt that is to be sent after it waits for it. */
export const awaitedRun = ({ startedAt, batch }: RunState): AwaitedRun => ({
  startedAt: batch ? null : startedAt,
});

/**
 * What becomes of a prompt that waits for the end of a run: it is sent only if the run succeeded.
 * @param run of its project, as last read
 */
export function afterRun(
  { startedAt }: AwaitedRun,
  waitsSince: InstantMs,
  run: RunState | null,
  now: InstantMs,
): 'wait' | 'send' | (typeof NOT_SENT_CODES)[number] {
  if (now - waitsSince >= WAITS_MAX_MS) return 'RUN_BEFORE_TOO_LONG';
  const ending = run && run.phase !== 'running' ? run.ending : null;
  if (run === null || ending === null || isBefore(run, startedAt ?? waitsSince - READ_WITHIN_MS))
    return 'wait';
  // Another run has ended since: how the one before it did is not known.
  const isOther = startedAt !== null && run.startedAt !== null && run.startedAt !== startedAt;
  if (isOther) return 'RUN_BEFORE_NOT_KNOWN';
  switch (ending) {
    case 'succeeded':
      return 'send';
    case 'failed':
      return 'RUN_BEFORE_FAILED';
    case 'stopped':
    case 'capped':
    case 'paused':
      return 'RUN_BEFORE_STOPPED';
    case 'not-known':
      return now - (run.finishedAt ?? 0) < READ_WITHIN_MS ? 'wait' : 'RUN_BEFORE_NOT_KNOWN';
  }
}

/** Whether this run is from before the awaited one, under way `at`, which the edge has not read yet. */
const isBefore = ({ startedAt, finishedAt }: RunState, at: InstantMs): boolean =>
  (finishedAt ?? startedAt ?? at) < at;
