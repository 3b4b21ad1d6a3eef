import type { Snapshot } from '../snapshot/snapshot.ts';

const NAMES_MAX = 200;

/** Display names by project as last read: cleared labels are removed, names of unlisted projects kept. */
export function updateNames(known: Record<string, string>, snapshot: Snapshot): Record<string, string> {
  const listed = [
    ...(snapshot.sections.projects.data?.items ?? []),
    ...(snapshot.sections.atLimit.data?.projects ?? []),
  ];
  const names = new Map<string, string | null>();
  for (const { projectId, label } of listed) if (!names.has(projectId)) names.set(projectId, label);
  for (const [projectId, label] of Object.entries(known))
    if (!names.has(projectId)) names.set(projectId, label);
  const named = [...names].filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(named.slice(0, NAMES_MAX));
}

const NUMBERED_MAX = 500;

/**
 * Gives each project a number that replaces it while names are hidden: the same one in popup, notifications
 * and history for as long as this browser is paired.
 * @param also projects that are mentioned without being open or listed
 */
export function numberProjects(
  known: Record<string, number>,
  snapshot: Snapshot | null,
  also: readonly { projectId: string | null }[],
): Record<string, number> {
  const { atLimit, projects } = snapshot?.sections ?? {};
  const named = [
    ...(snapshot?.attention?.items ?? []),
    ...(atLimit?.data?.projects ?? []),
    ...(projects?.data?.items ?? []),
    ...also,
  ];
  const numbers = new Map(Object.entries(known));
  let last = Math.max(0, ...numbers.values());
  for (const { projectId } of named)
    if (projectId !== null && !numbers.has(projectId)) numbers.set(projectId, ++last);
  return Object.fromEntries([...numbers].slice(-NUMBERED_MAX));
}
