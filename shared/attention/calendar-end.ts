import { type InstantMs, MINUTE_MS } from '../durations.ts';
import type { Holding } from './item.ts';
import { nextMonth } from './month.ts';

/** Resets are told by another clock than ours, and lists show them a little later. */
const GRACE_MS = MINUTE_MS;

/** When something is over by the calendar alone, whether or not anything can be read: its month is. */
export function calendarEnd({ reason, since }: Pick<Holding, 'reason' | 'since'>): InstantMs {
  switch (reason.kind) {
    case 'credit-cap':
      return (reason.resetsAt ?? nextMonth(since)) + GRACE_MS;
    case 'feature-budget':
    case 'feature-warning':
      return reason.endsAt + GRACE_MS;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
