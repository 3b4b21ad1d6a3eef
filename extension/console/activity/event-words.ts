import { KIND_ORDER } from '../../../shared/attention/kinds.ts';
import { announceNews, newsOf } from '../../../shared/attention/news.ts';
import { RULES } from '../../../shared/attention/rules/rules.ts';
import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { GUARD_EVENT, PLAN_EVENT } from '../../../shared/edge-api/guards.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { SubscriptionHealth } from '../../../shared/snapshot/webhook-health.ts';
import { type InstantMs, SECOND_MS } from '../../../shared/time.ts';
import { wordOf } from '../../../shared/words/title.ts';
import { itemWords, noticeWords } from '../../i18n/attention-words.ts';
import { formatDuration } from '../../i18n/format.ts';
import type { Naming } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ENDED_GLYPH } from '../../now/recent.tsx';
import type { GlyphName } from '../../ui/icons.tsx';

/** An event's name in words; an unknown one as it is. */
export function eventKindWords(name: string): string {
  if (name === GUARD_EVENT) return t('console.event.edge_guard');
  if (name === PLAN_EVENT) return t('console.event.edge_plan');
  const known = SERVICE_EVENTS.find((one) => one === name);
  return known ? t(`console.event.${keyOf(known)}`) : name;
}

type KeyOf<Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? `${First}_${KeyOf<Rest>}`
  : Name;
const keyOf = (name: ServiceEvent) => name.replaceAll('.', '_') as KeyOf<ServiceEvent>;

/** Why the edge refused deliveries, and the event or project of the address that the newest came to; null if not known. */
export function rejectionWords(
  { reason, about, skewSeconds }: SubscriptionHealth['rejections'][number],
  naming: Naming,
): { title: string; about: string | null } {
  const by = formatDuration(Math.abs(skewSeconds ?? 0) * SECOND_MS);
  const isEvent = SERVICE_EVENTS.some((name) => name === about);
  return {
    title: t(`console.webhooks.rejected.${wordOf(reason)}`, { by }),
    about: about && (isEvent ? eventKindWords(about) : naming.project(about)),
  };
}

/** An event as a sentence about its project, the same as its notification where it has one. */
export function eventWords(event: KeptEvent, naming: Naming, now: InstantMs): string {
  const { projectId, at } = event;
  const news = newsOf(event);
  if (news && projectId !== null)
    return noticeWords(announceNews(news, projectId, at, ''), naming, now).title;
  const [reported] = reportedBy(event);
  if (reported) return itemWords(reported.reason, projectId, at, naming, now).title;
  const kind = eventKindWords(event.event);
  return projectId === null ? kind : `${naming.project(projectId)}: ${kind}`;
}

/** Sentences about the needs that an event reports. Whether one opened by it is the edge's to say. */
export function reportedWords(event: KeptEvent, naming: Naming, now: InstantMs): string[] {
  return reportedBy(event).map(({ reason, projectId }) =>
    t('console.activity.reports', { item: itemWords(reason, projectId, event.at, naming, now).title }),
  );
}

/** What the rules read in an event. Events signed with a project's own secret have no effect on the account. */
const readingsOf = (event: KeptEvent) =>
  event.signer === 'project' ? [] : KIND_ORDER.flatMap((kind) => RULES[kind].fromEvent?.(event) ?? []);

const reportedBy = (event: KeptEvent) =>
  readingsOf(event).flatMap((reading) => ('condition' in reading ? [reading.condition] : []));

/** Icon of an event: by outcome, else by the severity of what it reports. */
export function eventSign(event: KeptEvent): GlyphName {
  const news = newsOf(event);
  if (news && 'outcome' in news) return ENDED_GLYPH[news.outcome];
  const [reported] = reportedBy(event);
  return reported && reported.severity !== 'note' ? reported.severity : 'seen';
}
