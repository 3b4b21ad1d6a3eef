import { alertWords } from '../../shared/attention/alert-words.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import type { LinkPage } from '../../shared/edge-api/links.ts';
import { nextMonth } from '../../shared/time.ts';
import type { LiveLink } from './links.ts';
import { isCategory } from './offers.ts';
import type { PageWords } from './page-words.ts';
import type { LinkUse } from './store.ts';
import type { LinkClaims } from './token.ts';

/** A cap of the owner's as it was just read. */
export interface StandingCap {
  category: Category;
  cap: number | null;
  used: number | null;
}

/** What is known besides the link when its page is put into words. */
export interface PageFacts {
  words: PageWords;
  /** The cap that the need is about; null: none, or it could not be read. */
  stands: StandingCap | null;
  balance: number | null;
  /** When the run in progress began, and the last one ended at its cap. */
  runSince: number | null;
  isLeftAtCap: boolean;
  isCeilingUsed: boolean;
  projectUrl: string | null;
  now: number;
}

/** A page with nothing on it but the way to the project. */
const emptyPage = (link: LiveLink, facts: PageFacts): Omit<LinkPage, 'title'> => ({
  ...{ language: facts.words.language, sign: null, lines: [], bar: null, act: null, foot: [] },
  project: projectOf(link, facts),
});

/** The cap that a need is about; null: about none of the two. */
export function capOf({ item, alert }: LiveLink): { projectId: string; category: Category } | null {
  const reason = item?.reason ?? alert.announced.about;
  const { projectId } = alert.announced;
  if (projectId === null || reason.kind !== 'credit-cap' || !isCategory(reason.category)) return null;
  return { projectId, category: reason.category };
}

const nameOf = ({ alert: { announced } }: LiveLink): string => announced.label ?? announced.projectId ?? '';

const titleOf = ({ item, alert: { announced } }: LiveLink, { language }: PageWords) =>
  alertWords({ ...announced, about: item?.reason ?? announced.about }, language);

/** A need that is open: what it is now, its numbers, and the one verb of the link. */
export function openPage(link: LiveLink, { verb, to, until }: LinkClaims, facts: PageFacts): LinkPage {
  const { words, stands, balance, runSince, now } = facts;
  const { title, facts: numbers } = titleOf(link, words);
  const cap = capOf(link);
  const day = words.day(nextMonth(now));
  const ofCap = (name: 'off' | 'lifts' | 'on') => capSentence(name, cap?.category ?? 'development');
  const isAtCap = link.item?.reason.kind === 'credit-cap' && cap !== null;
  const isRaise = verb === 'raise';
  const label = isRaise
    ? words.say('raiseUntil', { to: to / 100, day })
    : words.say(verb === 'stop' ? 'stop' : 'seen');
  return {
    ...emptyPage(link, facts),
    sign: link.item?.severity ?? link.alert.announced.severity,
    title,
    lines: [
      numbersOf(stands, words) ?? numbers,
      isAtCap && words.say(ofCap('off'), { day }),
      isAtCap && facts.isLeftAtCap && cap.category === 'development' && words.say('left'),
      isRaise && words.say(ofCap('lifts')),
      verb === 'stop' && runSince !== null && words.say('running', { time: words.time(runSince) }),
      isAtCap && facts.isCeilingUsed && words.say('ceiling'),
    ].filter((line) => typeof line === 'string' && line !== '') as string[],
    bar: barOf(stands, words),
    act:
      verb === 'look' ? null : { label, confirm: isRaise ? words.say('raiseSure', { to: to / 100 }) : null },
    foot: [
      ...(isRaise && balance !== null ? [words.say('balance', { credits: balance })] : []),
      ...(verb === 'look' ? [] : [words.say('once', { time: words.time(until) })]),
    ],
  };
}

/** A need that is over or was seen: nothing is left to press, and what stands is said. */
export function closedPage(link: LiveLink, facts: PageFacts): LinkPage {
  const { words, stands } = facts;
  const { title } = titleOf(link, words);
  const { item, fate } = link;
  const said = (): string => {
    if (stands !== null && fate === 'over') return capLine(link, stands, words);
    if (fate === 'seen' && item?.seen)
      return words.say('seenBy', { title, who: item.seen.by, time: words.time(item.seen.at) });
    if (fate !== 'over') return words.say('gone', { title });
    return item?.resolvedAt == null
      ? words.say('overNow', { title })
      : words.say('over', { title, time: words.time(item.resolvedAt) });
  };
  return { ...emptyPage(link, facts), title: words.say('nothing'), lines: [said()] };
}

/** What stands is not what the link says: nothing was done, or can be. */
export function differingPage(link: LiveLink, line: string, isPressed: boolean, facts: PageFacts): LinkPage {
  const title = facts.words.say(isPressed ? 'refused' : 'nothing');
  return { ...emptyPage(link, facts), title, lines: [line] };
}

/** What the link did. */
export function usedPage(link: LiveLink, use: LinkUse, facts: PageFacts): LinkPage {
  const { words, stands } = facts;
  const page = emptyPage(link, facts);
  if (use.state === 'sent')
    return { ...page, sign: 'warning', title: words.say('unknown'), lines: [words.say('checking')] };
  if (use.state === 'refused')
    return { ...page, title: words.say('refused'), lines: [words.say('refusedBy')] };
  const name = nameOf(link);
  const at = { name, time: words.time(use.at) };
  switch (use.verb) {
    case 'raise': {
      const { category = 'development', to = 0 } = use.act;
      return {
        ...page,
        sign: 'done',
        title: words.say('raised', { to, day: words.day(nextMonth(use.at)) }),
        bar: barOf(stands?.cap === to ? stands : null, words),
        lines: [
          ...(stands === null || stands.cap === to ? [] : [capLine(link, stands, words)]),
          ...(stands !== null && hasRoom(stands) ? [words.say(capSentence('on', category))] : []),
          words.say('changed', at),
        ],
        foot: [words.say('undo', { name })],
      };
    }
    case 'stop':
      return { ...page, sign: 'done', title: words.say('stopped'), lines: [words.say('by', at)] };
    case 'seen':
      return {
        ...page,
        sign: 'done',
        title: words.say('marked'),
        lines: [words.say('by', { ...at, name: titleOf(link, words).title })],
      };
  }
}

/** What the cap is now, as a sentence. */
export function capLine(link: LiveLink, { cap }: StandingCap, words: PageWords): string {
  const name = nameOf(link);
  return cap === null ? words.say('capNone', { name }) : words.say('capIs', { name, cap });
}

const hasRoom = ({ cap, used }: StandingCap): boolean => used !== null && (cap === null || used < cap);

type Both = 'off' | 'lifts' | 'on';
const capSentence = <Name extends Both>(name: Name, category: Category): Name | `${Name}Infrastructure` =>
  category === 'infrastructure' ? `${name}Infrastructure` : name;

/** The numbers of a cap as alerts say them. */
function numbersOf(stands: StandingCap | null, { language }: PageWords): string | null {
  if (stands === null || stands.cap === null || stands.used === null) return null;
  const { category, cap: limit, used: spent } = stands;
  const about = { kind: 'credit-cap', category, spent, limit, resetsAt: null, canEdit: false } as const;
  return alertWords({ about, projectId: null, label: null }, language).facts;
}

function barOf(stands: StandingCap | null, words: PageWords): LinkPage['bar'] {
  const label = numbersOf(stands, words);
  if (stands === null || label === null) return null;
  const { cap, used } = stands;
  return { share: Math.min(1, (used ?? 0) / (cap ?? 1)), label };
}

function projectOf(link: LiveLink, { projectUrl, words }: PageFacts): LinkPage['project'] {
  const { projectId } = link.alert.announced;
  if (projectUrl === null || projectId === null) return null;
  return {
    label: words.say('openProject', { name: nameOf(link) }),
    url: projectUrl.replaceAll('{projectId}', encodeURIComponent(projectId)),
  };
}
