import type { UsualRange } from '../../shared/snapshot/run-history.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';

/** What running runs may still take of the balance. Amounts are null when this account has no history to say them from. */
export interface SpokenFor {
  runs: number;
  /** The middle of what runs of this account usually cost: what is shown, everywhere the same. */
  credits: number | null;
  /** What they usually cost at most: what must be left over. An upper estimate, since part is taken when a run starts. */
  most: number | null;
  /** What one run usually costs. */
  of: UsualRange | null;
}

/** Credits already spoken for by the runs that are going. */
export function spokenFor(snapshot: Snapshot): SpokenFor {
  const runs = (snapshot.sections.projects.data?.items ?? []).filter(
    ({ run }) => run?.phase === 'running',
  ).length;
  const of = snapshot.sections.history.data?.runCredits ?? null;
  if (runs === 0) return { runs, credits: 0, most: 0, of };
  return {
    runs,
    credits: of && Math.round((runs * (of.low + of.high)) / 2),
    most: of && runs * of.high,
    of,
  };
}
