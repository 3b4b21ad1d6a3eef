import { type InstantMs, SECOND_MS } from '../../../shared/time.ts';

/** How long the Worker may keep a yes, from the moment it asked. */
export const LENT_MS = SECOND_MS;
/** How long the object reckons with it: longer, because two clocks are in play. */
const RECKONED_MS = 2 * SECOND_MS;

/**
 * Knows for how long a yes of the object may still stand somewhere. The Worker keeps one for a moment, so that a burst of
 * reads costs one question; a revocation is answered only when none is left, so that it holds on the very next request.
 * One moment for all browsers: who asks again after a device that is gone already, because an answer was lost or another
 * owner was faster, has to wait for the same.
 */
export class Lending {
  readonly #now: () => InstantMs;
  #until: InstantMs;

  /** What was lent before a restart is not remembered, so it counts from there. */
  constructor(now: () => InstantMs) {
    this.#now = now;
    this.#until = now() + RECKONED_MS;
  }

  lend(): void {
    this.#until = this.#now() + RECKONED_MS;
  }

  /** Milliseconds until no yes is left. A clock that was set back makes it no longer. */
  leftMs(): number {
    return Math.min(RECKONED_MS, Math.max(0, this.#until - this.#now()));
  }
}
