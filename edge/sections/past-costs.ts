import { endingOf, type ProjectState } from '../../shared/snapshot/project-state.ts';

/** As many as a project's list of runs shows at first. */
const PAST_COSTS_MAX = 10;

/**
 * Keeps what a run cost once another replaces it: the service reports the cost of the latest alone, and not every end is
 * reported by an event. @param before as last read
 */
export function withPastCosts(before: ProjectState, after: ProjectState): ProjectState {
  const { run, pastCosts = [] } = before;
  const known = pastCosts.length > 0 ? { ...after, pastCosts } : after;
  if (!run || run.startedAt === null || run.creditsSpent === null || endingOf(run) === null) return known;
  const { startedAt, creditsSpent: credits } = run;
  if (after.run?.startedAt === startedAt || pastCosts.some((one) => one.startedAt === startedAt))
    return known;
  return { ...after, pastCosts: [...pastCosts, { startedAt, credits }].slice(-PAST_COSTS_MAX) };
}
