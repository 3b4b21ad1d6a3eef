import { MINUTE_MS } from '../../../shared/time.ts';
import { type Kind, READY, stoppable } from './kind.ts';

export const runTime: Kind<'run-time'> = {
  goesByRuns: true,
  callsToAct: true,
  firstMemory: () => ({}),
  dueAt: (guard, run) => {
    const startedAt = stoppable(guard, run);
    return startedAt === null ? null : startedAt + guard.request.minutes * MINUTE_MS;
  },
  act: (guard, run, { stop }) => stop(guard, run, guard.request.minutes),
  statusOf: ({ memory }, run, now) => {
    if (run?.phase !== 'running' || run.startedAt === null) return READY;
    const number = Math.floor((now - run.startedAt) / MINUTE_MS);
    return { ...READY, state: memory.undoneFor === run.startedAt ? 'undone' : 'ready', number };
  },
  refusal: () => Promise.resolve(null),
  refusesUnread: () => false,
  refusesAt: () => null,
  undone: (run) => ({ undoneFor: run?.startedAt ?? null, problem: null }),
  try: async ({ minutes }, { readRuns }) => {
    const runs = await readRuns();
    const times = runs?.filter(({ durationMs }) => durationMs > minutes * MINUTE_MS).length;
    return { times: times ?? null, of: runs?.length ?? 0, unit: 'runs' };
  },
};
