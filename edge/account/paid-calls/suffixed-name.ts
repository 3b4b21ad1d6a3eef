const NAME_MAX = 35;
const SUFFIX_MAX = 9;

/** As much of a name as a suffix leaves standing: what to search for. */
export const SEARCH_LENGTH = NAME_MAX - SUFFIX_MAX;

/**
 * Whether a project's id is the name that was asked for, or that name with a suffix because it was taken (service
 * reference, Launch Project, `projectId`). A long name may have been cut to make room for the suffix.
 */
export function isNameOrSuffixed(projectId: string, requested: string): boolean {
  if (projectId === requested) return true;
  const cut = projectId.lastIndexOf('-');
  if (cut < 1 || projectId.length - cut > SUFFIX_MAX) return false;
  const base = projectId.slice(0, cut);
  if (base === requested) return true;
  return base.length >= SEARCH_LENGTH - 1 && requested.startsWith(base);
}
