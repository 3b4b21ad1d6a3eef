import { daysOf, latestRunOf, type Receipt, receiptsOf } from '../../../shared/spending/receipts.ts';
import type { DailySpending } from '../../../shared/spending/spending-days.ts';
import { type Kind, ON_REQUEST } from './kind.ts';

/** The default budget of a project's runs: laid over the cap when a prompt is sent. */
export const runBudget: Kind<'run-budget'> = {
  ...ON_REQUEST,
  try: async ({ credits }, { callService, parameters, ends, since, readDays }) => {
    const [conversation, status, days] = await Promise.all([
      callService('getConversation', { parameters }),
      callService('getAgentStatus', { parameters }),
      readDays(),
    ]);
    const runs = receiptsOf({
      messages: conversation.ok ? conversation.data.conversation : [],
      events: ends(),
      run: status.ok ? latestRunOf(status.data) : null,
      deploy: null,
    }).filter((one) => one.kind === 'run' && (one.startedAt ?? one.endedAt ?? 0) >= since);
    const exceeded = runs.map((run) => hasExceeded(run, runs, days, credits));
    const known = exceeded.filter((one) => one !== null);
    const unknown = runs.length - known.length;
    return known.length === 0 && !(conversation.ok && runs.length === 0)
      ? { times: null, of: 0, unit: 'runs', unknown }
      : { times: known.filter(Boolean).length, of: known.length, unit: 'runs', unknown };
  },
};

/**
 * Whether a run used more than its budget: by its own cost if reported, else by the development credits of its days.
 * Where these are within the budget, each run of these days was; where they are not, only a run that was alone on its days is
 * known to have exceeded it. Null = unknown.
 */
export function hasExceeded(
  run: Receipt,
  runs: readonly Receipt[],
  days: DailySpending | null,
  budget: number,
): boolean | null {
  if (run.kind === 'run' && run.credits !== null) return run.credits > budget;
  const own = daysOf(run);
  if (days === null || own.length === 0) return null;
  const spent = days
    .filter(({ date }) => own.includes(date.slice(0, 10)))
    .reduce((sum, { development }) => sum + development, 0);
  if (spent <= budget) return false;
  const isAlone = runs.every((other) => other === run || !daysOf(other).some((day) => own.includes(day)));
  return isAlone ? true : null;
}
