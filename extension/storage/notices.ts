import type { Announcement } from '../../shared/attention/announcement.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { localItem } from './stored-item.ts';

/** Why an announcement was not shown as a notification. Closed: the history has words for each. */
export const SUPPRESSED_REASONS = [
  'topic-off',
  'project-off',
  'quiet-hours',
  'muted',
  'looking',
  'digest',
  'over',
] as const;
export type SuppressedReason = (typeof SUPPRESSED_REASONS)[number];

/** Why one was shown. Closed as well. `long`: somebody looked, but it took long. */
export type ShownReason = 'wanted' | 'critical' | 'long' | 'unwatched';

/** `raise`: its notification offers to raise the cap. */
export type Settled =
  | { is: 'shown'; why?: ShownReason; raise?: true }
  | { is: 'held'; why: SuppressedReason };

/** `pending` is stored before anything is shown: a wake that finds one finishes it, under the same notification id. */
export type NoticeOutcome = { is: 'pending' } | Settled;

export type Notice = Announcement & {
  storedAt: InstantMs;
  fate: NoticeOutcome;
  /** It came after an absence. */
  missed?: true;
};

export const NOTICES_MAX = 200;

/** Newest first. */
export const noticesItem = localItem<Notice[]>('notices', []);
