import type { UsualRange } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What runs under way may still take of the balance. Amounts are null when this account has no history to say them from. */
export interface CommittedCredits {
  runs: number;
  /** The middle of what runs of this account usually cost: what is shown, everywhere the same. */
  credits: number | null;
  /** What they usually cost at most: what must be left over. An upper estimate, since part is taken when a run starts. */
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
