import type { Announcement } from '../../shared/attention/announcement.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { localItem } from '../storage/stored-item.ts';

/** Why an announcement was not shown as a notification. Closed: the history has words for each. */
export const HELD_REASONS = [
  'topic-off',
  'project-off',
  'quiet-hours',
  'muted',
  'looking',
  'digest',
  'over',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** Why one was shown. Closed as well. `long`: somebody looked, but it took long. */
export type ShownReason = 'wanted' | 'critical' | 'long' | 'unwatched';

/** `raise`: its notification offers to raise the cap. */
export type Settled = { is: 'shown'; why?: ShownReason; raise?: true } | { is: 'held'; why: HeldReason };

/** `pending` is stored before anything is shown: a wake that finds one finishes it, under the same notification id. */
export type NoticeFate = { is: 'pending' } | Settled;

export type Notice = Announcement & {
  storedAt: InstantMs;
  fate: NoticeFate;
  /** It came after an absence. */
  missed?: true;
};

export const NOTICES_MAX = 200;

/** Newest first. */
export const noticesItem = localItem<Notice[]>('notices', []);

/** Adds announcements that are not known yet. @param missed they come after an absence */
export function addNotices(
  known: readonly Notice[],
  announcements: readonly Announcement[],
  now: InstantMs,
  missed = false,
): Notice[] {
  const keys = new Set(known.map(({ key }) => key));
  const fresh = announcements
    .filter(({ key }) => !keys.has(key))
    .map(
      (announcement): Notice => ({
        ...announcement,
        storedAt: now,
        fate: { is: 'pending' },
        ...(missed && { missed }),
      }),
    );
  return [...fresh.toReversed(), ...known].slice(0, NOTICES_MAX);
}
