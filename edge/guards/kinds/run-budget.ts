import type { WorkRow } from '../../../shared/work/row.ts';
import { type Kind, ON_REQUEST, type Tried } from './kind.ts';

/** The default budget of a project's runs: overrides the cap from when a prompt is sent. */
export const runBudget: Kind<'run-budget'> = {
  ...ON_REQUEST,
  try: ({ credits }, { runs, since }) => Promise.resolve(triedOn(runs(), credits, since)),
};

/** On what was sent from here since then, a batch as one: only that gets a budget. */
export function triedOn(
  runs: readonly Pick<WorkRow, 'callKey' | 'begunAt' | 'over' | 'credits'>[],
  budget: number,
  since: number,
): Tried {
  const sent = runs.filter(
    ({ callKey, begunAt, over }) => callKey !== null && begunAt >= since && over !== null,
  );
  const took = [...Map.groupBy(sent, ({ callKey }) => callKey).values()].map((ofCall) => ({
    isKnown: ofCall.every(({ credits }) => credits !== null),
    credits: ofCall.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
  }));
  // What is known of a batch may already be more.
  const decided = took.filter(({ isKnown, credits }) => isKnown || credits > budget);
  const times = decided.filter(({ credits }) => credits > budget).length;
  return { times, of: decided.length, unit: 'runs', unknown: took.length - decided.length };
}
