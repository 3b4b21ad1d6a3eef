import type { Category } from '../builder-api/limits.ts';
import type { ChannelKind } from '../edge-api/channel-kinds.ts';
import { mobileBuildEnding } from '../endings/deploy-ending.ts';
import type { DeployEnding, Ending } from '../endings/ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../endings/event-ending.ts';
import type { Severity } from '../snapshot/attention.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { InstantMs } from '../time.ts';
import type { AttentionKind, Reason } from './item.ts';
import { isAttentionKind } from './kinds.ts';
import { numberFact, textFact, truthFact } from './rule.ts';

/** Something that happened and leaves no item open. */
export type News =
  | {
      kind: 'run-finished';
      outcome: Ending;
      durationMs: number | null;
      credits: number | null;
      /** Whose cap stopped it, where something says so: the owner's, or that of a guard. */
      cause?: 'cap' | 'guard';
    }
  | {
      kind: 'deploy-finished';
      outcome: DeployEnding;
      durationMs: number | null;
      liveUrl: string | null;
      refunded: boolean;
    }
  | { kind: 'feature-disabled' | 'feature-enabled'; feature: string }
  | { kind: 'project-resumed' }
  | { kind: 'mobile-build-finished'; status: string }
  /** Something was done by a link of an alert. `to`: of a cap that was raised, credits; `seen`: what was marked as seen. */
  | {
      kind: 'link-used';
      did: 'seen' | 'stop' | 'raise';
      channelId: string;
      channelKind: ChannelKind;
      category?: Category;
      to: number | null;
      seen: Reason | News | null;
    };

/** Anything that is not an item's kind is news; every kind of item is listed. */
export function isNews(about: Reason | News): about is News {
  return !isAttentionKind(about.kind);
}

/** What the user's notification rules can be about: every kind of item, and every kind of news. */
export type Topic = AttentionKind | News['kind'];

/** Whether it is the end of work that failed, which an item of the same project is about too. */
export const isFailedWork = (about: Reason | News): boolean =>
  'outcome' in about && about.outcome === 'failed';

/** The end of work is announced as news, of what failed too, which is a topic of its own. */
export function topicOf(about: Reason | News): Topic {
  if (about.kind === 'run-finished' && about.outcome === 'failed') return 'run-failed';
  if (about.kind === 'deploy-finished' && about.outcome === 'failed') return 'deploy-failed';
  return about.kind;
}

/** One announcement. The user's rules decide whether it is shown. */
export type Announcement = {
  /** Differs per opening, so that an opening is never announced twice: {@link openingKey}, {@link workKey}, or that of an event. */
  key: string;
  /** The same for every opening of one item: a newer notification replaces the older one. */
  noticeId: string;
  severity: Severity;
  projectId: string | null;
  about: Reason | News;
  /** By the edge's clock. */
  at: InstantMs;
  /** For an item: it began then or earlier. */
  isEarlier?: true;
  /** Number of the run or deployment whose end it is. */
  work?: number;
};

export const openingKey = (itemId: string, opening: number | undefined): string => `${itemId}#${opening}`;

/** The key under which the end of a run or a deployment is announced. @param id number of its row */
export const workKey = (kind: string, projectId: string | null, id: number | undefined): string =>
  `${kind}:${projectId}@${id}`;

/** The item, or the work, that such a key is about. */
export const subjectOfKey = (key: string): string => key.replace(/[#@][^#@]*$/, '');

/** An announcement as the edge keeps and tells it. */
export type NumberedAnnouncement = Announcement & {
  /** Ascending, without gaps. */
  number: number;
  /** The project's display name at that moment. */
  label: string | null;
  /** The device whose own change it follows. */
  causedBy?: string;
};

/** Announces news of a project; failures and removals are warnings. */
export function announceNews(about: News, projectId: string, at: InstantMs, key: string): Announcement {
  // The item under which a failure needs the user.
  const noticeId = `${isFailedWork(about) ? topicOf(about) : about.kind}:${projectId}`;
  return { key, noticeId, severity: isBad(about) ? 'warning' : 'note', projectId, about, at };
}

/** News in an event: a finished run, deploy or mobile build, a feature switch, a resumed project. */
export function newsOf(event: KeptEvent): News | null {
  switch (event.event) {
    case 'project.feature.disabled':
    case 'project.feature.enabled': {
      const feature = textFact(event.facts, 'feature');
      const kind = event.event === 'project.feature.disabled' ? 'feature-disabled' : 'feature-enabled';
      return feature ? { kind, feature } : null;
    }
    case 'project.resumed':
      return { kind: 'project-resumed' };
    case 'project.mobile_build.finished':
      return { kind: 'mobile-build-finished', status: textFact(event.facts, 'status') ?? '' };
    case 'agent.prompt.finished':
      return {
        kind: 'run-finished',
        outcome: runEndingOfEvent(event.facts),
        durationMs: numberFact(event.facts, 'durationMs'),
        credits: numberFact(event.facts, 'creditsSpent'),
      };
    case 'deployment.finished':
      return {
        kind: 'deploy-finished',
        outcome: deployEndingOfEvent(event.facts),
        durationMs: null,
        liveUrl: null,
        refunded: truthFact(event.facts, 'creditRefunded') ?? false,
      };
    default:
      return null;
  }
}

function isBad(about: News): boolean {
  if ('outcome' in about) return BAD_ENDS.has(about.outcome);
  return about.kind === 'mobile-build-finished'
    ? mobileBuildEnding(about) === 'failed'
    : about.kind === 'feature-disabled';
}

const BAD_ENDS: ReadonlySet<string> = new Set(['failed', 'capped', 'paused']);
