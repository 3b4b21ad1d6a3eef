import type { RunEnding } from '../builder-api/run-ending.ts';
import type { InstantMs } from '../time.ts';
import type { AttentionKind, Reason, Severity } from './item.ts';
import { KIND_ORDER } from './kind-order.ts';

/** Something that happened and leaves nothing open. */
export type News =
  | {
      kind: 'run-finished';
      outcome: RunEnding;
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

/** Whatever is no item's kind is news: every kind of item is listed. */
export function isNews(about: Reason | News): about is News {
  return !(KIND_ORDER as readonly string[]).includes(about.kind);
}

/** What a rule of the user's can be about: every kind of item that is announced, and of news. */
export type Topic = Exclude<AttentionKind, 'run-failed' | 'deploy-failed'> | News['kind'];

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
