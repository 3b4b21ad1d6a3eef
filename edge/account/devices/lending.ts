import { type InstantMs, SECOND_MS } from '../../../shared/time.ts';

/** How long the Worker may keep a yes, from the moment it asked. */
export const LENT_MS = 2 * SECOND_MS;
/** How long the object reckons with it: longer, because two clocks are in play. */
const RECKONED_MS = 3 * SECOND_MS;

/**
 * Knows for how long a yes of the object may still stand somewhere. The Worker keeps one for a moment, so that a burst of
 * reads costs one question; a revocation is answered only when none is left, so that it holds on the very next request.
 */
export class Lending {
  readonly #now: () => InstantMs;
  readonly #startedAt: InstantMs;
  readonly #until = new Map<string, InstantMs>();

  constructor(now: () => InstantMs) {
    this.#now = now;
    this.#startedAt = now();
  }

  lend(tokenHash: string): void {
    this.#until.set(tokenHash, this.#now() + RECKONED_MS);
  }

  /** Milliseconds until no yes for this token is left. What was lent before a restart is not remembered, so it counts from there. */
  leftMs(tokenHash: string): number {
    const until = Math.max(this.#until.get(tokenHash) ?? 0, this.#startedAt + RECKONED_MS);
    return Math.max(0, until - this.#now());
  }
}
