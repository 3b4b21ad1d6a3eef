import { nextMonth } from '../month.ts';
import { type InstantMs, MINUTE_MS } from '../time.ts';
import type { Holding } from './item.ts';

/** Resets are told by another clock than ours, and lists show them a little later. */
const GRACE_MS = MINUTE_MS;

/** When something is over by the calendar alone, whether or not anything can be read: its month is. */
export function calendarEnd(held: Pick<Holding, 'reason' | 'since'>): InstantMs {
  switch (held.reason.kind) {
    case 'credit-cap':
      return (held.reason.resetsAt ?? nextMonth(held.since)) + GRACE_MS;
    case 'feature-budget':
    case 'feature-warning':
      return held.reason.endsAt + GRACE_MS;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
