import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { LaunchCandidate } from '../../shared/snapshot/launches.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import type { CallService } from '../builder-api/client.ts';
import type { LaunchRow } from './launch-ledger.ts';

/** What the service's state says about a paid call whose response was lost. */
export type Resolution =
  | {
      kind: 'found';
      projectId: string;
      label: string | null;
      agentStarted: boolean | null;
      /** When it began according to the service; null when not reported. */
      begunAt: InstantMs | null;
    }
  /** No effect so far. */
  | { kind: 'none' }
  /** The effect could be this call's or another's; `candidates` are the projects that it may have created. */
  | { kind: 'unclear'; candidates: readonly LaunchCandidate[] }
  /** The same, and no later check will decide. */
  | { kind: 'undecidable' };

export const NONE: Resolution = { kind: 'none' };
export const UNCLEAR: Resolution = { kind: 'unclear', candidates: [] };
export const UNDECIDABLE: Resolution = { kind: 'undecidable' };

/**
 * Evaluates what was read against the current ledger. Separate from reading and synchronous, because other
 * calls may have been sent or settled meanwhile.
 * @param others every other call that was sent and not refused
 */
export type Resolve = (row: LaunchRow, others: readonly LaunchRow[], now: InstantMs) => Resolution;

/** Reads the service. */
export type SearchEffect = (
  row: LaunchRow,
  by: SearchDependencies,
) => Promise<Resolve | { notAsked: ServiceFailure }>;

export interface SearchDependencies {
  call: CallService;
  /** Digest of a prompt as in the ledger; null when digests are not available. */
  digest: (prompt: string) => Promise<string | null>;
}

/** The effect of a call begins at most this long after it was sent. */
export const EFFECT_LATEST_MS = 10 * MINUTE_MS;
/** Synchronized clocks differ by less than this. */
const CLOCKS_DIFFER_MS = 10 * SECOND_MS;

/** Whether a call creates a project instead of working on an existing one. */
export const isCreation = ({ operation }: Pick<LaunchRow, 'operation'>) =>
  operation === 'launchProject' || operation === 'createProject';

/** Whether the outcome of a call is open: it is in flight, or its response was lost. */
export const isUnsettled = ({ state }: LaunchRow) => state === 'sent' || state === 'unknown';

export const sentAt = (row: LaunchRow): InstantMs => row.sent_at ?? row.created_at;

/** Whether a call can have caused what began at a time. */
export type Fit = 'surely' | 'perhaps' | 'no';

/**
 * Tells whether an effect that began at `at` fits a call: between sending and response or, if the response
 * was lost, as long after sending as an effect may take to begin.
 * @param at null when not reported
 */
export function fitOf(row: LaunchRow, at: InstantMs | null): Fit {
  if (at === null) return 'perhaps';
  if (row.begun_at !== null) return row.begun_at === at ? 'surely' : 'no';
  const last = row.state === 'launched' ? (row.settled_at ?? at) : sentAt(row) + EFFECT_LATEST_MS;
  const within = (toleranceMs: number) => at >= sentAt(row) - toleranceMs && at <= last + toleranceMs;
  if (!within(CLOCKS_APART_MS)) return 'no';
  const wasFoundLater = row.state === 'launched' && row.answer_status === null;
  return within(CLOCKS_DIFFER_MS) && !wasFoundLater ? 'surely' : 'perhaps';
}

const NAME_MAX = 35;
const SUFFIX_MAX = 9;

/** The part of a name that a suffix leaves: what to search for. */
export const SEARCH_LENGTH = NAME_MAX - SUFFIX_MAX;

/**
 * Tells whether a project's id is the requested name, or that name with a suffix because it was taken
 * (service reference, Launch Project, `projectId`). A long name may have been cut for the suffix.
 */
export function isNameOrSuffixed(projectId: string, requested: string): boolean {
  if (projectId === requested) return true;
  const cut = projectId.lastIndexOf('-');
  if (cut < 1 || projectId.length - cut > SUFFIX_MAX) return false;
  const base = projectId.slice(0, cut);
  if (base === requested) return true;
  return base.length >= SEARCH_LENGTH - 1 && requested.startsWith(base);
}
