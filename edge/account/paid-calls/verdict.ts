import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Ask } from '../sections/reader.ts';
import type { LaunchRow } from './launch-row.ts';

/** What the service's state says about a paid call. */
export type Verdict =
  | {
      kind: 'found';
      projectId: string;
      label: string | null;
      agentStarted: boolean | null;
      /** When the service says that it began; null when it doesn't. */
      begunAt: InstantMs | null;
    }
  /** Nothing of it until now. */
  | { kind: 'not-found' }
  /** What it shows could be this call's doing as well as somebody else's; a later look may tell. */
  | { kind: 'unclear' }
  /** The same, and no later look will tell. */
  | { kind: 'cannot-tell' };

export const NOT_FOUND: Verdict = { kind: 'not-found' };
export const UNCLEAR: Verdict = { kind: 'unclear' };
export const CANNOT_TELL: Verdict = { kind: 'cannot-tell' };

/** What finding out needs beside the call itself. */
export interface Search {
  ask: Ask;
  digest: (prompt: string) => Promise<string | null>;
  /** Every other call that was sent and not refused, as the ledger is now. */
  others: () => readonly LaunchRow[];
  /** The project of which an event told that it ran the very prompt. */
  proven: string | null;
}

/**
 * Reads what was seen against the ledger as it stands at that moment. Apart from the asking, because meanwhile other calls
 * may have been sent or answered: whoever takes a decision must let nothing happen between it and what it is based on.
 */
export type Judge = (row: LaunchRow, others: readonly LaunchRow[], now: InstantMs) => Verdict;

/** Asks the service. */
export type FindOut = (row: LaunchRow, search: Search) => Promise<Judge | { notAsked: ServiceFailure }>;

/** Two calls of the very same request: what one of them did is told from what the other did by nothing. */
export const isSameRequest = (one: LaunchRow, other: LaunchRow) => one.fingerprint === other.fingerprint;
