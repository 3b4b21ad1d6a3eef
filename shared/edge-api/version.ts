/**
 * Version of what the edge and the extension say to each other. Raise it with whatever one of them does and the other must
 * know of. The edge tells its own in `/health` and with every snapshot; one that tells none is from before there was any.
 */
export const API_VERSION = 1;

/** Header of GET `/snapshot`, of a 304 too. */
export const API_VERSION_HEADER = 'x-pilot-light-api';

/** An edge that tells no version. */
const UNTOLD = 0;

/** Reads the header as it came. */
export function apiVersionOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : UNTOLD;
}

/** Which of the two is to be updated, seen by an extension of version `own`; null while they are the same. */
export function olderSide(edge: number, own = API_VERSION): 'edge' | 'extension' | null {
  if (edge === own) return null;
  return edge < own ? 'edge' : 'extension';
}
