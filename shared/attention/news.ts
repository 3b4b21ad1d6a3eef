import type { Category } from '../builder-api/limits.ts';
import type { AlertGroup, ChannelKind } from '../edge-api/channel-kinds.ts';
import { mobileBuildEnding } from '../endings/deploy-ending.ts';
import type { DeployEnding, Ending } from '../endings/ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../endings/event-ending.ts';
import type { Severity } from '../snapshot/attention.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { InstantMs } from '../time.ts';
import { type SentenceName, wordOf } from '../words/say.ts';
import type { AttentionKind, KeptItem, Reason } from './item.ts';
import { isAttentionKind, isInformation, KINDS, RULES } from './kinds/kinds.ts';
import { numberFact, type PlaceName, textFact, truthFact } from './rule.ts';

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
  /** Something was done by an alert's link. `to`: a raised cap, credits; `seen`: what was marked as seen. */
  | {
      kind: 'link-used';
      did: 'seen' | 'stop' | 'raise';
      channelId: string;
      channelKind: ChannelKind;
      category?: Category;
      to: number | null;
      seen: Reason | News | null;
    };

/** Of news: groups of alerts that it is in, and where in the console it is seen. */
const NEWS: Readonly<Record<News['kind'], { alerts: readonly AlertGroup[]; place: PlaceName }>> = {
  'run-finished': { alerts: ['work-ended'], place: 'talk' },
  'deploy-finished': { alerts: ['work-ended'], place: 'ship' },
  'mobile-build-finished': { alerts: ['work-ended'], place: 'project' },
  'feature-disabled': { alerts: ['failures'], place: 'limits' },
  'feature-enabled': { alerts: [], place: 'limits' },
  'project-resumed': { alerts: [], place: 'project' },
  'link-used': { alerts: [], place: 'alerts' },
};

export const NEWS_KINDS = Object.keys(NEWS) as readonly News['kind'][];

const ofTopic = (topic: Topic) => (isAttentionKind(topic) ? RULES[topic].told : NEWS[topic]);

/** The groups that a kind is in, beside `needs-you`. */
export const groupsOfTopic = (topic: Topic): readonly AlertGroup[] => ofTopic(topic).alerts;

/** Where in the console each kind of need and of news is seen. */
export const placeOfTopic = (topic: Topic): PlaceName => ofTopic(topic).place;

/** Kinds are an open set. */
export const isTopic = (kind: string): kind is Topic => isAttentionKind(kind) || kind in NEWS;

/** The groups that an announcement is in: `needs-you` is every item but information, and all bad news. */
export function alertGroups({ about, severity }: Pick<Announcement, 'about' | 'severity'>): AlertGroup[] {
  const groups = groupsOfTopic(about.kind);
  if (!isNews(about)) return isInformation(about.kind) ? [...groups] : ['needs-you', ...groups];
  // What spends is told to whoever watches over who may do what.
  if (about.kind === 'link-used') return about.did === 'raise' ? ['security'] : [];
  return severity === 'note' ? [...groups] : ['needs-you', ...groups, 'failures'];
}

/** How work ended, of which no more than that is said. */
export type End = Pick<Extract<News, { outcome: string }>, 'kind' | 'outcome'>;

/** The sentence that is the title of an item or news, in alerts and browsers, and the count of its form. */
export function titleOf(about: Reason | News | End): { sentence: SentenceName; count: number } {
  const count =
    'count' in about
      ? about.count
      : 'keys' in about
        ? about.keys.length
        : 'events' in about
          ? about.events.length
          : 0;
  const name =
    'outcome' in about || isNews(about)
      ? `news.${wordOf(`${about.kind}${formOfNews(about)}`)}`
      : `item.${wordOf(about.kind)}${KINDS[about.kind].form?.(about) ?? ''}`;
  return { sentence: name as SentenceName, count };
}

/** The service's word for how it ended is in no language of ours. */
function formOfNews(about: News | End): string {
  if ('outcome' in about) return `-${about.outcome}`;
  if (about.kind === 'mobile-build-finished') return `-${mobileBuildEnding(about)}`;
  if (about.kind !== 'link-used') return '';
  return about.did === 'raise' && about.category === 'infrastructure'
    ? '-raise-infrastructure'
    : `-${about.did}`;
}

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
  /** Differs per opening, so that each is announced once: {@link openingKey}, {@link workKey}, an event's. */
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

/** State of what was announced: `over` was resolved; `gone` ended otherwise, or has opened again since. */
export type Fate = 'open' | 'seen' | 'over' | 'gone';

/** What is known of the items, open and ended, by id. */
type Items = Readonly<
  Record<string, Pick<KeptItem, 'opening' | 'seen' | 'resolvedAt'> & { endedBy?: string | undefined }>
>;

/** The only place that decides whether something may be reported as over: of news, only failed work may. */
export function fateOf(
  { noticeId, key, about, at }: Pick<Announcement, 'noticeId' | 'key' | 'about' | 'at'>,
  { items }: { items: Items },
): Fate {
  const item = items[noticeId];
  if (isNews(about)) {
    if (!isFailedWork(about) || item === undefined) return 'open';
    // What ended before it failed was an earlier failure.
    if (item.resolvedAt !== null && item.resolvedAt < at) return 'open';
  } else if (item === undefined || key !== openingKey(noticeId, item.opening)) return 'gone';
  if (item.resolvedAt === null) return item.seen === null ? 'open' : 'seen';
  if (item.endedBy === undefined) return 'over';
  return item.endedBy === 'seen' ? 'seen' : 'gone';
}
