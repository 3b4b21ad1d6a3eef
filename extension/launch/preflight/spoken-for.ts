import type { Snapshot } from '../../../shared/snapshot/snapshot.ts';

/** What running runs may still take of the balance. `credits` is null when this account has no history to say it from. */
export interface SpokenFor {
  runs: number;
  credits: number | null;
}

/**
 * Credits already spoken for: every running run counts with what runs of this account usually cost at most. An upper
 * estimate, since part of a run is taken when it starts.
 */
export function spokenFor(snapshot: Snapshot): SpokenFor {
  const running =
    snapshot.sections.projects.data?.items.filter((project) => project.run?.phase === 'running') ?? [];
  const usual = snapshot.sections.history.data?.runCredits ?? null;
  if (running.length === 0) return { runs: 0, credits: 0 };
  return { runs: running.length, credits: usual ? running.length * usual.high : null };
}
