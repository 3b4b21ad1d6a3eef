import { isSaid } from '../../../shared/endings/ending.ts';
import type { RunState } from '../../../shared/snapshot/project-state.ts';
import { happenedAt, type InstantMs } from '../../../shared/time.ts';
import type { GuardMemory } from '../guard-rows.ts';
import type { PastRun } from '../past-runs.ts';
import { type Kind, READY } from './kind.ts';

/** Refuses prompts after so many failed runs in a row. */
export const failures: Kind<'failures'> = {
  goesByRuns: true,
  // Runs are only counted.
  callsToAct: false,
  // Runs that ended before it was set don't count.
  firstMemory: (run, now) => {
    const isOver = run !== null && run.ending !== null;
    return { lastRun: (isOver ? (run.startedAt ?? run.finishedAt) : null) ?? now };
  },
  dueAt: ({ memory }, run, now) => (countedRun(memory, run, now) === null ? null : 0),
  act: async (guard, run, { remember, now }) => {
    remember(guard, (memory) => countRun(memory, run, guard.request, now()));
  },
  statusOf: ({ memory, request }) => {
    const number = memory.failures ?? 0;
    return number >= request.inARow
      ? { state: 'acting', since: memory.since ?? null, until: null, number }
      : { ...READY, number };
  },
  refusal: async (guard, { refuse }) => {
    const { failures: number = 0 } = guard.memory;
    return number < guard.request.inARow
      ? null
      : refuse(guard, number, `${number} runs in a row have failed.`, { failures: number });
  },
  refusesUnread: () => false,
  refusesAt: ({ inARow }) => inARow,
  undone: () => ({ failures: 0, since: null, isReported: false }),
  try: async ({ inARow }, { readRuns }) => {
    const runs = await readRuns();
    return { times: runs && timesInARow(runs, inARow), of: runs?.length ?? 0, unit: 'runs' };
  },
};

/** Start of the run that counts as failed or not; null when it was counted already, or its end is unknown. */
function countedRun({ lastRun }: GuardMemory, run: RunState, now: InstantMs): InstantMs | null {
  const ending = run.ending;
  const at = run.startedAt ?? run.finishedAt;
  if (at === null || !isSaid(ending)) return null;
  return at > happenedAt(lastRun ?? 0, now) ? at : null;
}

/** The memory with an ended run counted, once. */
function countRun(
  memory: GuardMemory,
  run: RunState,
  { inARow }: { inARow: number },
  now: InstantMs,
): GuardMemory {
  const lastRun = countedRun(memory, run, now);
  const ending = run.ending;
  if (lastRun === null) return memory;
  // A stop, a reached cap and a waiting batch are neither a failure nor a success.
  const before = memory.failures ?? 0;
  const failures = ending === 'failed' ? before + 1 : ending === 'succeeded' ? 0 : before;
  const isActing = failures >= inARow;
  return {
    ...memory,
    failures,
    lastRun,
    since: isActing ? (memory.since ?? now) : null,
    isReported: isActing && memory.isReported === true,
  };
}

/** Counts how often this many failures came in a row; it then restarts, as when prompts are allowed again. */
function timesInARow(runs: readonly PastRun[], inARow: number): number {
  let times = 0;
  let failures = 0;
  for (const { hasFailed } of runs) {
    failures = hasFailed ? failures + 1 : 0;
    if (failures < inARow) continue;
    times++;
    failures = 0;
  }
  return times;
}
