import type { LaunchCandidate, LaunchRefusal, LaunchWarning } from '../../shared/snapshot/launches.ts';
import type { RunnerEntry } from '../storage/launches.ts';

/** Where a launch stands, as a person reads it. Closed: every view has words for each. */
export type LaunchStatus =
  | { kind: 'launching' }
  | {
      kind: 'launched';
      projectId: string;
      /** The name asked for, when it was taken and another was made. */
      insteadOf: string | null;
      agentStarted: boolean;
      warnings: LaunchWarning[];
    }
  /** Nothing was made and nothing was charged. */
  | { kind: 'refused'; refusal: LaunchRefusal }
  /** It was sent and nobody knows; `edgeTrouble` when it is the edge that can't be asked. */
  | {
      kind: 'unknown';
      nextCheckAt: number | null;
      edgeTrouble: string | null;
      /** Projects that it may have made. */
      candidates: readonly LaunchCandidate[];
    }
  /** It took no effect: asking showed it, or the user said that no project is it. */
  | { kind: 'absent'; isSaidByUser: boolean }
  /** It never left this browser, and won't. */
  | { kind: 'not-sent' };

/** Reads an entry. What the edge's ledger says wins over what this browser saw. */
export function launchStatus(entry: RunnerEntry): LaunchStatus {
  const { record } = entry;
  if (!record) return withoutRecord(entry);
  switch (record.state) {
    case 'reserved':
    case 'sent':
      return entry.trouble ? unknown(null, entry.trouble, []) : { kind: 'launching' };
    case 'launched':
      return {
        kind: 'launched',
        projectId: record.projectId ?? record.requestedProjectId,
        insteadOf:
          record.projectId && record.projectId !== record.requestedProjectId
            ? record.requestedProjectId
            : null,
        agentStarted: record.agentStarted ?? true,
        warnings: record.warnings,
      };
    case 'refused':
      return { kind: 'refused', refusal: record.refusal ?? NO_REASON };
    case 'unknown':
      return unknown(record.nextCheckAt, entry.trouble, record.candidates ?? []);
    case 'absent':
      return { kind: 'absent', isSaidByUser: (record.candidates ?? []).length > 0 };
  }
}

const NO_REASON: LaunchRefusal = { code: '', message: '', httpStatus: 0, details: null };

function withoutRecord(entry: RunnerEntry): LaunchStatus {
  if (entry.refusal) return { kind: 'refused', refusal: entry.refusal };
  if (entry.phase === 'given-up') return { kind: 'not-sent' };
  return entry.trouble ? unknown(null, entry.trouble, []) : { kind: 'launching' };
}

function unknown(
  nextCheckAt: number | null,
  edgeTrouble: string | null,
  candidates: readonly LaunchCandidate[],
): LaunchStatus {
  return { kind: 'unknown', nextCheckAt, edgeTrouble, candidates };
}
