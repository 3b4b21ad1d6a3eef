import { happenedAt, MINUTE_MS } from '../../../shared/time.ts';
import { type Kind, READY, stoppable } from './kind.ts';

export const runTime: Kind<'run-time'> = {
  goesByRuns: true,
  callsToAct: true,
  firstMemory: () => ({}),
  dueAt: (guard, run, now) => {
    const { memory, request } = guard;
    const retryAt = happenedAt(memory.retryAt ?? 0, now);
    const startedAt = stoppable(guard, run);
    if (startedAt !== null) return Math.max(retryAt, startedAt + request.minutes * MINUTE_MS);
    return memory.problem ? retryAt : null;
  },
  act: (guard, run, { stop }) => stop(guard, run, guard.request.minutes),
  statusOf: ({ memory }, run, now) => {
    if (run?.phase !== 'running' || run.startedAt === null) return READY;
    const number = Math.floor((now - run.startedAt) / MINUTE_MS);
    return { ...READY, state: memory.undoneFor === run.startedAt ? 'undone' : 'ready', number };
  },
  refusal: () => Promise.resolve(null),
  refusesAt: () => null,
  undone: (run) => ({ undoneFor: run?.startedAt ?? null, problem: null }),
  try: async ({ minutes }, { readRuns }) => {
    const runs = await readRuns();
    const times = runs?.filter(({ durationMs }) => durationMs > minutes * MINUTE_MS).length;
    return { times: times ?? null, of: runs?.length ?? 0, unit: 'runs' };
  },
};
