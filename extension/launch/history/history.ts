import type { LaunchRecord } from '../../../shared/edge/launches.ts';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import { HISTORY_MAX, type LaunchEntry } from './launch-entry.ts';
import { isOpen, launchStatus } from './launch-status.ts';

/** The history with one entry put in or replaced, newest first. */
export function putEntry(entries: readonly LaunchEntry[], entry: LaunchEntry): LaunchEntry[] {
  const others = entries.filter((one) => one.key !== entry.key);
  const all = [entry, ...others].sort((a, b) => b.confirmedAt - a.confirmedAt);
  return all.filter((one, index) => index < HISTORY_MAX || isOpen(one));
}

/** The newest launch of a form that made a project or still may: what keeps the form from being launched again. */
export function standingEntryOf(entries: readonly LaunchEntry[], draftId: string): LaunchEntry | null {
  const stands = (entry: LaunchEntry) => isOpen(entry) || launchStatus(entry).kind === 'launched';
  return entries.find((entry) => entry.draft.id === draftId && stands(entry)) ?? null;
}

/** The newest launch of a form, however it went. */
export function newestEntryOf(entries: readonly LaunchEntry[], draftId: string): LaunchEntry | null {
  return entries.find((entry) => entry.draft.id === draftId) ?? null;
}

/** The entry with what the edge's ledger now says. A settled record is never taken back by an older reading. */
export function withRecord(entry: LaunchEntry, record: LaunchRecord): LaunchEntry {
  const settled = entry.record?.settledAt ?? null;
  if (settled !== null && record.settledAt === null) return entry;
  return { ...entry, phase: 'answered', record, refusal: null, trouble: null };
}

/**
 * Brings history up to what a snapshot tells: records of the ledger, and how first runs ended.
 * @returns the same array when nothing changed
 */
export function learnFrom(
  entries: readonly LaunchEntry[],
  records: readonly LaunchRecord[],
  projects: readonly ProjectState[],
): readonly LaunchEntry[] {
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

function withOutcome(entry: LaunchEntry, projects: readonly ProjectState[]): LaunchEntry {
  const status = launchStatus(entry);
  if (status.kind !== 'launched' || isFinal(entry)) return entry;
  const run = projects.find((one) => one.projectId === status.projectId)?.run;
  if (!run || run.phase === 'unknown' || run.phase === 'idle') return entry;
  const outcome = { phase: run.phase, creditsSpent: run.creditsSpent, finishedAt: run.finishedAt };
  return JSON.stringify(outcome) === JSON.stringify(entry.outcome) ? entry : { ...entry, outcome };
}

/** A later run of the same project must not rewrite what the first one cost. */
function isFinal({ outcome }: LaunchEntry): boolean {
  return (
    outcome !== null &&
    outcome.phase !== 'running' &&
    (outcome.creditsSpent !== null || outcome.phase !== 'finished')
  );
}

/** The newest launch from the same page (its fragment aside) that made a project. */
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

function withoutFragment(address: string): string {
  return address.replace(/#.*$/, '');
}
