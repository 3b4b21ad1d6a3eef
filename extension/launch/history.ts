import type {
  LaunchCandidate,
  LaunchRecord,
  LaunchRefusal,
  LaunchWarning,
} from '../../shared/snapshot/launches.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import type { Draft } from '../storage/drafts.ts';
import { isOpen, type LaunchEntry, projectOf, type RunnerEntry } from '../storage/launches.ts';

/** The history with one entry added or replaced, newest first. */
export function putEntry<E extends RunnerEntry>(entries: readonly E[], entry: E): E[] {
  const others = entries.filter((one) => one.key !== entry.key);
  return [entry, ...others].sort((a, b) => b.confirmedAt - a.confirmedAt);
}

/** A form's newest launch that created a project or still may, which blocks another launch of the form. */
export function activeEntryOf<E extends RunnerEntry>(entries: readonly E[], draftId: string): E | null {
  const counts = (entry: E) => isOpen(entry) || projectOf(entry) !== null;
  return entries.find((entry) => entry.draft.id === draftId && counts(entry)) ?? null;
}

/** The launch that blocks a form. `insteadOf` names the one whose repetition the user has confirmed. */
export function launchInTheWay<E extends RunnerEntry>(
  entries: readonly E[],
  draftId: string,
  insteadOf: string | null,
): E | null {
  const active = activeEntryOf(entries, draftId);
  return active?.key === insteadOf && isOpen(active) ? null : active;
}

/** The newest launch of a form, whatever its outcome. */
export function newestEntryOf<E extends RunnerEntry>(entries: readonly E[], draftId: string): E | null {
  return entries.find((entry) => entry.draft.id === draftId) ?? null;
}

/** The entry with the edge's current record. An older reading never overrides a settled record. */
export function withRecord<E extends RunnerEntry>(entry: E, record: LaunchRecord): E {
  const settled = entry.record?.settledAt ?? null;
  if (settled !== null && record.settledAt === null) return entry;
  return { ...entry, phase: 'answered', record, refusal: null, trouble: null };
}

/**
 * Updates the history from a snapshot: records of the ledger, and how first runs ended.
 * @returns the same array when nothing changed
 */
export function mergeReadings<E extends RunnerEntry>(
  entries: readonly E[],
  records: readonly LaunchRecord[],
  projects: readonly ProjectState[],
): readonly E[] {
  let changed = false;
  const next = entries.map((entry) => {
    const record = records.find((one) => one.key === entry.key);
    const newer =
      record && JSON.stringify(record) !== JSON.stringify(entry.record) ? withRecord(entry, record) : entry;
    const learned = withOutcome(newer, projects);
    if (learned !== entry) changed = true;
    return learned;
  });
  return changed ? next : entries;
}

/** What is read of its first run, which the call of the launch began, or that of a retry. */
function withOutcome<E extends RunnerEntry>(entry: E, projects: readonly ProjectState[]): E {
  const calls = [entry.key, ...Object.values(entry.retries).map(({ key }) => key)];
  const run = projects.find(({ run }) => run?.call !== undefined && calls.includes(run.call))?.run;
  if (!run || (run.ending === null && run.phase !== 'running')) return entry;
  const { phase, creditsSpent, finishedAt, ending } = run;
  const outcome = { phase, creditsSpent, finishedAt, ending };
  return JSON.stringify(outcome) === JSON.stringify(entry.outcome) ? entry : { ...entry, outcome };
}

/** The newest launch from the same page (ignoring its fragment) that created a project. */
export function launchedFrom(entries: readonly LaunchEntry[], address: string): LaunchEntry | null {
  const page = withoutFragment(address);
  return (
    entries.find(
      (entry) =>
        entry.draft.reference !== null &&
        withoutFragment(entry.draft.reference.url) === page &&
        launchStatus(entry).kind === 'launched',
    ) ?? null
  );
}

/** The newest launch from the same page and text that created a project or still may; null: there is none. */
export function repeatedLaunch(entries: readonly LaunchEntry[], draft: Draft): LaunchEntry | null {
  const isSame = (entry: LaunchEntry) => entry.draft.id !== draft.id && whatOf(entry.draft) === whatOf(draft);
  return entries.find((entry) => isSame(entry) && hasProgress(launchStatus(entry))) ?? null;
}

/** The content of a draft without formatting. */
const whatOf = ({ words, reference }: Draft): string =>
  `${withoutFragment(reference?.url ?? '')}\n${words.toLowerCase().replace(/\s+/g, ' ').trim()}`;

function withoutFragment(address: string): string {
  return address.replace(/#.*$/, '');
}

/** Status of a launch as shown to the user. Closed: every view has words for each. */
export type LaunchStatus =
  | { kind: 'launching' }
  | {
      kind: 'launched';
      projectId: string;
      /** The requested name, when it was taken and another was used. */
      insteadOf: string | null;
      /** null: not known, where the answer was lost or its browser has another one. */
      agentStarted: boolean | null;
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
  /** It may have been sent to an edge that this browser has left; only that edge knows the outcome. */
  | { kind: 'receipt' }
  /** It had no effect, according to a check or to the user. */
  | { kind: 'absent'; isDecidedByUser: boolean }
  /** It was never sent and won't be. */
  | { kind: 'not-sent' };

/** Of a launch that created a project, or still may. */
export type Progressing = Exclude<LaunchStatus, { kind: 'refused' | 'absent' | 'not-sent' }>;

export const hasProgress = (status: LaunchStatus): status is Progressing =>
  status.kind !== 'refused' && status.kind !== 'absent' && status.kind !== 'not-sent';

/** Status of an entry. The edge's record takes precedence over what this browser saw. */
export function launchStatus(entry: RunnerEntry): LaunchStatus {
  const { record } = entry;
  if (entry.phase === 'receipt') return { kind: 'receipt' };
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
        agentStarted: record.agentStarted,
        warnings: record.warnings,
      };
    case 'refused':
      return record.refusal?.code === 'EDGE_ABANDONED'
        ? { kind: 'not-sent' }
        : { kind: 'refused', refusal: record.refusal ?? NO_REASON };
    case 'unknown':
      return unknown(record.nextCheckAt, entry.trouble, record.candidates);
    case 'absent':
      return { kind: 'absent', isDecidedByUser: record.isSettledByUser === true };
  }
}

const NO_REASON: LaunchRefusal = { code: '', message: '', httpStatus: 0, details: null };

function withoutRecord(entry: RunnerEntry): LaunchStatus {
  if (entry.phase === 'given-up' || entry.refusal?.code === 'EDGE_ABANDONED') return { kind: 'not-sent' };
  if (entry.refusal) return { kind: 'refused', refusal: entry.refusal };
  return entry.trouble ? unknown(null, entry.trouble, []) : { kind: 'launching' };
}

function unknown(
  nextCheckAt: number | null,
  edgeTrouble: string | null,
  candidates: readonly LaunchCandidate[],
): LaunchStatus {
  return { kind: 'unknown', nextCheckAt, edgeTrouble, candidates };
}
