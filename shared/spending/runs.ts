import type { RunState, UsualRange } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { RUN_START_CREDITS } from './price.ts';

/** Runs that a project's work consists of. `isMore`: perhaps more, as a batch is still being planned. */
export interface RunCount {
  runs: number;
  isMore: boolean;
}

/** At most how many runs that are, for whatever bounds money; null: nobody knows yet, which is not one. */
export const runsAtMost = ({ runs, isMore }: RunCount): number | null => (isMore ? null : runs);

/** The runs that are under way or begin by themselves: one, or each prompt that is left of a batch. */
export function runsUnderWay(run: Pick<RunState, 'phase' | 'batch'> | null): RunCount {
  if (run?.phase !== 'running') return { runs: 0, isMore: false };
  const { batch } = run;
  if (!batch) return { runs: 1, isMore: false };
  if (batch.total === null) return { runs: 1, isMore: true };
  return { runs: Math.max(1, batch.total - (batch.done ?? 0)), isMore: false };
}

/**
 * The runs that a request of Run AI Agent or Launch Project starts (service reference, published: start of a
 * run, `multiPrompt`); where the service decides how many, at least one.
 */
export function runsOfRequest({
  multiPrompt,
}: {
  multiPrompt?: { prompts?: readonly unknown[] | undefined } | undefined;
}): RunCount {
  return multiPrompt
    ? { runs: Math.max(1, multiPrompt.prompts?.length ?? 1), isMore: multiPrompt.prompts === undefined }
    : { runs: 1, isMore: false };
}

/** What work under way may still take from the balance. Amounts null: no history to estimate from. */
export interface CommittedCredits extends RunCount {
  /** How many of the runs are under way, each a row; the others are prompts of batches that wait. */
  begun: number;
  /**
   * The middle of what runs of this account usually cost, less what was taken as those in progress began; at
   * least one credit for each: the number shown everywhere.
   */
  credits: number | null;
  /** What they usually cost at most, to keep available. Estimated high: part is charged as a run starts. */
  most: number | null;
  /** What one run usually costs. */
  of: UsualRange | null;
}

export const nothingCommitted: CommittedCredits = {
  runs: 0,
  begun: 0,
  isMore: false,
  credits: null,
  most: null,
  of: null,
};

export function committedCredits(snapshot: Snapshot): CommittedCredits {
  const counts = (snapshot.sections.projects.data?.items ?? []).map(({ run }) => runsUnderWay(run));
  const runs = counts.reduce((sum, one) => sum + one.runs, 0);
  const begun = counts.filter((one) => one.runs > 0).length;
  const of = snapshot.sections.history.data?.runCredits ?? null;
  return {
    runs,
    begun,
    isMore: counts.some(({ isMore }) => isMore),
    credits:
      runs === 0 ? 0 : of && Math.max(runs, Math.round(runs * middleOf(of) - begun * RUN_START_CREDITS)),
    most: runs === 0 ? 0 : of && runs * of.high,
    of,
  };
}

/** What one run of this account usually costs, as one number. */
export function middleOf({ low, high }: UsualRange): number {
  return (low + high) / 2;
}

/** What that many runs usually cost; null without history. */
export const usualCredits = (runs: number, of: UsualRange | null): number | null =>
  of && Math.round(runs * middleOf(of));

/** What bounds how many runs there may still be. */
export type RunBound = 'balance' | 'development-cap' | 'daily-limit' | 'day-budget';

export type Room = { left: number; by: RunBound };

/** What is left below the nearest of the bounds; a bound of which nothing is known is left out. */
export function leastRoom(bounds: Readonly<Record<RunBound, number | null>>): Room | null {
  const rooms = (Object.keys(bounds) as RunBound[]).flatMap((by) => {
    const left = bounds[by];
    return left === null ? [] : [{ by, left }];
  });
  return rooms.reduce<Room | null>((least, one) => (least && least.left <= one.left ? least : one), null);
}
