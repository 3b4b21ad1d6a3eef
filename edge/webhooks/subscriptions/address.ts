/** Query parameter of an address for a set of projects. */
export const PART_QUERY = 'part';

/**
 * The address of one subscription: one per event, and one per set of projects where filters are needed. The set is in
 * the address as a short hash, so that a subscription can be found by its address, and its secret by the request.
 */
export function hookAddress(publicUrl: string, event: string, projectIds: readonly string[] | null): string {
  const address = `${publicUrl}/hooks/${event}`;
  return projectIds === null ? address : `${address}?${PART_QUERY}=${partOf(projectIds)}`;
}

export function projectHookAddress(publicUrl: string, projectId: string): string {
  return `${publicUrl}/hooks/projects/${projectId}`;
}

/** The hash of an address, empty when there is none. */
export function partOfAddress(url: string): string {
  return URL.parse(url)?.searchParams.get(PART_QUERY) ?? '';
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const MASK_64 = 0xffffffffffffffffn;

/** 64-bit FNV-1a of the sorted ids: identifies a set of projects, not a security measure. */
function partOf(projectIds: readonly string[]): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode([...projectIds].sort().join(','))) {
    hash = ((hash ^ BigInt(byte)) * FNV_PRIME) & MASK_64;
  }
  return hash.toString(16).padStart(16, '0');
}
