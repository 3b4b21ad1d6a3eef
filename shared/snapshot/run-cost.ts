import type { RunState } from './project-state.ts';

/** Whether prompts of its batch ended before the one whose times and credits these are. */
export const isOfSeveral = ({ promptEnds, startedAt }: RunState): boolean =>
  promptEnds?.some(({ at }) => startedAt === null || at < startedAt) ?? false;

/** Credits that it took; null where that is not known, as of a batch of several prompts. */
export const costOf = (run: RunState): number | null => (isOfSeveral(run) ? null : run.creditsSpent);
