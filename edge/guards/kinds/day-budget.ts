import { creditsByDay } from '../../../shared/spending/spending-days.ts';
import { DAY_MS, happenedAt, MINUTE_MS, utcDay } from '../../../shared/time.ts';
import { refused } from '../guard-events.ts';
import type { Guard, GuardMemory } from '../guard-rows.ts';
import {
  type GuardHands,
  type GuardOf,
  type Kind,
  READY,
  runKey,
  stoppable,
  withoutFailure,
} from './kind.ts';

/** Interval of spending reads during a run that the day's budget may stop. */
const SPENDING_EVERY_MS = 3 * MINUTE_MS;

/** Refuses prompts, and may stop a run, once a project spent this many development credits on a UTC day. */
export const dayBudget: Kind<'day-budget'> = {
  goesByRuns: true,
  callsToAct: true,
  firstMemory: () => ({}),
  dueAt: (guard, run, now) => {
    const { memory, request } = guard;
    if (memory.readFor !== runKey(run) || memory.problem) return 0;
    const mayStop = request.stopsRun && stoppable(guard, run) !== null && memory.undoneFor !== utcDay(now);
    return mayStop ? happenedAt(memory.readAt ?? 0, now) + SPENDING_EVERY_MS : null;
  },
  act: async (guard, run, hands) => {
    const read = await readSpent(guard, runKey(run), hands);
    if (!read?.isOver || !guard.request.stopsRun || run.phase !== 'running') return;
    return hands.stop(read.guard, run, read.spent);
  },
  statusOf: ({ memory, request }, _, now) => {
    const today = utcDay(now);
    const number = memory.day === today ? (memory.spent ?? null) : null;
    const until = Date.parse(today) + DAY_MS;
    const read = { number, ...(number !== null && memory.readAt && { numberAt: memory.readAt }) };
    if (memory.undoneFor === today) return { state: 'undone', since: null, until, ...read };
    return number !== null && number >= request.credits
      ? { state: 'acting', since: memory.since ?? null, until, ...read }
      : { ...READY, ...read };
  },
  refusal: async (guard, hands) => {
    if (guard.memory.undoneFor === utcDay(hands.now())) return null;
    const read = await readSpent(guard, guard.memory.readFor, hands);
    if (read === null)
      return refused(
        'not-read',
        'What was spent today can’t be read, and this project has a budget of a day.',
      );
    const { spent, isOver } = read;
    const about = { spent, limit: guard.request.credits };
    return isOver ? hands.refuse(read.guard, spent, 'The budget of the day is spent.', about) : null;
  },
  refusesUnread: ({ memory }, now) => memory.undoneFor !== utcDay(now),
  refusesAt: ({ credits }) => credits,
  undone: (_, now) => ({ undoneFor: utcDay(now), since: null, problem: null }),
  try: async ({ credits }, { readDays }) => {
    const days = await readDays();
    const used =
      days && [...creditsByDay(days, ({ development }) => development).values()].filter((one) => one > 0);
    const times = used?.filter((one) => one > credits).length ?? null;
    return { times, of: used?.length ?? 0, unit: 'days' };
  },
};

/**
 * Reads what the project has spent on development today.
 * @param readFor the run that is the reason
 * @returns `isOver`: the budget is spent, and was not undone for today
 */
async function readSpent(
  guard: GuardOf<'day-budget'>,
  readFor: string | undefined,
  { callService, failed, now, remember }: GuardHands,
): Promise<{ guard: Guard; spent: number; isOver: boolean } | null> {
  const { projectId, request } = guard;
  const day = utcDay(now());
  const result = await callService('getSpending', { query: { from: day, to: day, projectId } });
  if (!result.ok) {
    failed(guard, result.failure.code ?? result.failure.kind, result.failure.message);
    return null;
  }
  const spent = creditsByDay(result.data.daily, ({ development }) => development).get(day) ?? 0;
  const readAt = now();
  const isOver = ({ undoneFor }: GuardMemory) => spent >= request.credits && undoneFor !== day;
  const after = remember(guard, (memory) => {
    const before = memory.day === day ? memory : { ...memory, since: null, isReported: false };
    return {
      ...withoutFailure(before),
      day,
      spent,
      readAt,
      ...(readFor === undefined ? {} : { readFor }),
      since: isOver(memory) ? (before.since ?? readAt) : null,
    };
  });
  return { guard: after, spent, isOver: isOver(after.memory) };
}
