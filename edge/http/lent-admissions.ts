import type { InstantMs } from '../../shared/time.ts';
import type { Caller } from '../account/devices/devices.ts';
import { LENT_MS } from '../account/devices/lending.ts';

/** How many are kept; far more than one account has browsers. */
const KEPT_MAX = 1000;

interface Lent {
  origin: string | null;
  until: InstantMs;
}

/** What the object lent to this instance of the Worker, by the hash of the token: that a browser may read for a moment. */
const kept = new Map<string, Lent>();

/** Whether a yes of the object still holds for this caller. A clock that was set back makes none last longer than it was lent for. */
export function isLent({ tokenHash, origin }: Caller, now: InstantMs): boolean {
  const lent = kept.get(tokenHash);
  return lent !== undefined && lent.origin === origin && now < lent.until && lent.until <= now + LENT_MS;
}

/** @param askedAt when the object was asked: nothing is kept for longer than it reckons with */
export function keepLent({ tokenHash, origin }: Caller, askedAt: InstantMs): void {
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(tokenHash, { origin, until: askedAt + LENT_MS });
}
