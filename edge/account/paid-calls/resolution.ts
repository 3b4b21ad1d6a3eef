import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { LaunchCandidate } from '../../../shared/snapshot/launches.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import type { LaunchRow } from './ledger.ts';

/** What the service's state says about a paid call whose answer was lost. */
export type Resolution =
  | {
      kind: 'found';
      projectId: string;
      label: string | null;
      agentStarted: boolean | null;
      /** When the service says that it began; null when it doesn't. */
      begunAt: InstantMs | null;
    }
  /** Nothing of it until now. */
  | { kind: 'none' }
  /** What shows could be this call's as well as somebody else's; `candidates` are the projects that it may have made. */
  | { kind: 'unclear'; candidates: readonly LaunchCandidate[] }
  /** The same, and no later look will tell. */
  | { kind: 'undecidable' };

export const NONE: Resolution = { kind: 'none' };
export const UNCLEAR: Resolution = { kind: 'unclear', candidates: [] };
export const UNDECIDABLE: Resolution = { kind: 'undecidable' };

/**
 * Reads what was seen against the ledger as it is at that moment. Apart from the asking, because meanwhile other calls
 * may have been sent or answered: nothing may happen between a decision and what it is based on.
 * @param others every other call that was sent and not refused
 */
export type Resolve = (row: LaunchRow, others: readonly LaunchRow[], now: InstantMs) => Resolution;

/** Asks the service. */
export type SearchEffect = (
  row: LaunchRow,
  by: SearchDependencies,
) => Promise<Resolve | { notAsked: ServiceFailure }>;

export interface SearchDependencies {
  call: CallService;
  /** Digest of a prompt as the ledger has it; null when digests can't be made. */
  digest: (prompt: string) => Promise<string | null>;
}

/** What a call asked for begins at most so long after it was sent. */
export const EFFECT_LATEST_MS = 10 * MINUTE_MS;
/** Clocks that are kept right differ by less than this; no clock is taken to differ by more than the other. */
const CLOCKS_DIFFER_MS = 10 * SECOND_MS;
export const CLOCKS_DIFFER_MAX_MS = MINUTE_MS;

/** Whether a call makes a new project, or works on an existing one. */
export const isCreation = ({ operation }: Pick<LaunchRow, 'operation'>) =>
  operation === 'launchProject' || operation === 'createProject';

/** Whether nobody knows yet what became of a call: it is under way, or its answer was lost. */
export const isUnsettled = ({ state }: LaunchRow) => state === 'sent' || state === 'unknown';

export const sentAt = (row: LaunchRow): InstantMs => row.sent_at ?? row.created_at;

/** Whether a call can have caused what began at a time. */
export type Fit = 'surely' | 'perhaps' | 'no';

/**
 * Whether an effect that the service says began at `at` fits a call: between its sending and its answer; when the answer
 * was lost, as long after the sending as an effect may take to begin.
 * @param at null when the service doesn't tell
 */
export function fitOf(row: LaunchRow, at: InstantMs | null): Fit {
  if (at === null) return 'perhaps';
  if (row.begun_at !== null) return row.begun_at === at ? 'surely' : 'no';
  const last = row.state === 'launched' ? (row.settled_at ?? at) : sentAt(row) + EFFECT_LATEST_MS;
  const within = (toleranceMs: number) => at >= sentAt(row) - toleranceMs && at <= last + toleranceMs;
  if (!within(CLOCKS_DIFFER_MAX_MS)) return 'no';
  const wasFoundLater = row.state === 'launched' && row.answer_status === null;
  return within(CLOCKS_DIFFER_MS) && !wasFoundLater ? 'surely' : 'perhaps';
}

const NAME_MAX = 35;
const SUFFIX_MAX = 9;

/** As much of a name as a suffix leaves: what to search for. */
export const SEARCH_LENGTH = NAME_MAX - SUFFIX_MAX;

/**
 * Whether a project's id is the name that was asked for, or that name with a suffix because it was taken (service
 * reference, Launch Project, `projectId`). A long name may have been cut to make room for the suffix.
 */
export function isNameOrSuffixed(projectId: string, requested: string): boolean {
  if (projectId === requested) return true;
  const cut = projectId.lastIndexOf('-');
  if (cut < 1 || projectId.length - cut > SUFFIX_MAX) return false;
  const base = projectId.slice(0, cut);
  if (base === requested) return true;
  return base.length >= SEARCH_LENGTH - 1 && requested.startsWith(base);
}
