import type { Snapshot } from '../snapshot/snapshot.ts';

const NAMES_MAX = 200;

/** Display names by project, as last read: a label that was cleared is forgotten, one that is not listed is kept. */
export function learnNames(known: Record<string, string>, snapshot: Snapshot): Record<string, string> {
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
