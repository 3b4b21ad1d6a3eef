import type { InstantMs } from '../durations.ts';
import type { AttentionKind, Reason, Severity } from './item.ts';

/** Something that happened and leaves nothing open. */
export type News =
  | {
      kind: 'run-finished';
      outcome: 'finished' | 'failed' | 'stopped';
      durationMs: number | null;
      credits: number | null;
    }
  | {
      kind: 'deploy-finished';
      outcome: 'live' | 'failed';
      durationMs: number | null;
      liveUrl: string | null;
      refunded: boolean;
    }
  | { kind: 'feature-disabled' | 'feature-enabled'; feature: string }
  | { kind: 'project-resumed' }
  | { kind: 'mobile-build-finished'; status: string };

/** What a rule of the user's can be about: every kind of item and of news. */
export type Topic = AttentionKind | News['kind'];

/** One thing worth telling, once. Whether it is shown is decided by the user's rules. */
export type Announcement = {
  /** Differs per opening: the same opening is never announced twice. */
  key: string;
  /** The same for every opening of one item: a newer notice takes the place of the older. */
  noticeId: string;
  severity: Severity;
  projectId: string | null;
  about: Reason | News;
  /** The edge's clock. */
  at: InstantMs;
};
