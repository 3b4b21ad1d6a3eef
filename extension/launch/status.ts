import type { LaunchCandidate, LaunchRefusal, LaunchWarning } from '../../shared/snapshot/launches.ts';
import type { RunnerEntry } from '../storage/launches.ts';

/** Status of a launch as shown to the user. Closed: every view has words for each. */
export type LaunchStatus =
  | { kind: 'launching' }
  | {
      kind: 'launched';
      projectId: string;
      /** The requested name, when it was taken and another was used. */
      insteadOf: string | null;
      agentStarted: boolean;
      warnings: LaunchWarning[];
    }
  /** Nothing was created or charged. */
  | { kind: 'refused'; refusal: LaunchRefusal }
  /** Sent, with an unknown outcome; `edgeTrouble` when the edge can't be reached. */
  | {
      kind: 'unknown';
      nextCheckAt: number | null;
      edgeTrouble: string | null;
      /** Projects that it may have created. */
      candidates: readonly LaunchCandidate[];
    }
  /** It had no effect, according to a check or to the user. */
  | { kind: 'absent'; isDecidedByUser: boolean }
  /** It was never sent and won't be. */
  | { kind: 'not-sent' };

/** Status of an entry. The edge's record takes precedence over what this browser saw. */
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
      return { kind: 'absent', isDecidedByUser: (record.candidates ?? []).length > 0 };
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
