import type { GuardKind, GuardRequest } from '../../shared/edge-api/guards.ts';
import { endingOf, type RunState } from '../../shared/snapshot/project-state.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, utcDay } from '../../shared/time.ts';
import type { Guard, GuardMemory } from './guard-rows.ts';

/** Interval of spending reads during a run that the day's budget may stop. */
const SPENDING_EVERY_MS = 3 * MINUTE_MS;

type Of<K extends GuardKind> = Extract<GuardRequest, { kind: K }>;

/** When a guard is due to act on a run; null = it is not, 0 = at once. */
export function guardDueAt({ request, memory }: Guard, run: RunState, now: InstantMs): InstantMs | null {
  const { startedAt } = run;
  const isStoppable =
    run.phase === 'running' &&
    startedAt !== null &&
    memory.stopped !== startedAt &&
    memory.undoneFor !== startedAt;
  const retryAt = memory.retryAt ?? 0;
  switch (request.kind) {
    case 'run-budget':
    case 'raise':
      return null;
    case 'failures':
      return countedRun(memory, run) === null ? null : 0;
    case 'run-time':
      if (isStoppable) return Math.max(retryAt, startedAt + request.minutes * MINUTE_MS);
      return memory.problem ? retryAt : null;
    case 'day-budget': {
      if (memory.readFor !== runKey(run) || memory.problem) return retryAt;
      if (!request.stopsRun || !isStoppable || memory.undoneFor === utcDay(now)) return null;
      return Math.max(retryAt, (memory.readAt ?? 0) + SPENDING_EVERY_MS);
    }
  }
}

/** The state of a guard. @param run the project's latest run, if known */
export function guardState(
  { request, memory }: Guard,
  run: RunState | null,
  now: InstantMs,
): {
  state: 'ready' | 'acting' | 'undone';
  since: InstantMs | null;
  until: InstantMs | null;
  number: number | null;
} {
  const ready = { state: 'ready', since: null, until: null, number: null } as const;
  const since = memory.since ?? null;
  switch (request.kind) {
    case 'run-budget':
    case 'raise':
      return ready;
    case 'failures': {
      const number = memory.failures ?? 0;
      return number >= request.inARow
        ? { state: 'acting', since, until: null, number }
        : { ...ready, number };
    }
    case 'run-time': {
      if (run?.phase !== 'running' || run.startedAt === null) return ready;
      const number = Math.floor((now - run.startedAt) / MINUTE_MS);
      return { ...ready, state: memory.undoneFor === run.startedAt ? 'undone' : 'ready', number };
    }
    case 'day-budget': {
      const today = utcDay(now);
      const number = memory.day === today ? (memory.spent ?? null) : null;
      const until = Date.parse(today) + DAY_MS;
      if (memory.undoneFor === today) return { state: 'undone', since: null, until, number };
      return number !== null && number >= request.credits
        ? { state: 'acting', since, until, number }
        : { ...ready, number };
    }
  }
}

/** The memory of a new guard: runs that ended before it was set don't count. */
export function firstMemory(request: GuardRequest, run: RunState | null, now: InstantMs): GuardMemory {
  if (request.kind !== 'failures') return {};
  const isOver = run !== null && endingOf(run) !== null;
  return { lastRun: (isOver ? (run.startedAt ?? run.finishedAt) : null) ?? now };
}

/** The memory without a failure to act. */
export function withoutFailure({
  problem: _,
  tries: _tries,
  retryAt: _retryAt,
  ...rest
}: GuardMemory): GuardMemory {
  return rest;
}

/** Differs between a project's run and the previous one. */
export const runKey = ({ phase, startedAt, finishedAt }: RunState): string =>
  `${phase} ${startedAt} ${finishedAt}`;

/** Start of the run that counts as failed or not; null when it was counted already, or its end is unknown. */
function countedRun({ lastRun = null }: GuardMemory, run: RunState): InstantMs | null {
  const ending = endingOf(run);
  const at = run.startedAt ?? run.finishedAt;
  if (at === null || ending === null || ending === 'not-known') return null;
  return lastRun === null || at > lastRun ? at : null;
}

/** The memory with an ended run counted, once. */
export function countRun(
  memory: GuardMemory,
  run: RunState,
  request: Of<'failures'>,
  now: InstantMs,
): GuardMemory {
  const lastRun = countedRun(memory, run);
  const ending = endingOf(run);
  if (lastRun === null) return memory;
  // A stop, a reached cap and a waiting batch are neither a failure nor a success.
  const before = memory.failures ?? 0;
  const failures = ending === 'failed' ? before + 1 : ending === 'succeeded' ? 0 : before;
  const isActing = failures >= request.inARow;
  return {
    ...memory,
    failures,
    lastRun,
    since: isActing ? (memory.since ?? now) : null,
    isTold: isActing && memory.isTold === true,
  };
}
