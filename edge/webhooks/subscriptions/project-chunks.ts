/** Most projects in one subscription's filter (service reference, Limits). */
export const MAX_FILTER_PROJECTS = 50;

export type Chunk = { id: string; projectIds: readonly string[] };

/** `put`: sets still to subscribe; `spare`: ids of chunks that nothing needs once no `put` is left. */
export type ChunkPlan = { put: string[][]; spare: string[] };

/**
 * Covers all projects with filters of at most 50, keeping what stands: new projects fill up the largest chunk that has
 * room (a filter can't be changed, so it is made anew beside the old one), a chunk that names a project which is gone
 * is made anew without it. Running it again on the result changes nothing.
 * @param size most projects in a new filter; smaller when one of them has to be found out
 */
export function planChunks(
  existing: readonly Chunk[],
  projects: readonly string[],
  size = MAX_FILTER_PROJECTS,
): ChunkPlan {
  const live = new Set(projects);
  const usable = existing
    .filter((c) => c.projectIds.length <= MAX_FILTER_PROJECTS && c.projectIds.every((id) => live.has(id)))
    .sort((a, b) => b.projectIds.length - a.projectIds.length || (a.id < b.id ? -1 : 1));
  const covered = new Set<string>();
  const kept = usable.filter(({ projectIds }) => {
    const adds = projectIds.some((id) => !covered.has(id));
    for (const id of projectIds) covered.add(id);
    return adds;
  });
  const missing = [...live].filter((id) => !covered.has(id));
  return {
    put: missing.length === 0 ? [] : fill(kept, missing, size),
    spare: existing.filter((c) => !kept.includes(c)).map((c) => c.id),
  };
}

function fill(kept: readonly Chunk[], missing: readonly string[], size: number): string[][] {
  const roomy = size === MAX_FILTER_PROJECTS && kept.find((c) => c.projectIds.length < size);
  const rest = [...missing];
  const put: string[][] = [];
  if (roomy) {
    const room = size - roomy.projectIds.length;
    put.push([...roomy.projectIds, ...rest.splice(0, room)]);
  }
  while (rest.length > 0) put.push(rest.splice(0, size));
  return put;
}
