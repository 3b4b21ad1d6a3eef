import { batch, computed, type Signal, signal } from '@preact/signals';
import { type ProjectRow, projectsPage } from '../../shared/snapshot/projects-schema.ts';
import { nextMonth } from '../../shared/time.ts';
import { type Result, success } from '../edge-client/api-error.ts';
import { edgeNow } from '../ui/page-state.ts';
import { projectRowsPath } from './paths.ts';
import { tryToRead } from './read-now.ts';

const known = new Map<string, Signal<ProjectRow | null>>();
/** Number of answers so far: what depends on all rows follows it. */
const answers = signal(0);

/** A project's row as the edge last answered it, in whichever view; null before. */
export function rowOf(projectId: string): Signal<ProjectRow | null> {
  const existing = known.get(projectId);
  if (existing) return existing;
  const made = signal<ProjectRow | null>(null);
  known.set(projectId, made);
  return made;
}

export const allRows = computed<readonly ProjectRow[]>(() => {
  void answers.value;
  return [...known.values()].flatMap(({ value }) => value ?? []);
});

/** Takes over an answer: every view says the same of a project. */
export function noteRows(rows: readonly ProjectRow[]): void {
  batch(() => {
    for (const row of rows) {
      const of = rowOf(row.projectId);
      of.value = newer(of.peek(), row);
    }
    answers.value += 1;
  });
}

/** Rows of these projects; the edge first reads missing or old ones. `days`: with what they spent by day. */
export async function askRows(
  projectIds: readonly string[],
  { days = false, fresh = false } = {},
): Promise<Result<readonly ProjectRow[]>> {
  const query = new URLSearchParams({ ids: projectIds.join() });
  if (days) query.set('days', '1');
  if (fresh) query.set('fresh', '1');
  const answer = await tryToRead(projectRowsPath(query), projectsPage, false);
  if (!answer.ok) return answer;
  noteRows(answer.value.rows);
  return success(answer.value.rows);
}

/** Keeps what an answer leaves out: where it is listed, days, and limits that were read later this month. */
function newer(before: ProjectRow | null, row: ProjectRow): ProjectRow {
  if (before === null) return row;
  const readAt = before.limits.readAt ?? 0;
  const isLater = readAt > (row.limits.readAt ?? 0) && nextMonth(readAt) > edgeNow.peek();
  const kept = isLater && row.limits.error === null ? { limits: before.limits, nearest: before.nearest } : {};
  return { ...row, listed: row.listed ?? before.listed, days: row.days ?? before.days, ...kept };
}
