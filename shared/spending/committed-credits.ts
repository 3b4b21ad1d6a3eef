import type { UsualRange } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * What running work may still take from the balance. Amounts are null when this account has no history to estimate
 * from.
 */
export interface CommittedCredits {
  runs: number;
  /** The middle of what runs of this account usually cost: the number shown everywhere. */
  credits: number | null;
  /**
   * What they usually cost at most, which must remain available. An upper estimate, because part is charged when a
   * run starts.
   */
  most: number | null;
  /** What one run usually costs. */
  of: UsualRange | null;
}

/** Credits already committed to the runs under way. */
export function committedCredits(snapshot: Snapshot): CommittedCredits {
  const runs = (snapshot.sections.projects.data?.items ?? []).filter(
    ({ run }) => run?.phase === 'running',
  ).length;
  const of = snapshot.sections.history.data?.runCredits ?? null;
  if (runs === 0) return { runs, credits: 0, most: 0, of };
  return {
    runs,
    credits: of && Math.round(runs * middleOf(of)),
    most: of && runs * of.high,
    of,
  };
}

/** What one run of this account usually costs, as one number. */
export function middleOf({ low, high }: UsualRange): number {
  return (low + high) / 2;
}
