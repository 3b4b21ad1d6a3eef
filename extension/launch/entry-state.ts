import type { LaunchState } from '../../shared/edge-api/launches.ts';
import type { RunnerEntry } from './launch-entry.ts';

/** What the background needs to know of an entry; `launch-status.ts` reads it for people. */
type Entry = Pick<RunnerEntry, 'record' | 'refusal' | 'phase'>;

const OPEN: ReadonlySet<LaunchState> = new Set(['reserved', 'sent', 'unknown']);

/** Whether it may still turn out either way: such a form is not launched again without a second confirmation. */
export function isOpen({ record, refusal, phase }: Entry): boolean {
  return record ? OPEN.has(record.state) : !refusal && phase !== 'given-up';
}

/** The project that it made, possibly under another name than was asked for; null when it made none, or nobody knows. */
export function projectOf({ record }: Entry): string | null {
  return record?.state === 'launched' ? (record.projectId ?? record.requestedProjectId) : null;
}
