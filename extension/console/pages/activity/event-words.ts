import { type AttentionItem, sinceOf } from '../../../../shared/attention/item.ts';
import { isExpected, reportedBy } from '../../../../shared/attention/kinds/kinds.ts';
import { announceNews, newsOf, placeOfTopic } from '../../../../shared/attention/news.ts';
import type { PlaceName } from '../../../../shared/attention/rule.ts';
import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import {
  actOf,
  GUARD_EVENT,
  type GuardAct,
  type GuardActRecord,
} from '../../../../shared/edge-api/guards.ts';
import { settingChangeOf } from '../../../../shared/edge-api/setting-changes.ts';
import type { EntryOf } from '../../../../shared/journal/journal.ts';
import type { EventFacts, KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { itemWords, noticeWords } from '../../../i18n/attention-words.ts';
import { eventKindWords } from '../../../i18n/event-kind.ts';
import { formatCap, formatClock, formatFacts, formatNumber } from '../../../i18n/format.ts';
import { isolated, type Naming } from '../../../i18n/naming.ts';
import { serviceWord } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { announcedSign } from '../../../now/recent.tsx';
import type { GlyphName } from '../../../ui/icons.tsx';
import { actWords, guardName } from '../../kit/guard-words.ts';
import { standingWords } from '../../parts/over-by-now.ts';
import { type Place, placeAt } from '../../parts/places.ts';
import { changeAbout, changePlace, changeTitle, changeValues, isBudget } from './change-words.ts';

/** What needs the user: what, of which project, from when to when, and why, where that is known. */
export function needWords({ endedAt, endedBy, ...entry }: EntryOf<'need'>, naming: Naming, now: InstantMs) {
  // Kinds are an open set.
  const item = entry.item as unknown as AttentionItem;
  const { reason, projectId } = item;
  const since = sinceOf(item);
  const { title, facts } = itemWords(reason, projectId, since, naming, now);
  const name = projectId === null ? null : naming.project(projectId);
  const whose = name === null || title.includes(name) ? null : name;
  // A forecast is told as it was made last; when it was made first stands before it.
  const standing =
    endedAt === null && isExpected(reason.kind)
      ? t('console.activity.asOfNow')
      : standingWords(endedAt === null ? 'open' : endedBy === undefined ? 'over' : null);
  const lasted =
    endedAt === null
      ? null
      : typeof since === 'number'
        ? t('console.activity.lasted', { from: formatClock(since, now), to: formatClock(endedAt, now) })
        : t('console.activity.lastedTo', { to: formatClock(endedAt, now) });
  // What the others say is of now, which their own page says.
  const held = reason.kind === 'delivery-failures' ? facts : null;
  return { title, facts: formatFacts(standing, whose, lasted, held) };
}

/** An event as a sentence about its project, the same as its notification where it has one. */
export function eventWords(event: KeptEvent, naming: Naming, now: InstantMs): string {
  const { projectId, at } = event;
  const news = newsOf(event);
  if (news && projectId !== null)
    return noticeWords(announceNews(news, projectId, at, ''), naming, now).title;
  const [reported] = reportedBy(event);
  if (reported) return itemWords(reported.reason, projectId, at, naming, now).title;
  const cap = capChangeOf(event);
  if (cap && projectId !== null) {
    const name = naming.project(projectId);
    const thing = t(`console.activity.change.cap.${cap.category}`);
    const words =
      cap.to === null ? t('did.removed', { thing }) : t('did.set', { thing, to: naming.number(cap.to) });
    return `${name}: ${words}`;
  }
  const change = settingChangeOf(event);
  if (change) return changeTitle(change, projectId, naming);
  const act = event.source === 'edge' ? actOf(event) : null;
  if (act) return actTitle(act, projectId, naming);
  const { to } = event.facts;
  if (event.event === 'project.lifecycle.state_changed' && projectId !== null && typeof to === 'string') {
    const name = naming.project(projectId);
    const known = to === 'asleep' ? 'slept' : to === 'awake' ? 'woke' : null;
    if (known !== null) return t(`console.activity.${known}`, { name });
    return t('console.activity.turned', { name, state: serviceWord(to) });
  }
  return ofProject(eventKindWords(event.event), projectId, naming);
}

const ofProject = (words: string, projectId: string | null, naming: Naming): string =>
  projectId === null ? words : `${naming.project(projectId)}: ${words}`;

/** What a guard did; a raise, and what was taken back, are a person's acts. */
function actTitle(act: GuardActRecord, projectId: string | null, naming: Naming): string {
  const { guard, did, to, found } = act;
  const cap = (credits: number | null) => (credits === null ? formatCap(credits) : naming.number(credits));
  const words = () => {
    switch (did) {
      case 'set':
        return t('did.set', {
          thing: t('console.activity.change.cap.development'),
          to: cap(to),
        });
      case 'put-back':
        return t('console.activity.putBack', { to: cap(to) });
      case 'left-alone':
        return t('console.activity.leftAlone', { found: cap(found) });
      case 'reached':
        return t('topic.runBudget');
      case 'undone':
      case 'run-stopped':
      case 'prompt-refused':
      case 'could-not':
        return `${guardName(guard)}: ${actWords(naming.screened ? { ...act, number: null } : act)}`;
    }
  };
  return ofProject(words(), projectId, naming);
}

/** What the title of an act leaves out: its guard, and what was there. */
function actFacts(act: GuardActRecord): (string | null)[] {
  const { guard, did, from } = act;
  switch (did) {
    case 'reached':
      return [actWords(act)];
    case 'set':
      return [guard && guardName(guard), t('console.activity.change.before', { value: formatCap(from) })];
    case 'put-back':
    case 'left-alone':
      return [guard && guardName(guard)];
    default:
      return [];
  }
}

/** Says in one line what an event adds to its sentence; empty if nothing, or while names are hidden. */
export function eventFactWords(event: KeptEvent, naming: Naming, now: InstantMs): string {
  if (naming.screened) return '';
  const { projectId, at, facts } = event;
  const act = event.source === 'edge' ? actOf(event) : null;
  if (act) return formatFacts(...actFacts(act), changeBy(facts, naming));
  const cap = capChangeOf(event);
  if (cap)
    return formatFacts(
      t('console.activity.change.before', { value: formatCap(cap.from) }),
      changeBy(facts, naming),
    );
  const change = settingChangeOf(event);
  if (change) {
    const { from, to } = changeValues(change, now);
    const was = from !== null && to !== from && t('console.activity.change.before', { value: from });
    // The title of a budget is what it is set to.
    const is = isBudget(change) ? null : to;
    // The title of a receiver is its host.
    const whose =
      change.setting === 'receiver' && change.event !== null && projectId && naming.project(projectId);
    return formatFacts(whose, changeAbout(change), is, was, changeBy(facts, naming));
  }
  if (event.event === 'project.lifecycle.state_changed') {
    const { reason } = facts;
    return typeof reason === 'string' ? serviceWord(reason) : '';
  }
  const [reported] = reportedBy(event);
  // What was so since, and how long it stays, is over.
  return reported ? (itemWords(reported.reason, projectId, at, naming, now).facts.split('\n')[0] ?? '') : '';
}

/** Says what an event adds to one of the same act: a guard's act, who stopped a run; else nothing. */
export const alsoWords = (event: KeptEvent, naming: Naming): string | null => {
  const act = event.source === 'edge' ? actOf(event) : null;
  if (settingChangeOf(event)?.setting === 'run') return changeBy(event.facts, naming);
  if (naming.screened || act === null) return null;
  // With a run, the cap that is back is what one expects.
  if (act.did === 'put-back') return act.guard === 'run-budget' ? null : actWords(act);
  if (act.did === 'set')
    return act.number === null
      ? null
      : t('console.activity.withBudget', { credits: formatNumber(act.number) });
  return act.did === 'run-stopped' && act.guard ? `${guardName(act.guard)}: ${actWords(act)}` : null;
};

/** A cap that an owner's browser changed; null for other events. */
function capChangeOf({ event, source, facts }: KeptEvent) {
  const { category, from, to } = facts;
  if (event !== CAP_EVENT || source !== 'edge') return null;
  const amountOf = (cap: typeof from) => (typeof cap === 'number' ? cap : null);
  return {
    category: category === 'infrastructure' ? ('infrastructure' as const) : ('development' as const),
    from: amountOf(from),
    to: amountOf(to),
  };
}

/** From which browser it was changed; null while names are hidden, or where it is not known. */
export const changeBy = ({ by }: EventFacts, naming: Naming): string | null =>
  naming.screened || typeof by !== 'string' ? null : t('console.activity.change.by', { name: isolated(by) });

const GUARD_SIGN: Partial<Readonly<Record<GuardAct, GlyphName>>> = {
  'could-not': 'warning',
  'run-stopped': 'stopped',
  'prompt-refused': 'stopped',
};

/** Icon of an event: by what it tells, else by the severity of what it reports. */
export function eventSign(event: KeptEvent): GlyphName {
  const news = newsOf(event);
  if (news) return announcedSign(announceNews(news, event.projectId ?? '', event.at, ''));
  const [reported] = reportedBy(event);
  if (reported) return announcedSign({ about: reported.reason, severity: reported.severity });
  const did = event.source === 'edge' ? actOf(event)?.did : undefined;
  return (did && GUARD_SIGN[did]) || 'seen';
}

const OWN: Readonly<Record<string, PlaceName>> = {
  [CAP_EVENT]: 'limits',
  [GUARD_EVENT]: 'limits',
};

/** Where in the console it is seen what an event tells of. */
export function eventPlace(event: KeptEvent): Place | null {
  const { event: name, projectId } = event;
  const change = settingChangeOf(event);
  if (change) return changePlace(change, projectId);
  const kind = newsOf(event)?.kind ?? reportedBy(event)[0]?.reason.kind;
  return placeAt(OWN[name] ?? (kind === undefined ? 'project' : placeOfTopic(kind)), projectId);
}
