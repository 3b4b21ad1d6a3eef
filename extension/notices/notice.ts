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

/** `pending` is stored before anything is shown: a wake that finds one finishes it, under the same notification id. */
export type NoticeFate = { is: 'pending' } | { is: 'shown' } | { is: 'held'; why: HeldReason };

export type Notice = Announcement & { storedAt: InstantMs; fate: NoticeFate };

export const NOTICES_MAX = 200;

/** Newest first. */
export const noticesItem = localItem<Notice[]>('notices', []);

/** Adds announcements that are not known yet. */
export function addNotices(
  known: readonly Notice[],
  announcements: readonly Announcement[],
  now: InstantMs,
): Notice[] {
  const keys = new Set(known.map(({ key }) => key));
  const fresh = announcements
    .filter(({ key }) => !keys.has(key))
    .map((announcement): Notice => ({ ...announcement, storedAt: now, fate: { is: 'pending' } }));
  return [...fresh.toReversed(), ...known].slice(0, NOTICES_MAX);
}
