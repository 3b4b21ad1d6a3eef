import * as z from 'zod/mini';
import type { Announcement } from '../../shared/attention/news.ts';
import { SEVERITIES } from '../../shared/snapshot/attention.ts';
import type { InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { keptList } from './stored-item.ts';

/** Why a notification was suppressed. Closed: the history has words for each. */
export const SUPPRESSED_REASONS = [
  'topic-off',
  'project-off',
  'quiet-hours',
  'muted',
  'looking',
  'own',
  'digest',
  'over',
  'gone',
  'seen',
] as const;
export type SuppressedReason = (typeof SUPPRESSED_REASONS)[number];

/** Why one was shown. Closed as well. `long`: a view was open, but it took long. */
export type ShownReason = 'wanted' | 'critical' | 'long' | 'unwatched';

/** `raise`: its notification offers to raise the cap, to `raiseTo` credits. */
export type Settled =
  | { is: 'shown'; why?: ShownReason; raise?: true; raiseTo?: number }
  | { is: 'held'; why: SuppressedReason };

/** `pending`: stored before anything is shown; the next start completes it under the same notification id. */
export type NoticeOutcome = { is: 'pending' } | Settled;

export type Notice = Announcement & {
  /** Of the announcement; absent where the edge did not announce it. */
  number?: number;
  storedAt: InstantMs;
  fate: NoticeOutcome;
  /** It followed an absence. */
  missed?: true;
};

/** Only what views need; `about` stays open: a newer edge may send kinds that this version does not know. */
export const storedNotice = z.looseObject({
  key: z.string(),
  noticeId: z.string(),
  severity: z.enum(SEVERITIES),
  projectId: z.nullable(z.string()),
  about: z.looseObject({ kind: z.string() }),
  at: instantMs,
  storedAt: instantMs,
  fate: z.looseObject({ is: z.enum(['pending', 'shown', 'held']) }),
});

export const noticesItem = keptList(
  'notices',
  (value) => (storedNotice.safeParse(value).success ? (value as Notice) : null),
  ({ key }) => key,
  200,
);
