/** How many are remembered; far more than one account has browsers. */
const KNOWN_MAX = 1000;

/**
 * Hashes of tokens that the object took for good, as far as this instance of the Worker has seen. Nothing is allowed by it:
 * it only tells a paired browser from a token that somebody made up, before the object is asked.
 */
const known = new Set<string>();

export function isKnownToken(tokenHash: string): boolean {
  return known.has(tokenHash);
}

/** @param good whether the object took it for good just now */
export function noteToken(tokenHash: string, good: boolean): void {
  if (!good) known.delete(tokenHash);
  else if (!known.has(tokenHash)) {
    if (known.size >= KNOWN_MAX) known.clear();
    known.add(tokenHash);
  }
}
