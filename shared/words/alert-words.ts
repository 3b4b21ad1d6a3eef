import type { Reason } from '../attention/item.ts';
import { type Announcement, isNews, type News } from '../attention/news.ts';
import { dayFormat, expectedDays } from '../days.ts';
import { durationWords } from '../durations.ts';
import { KIND_NAMES } from '../edge-api/channel-kinds.ts';
import { isRefunded } from '../endings/ending.ts';
import { type Language, LOCALES } from '../languages.ts';
import { shownLabel } from '../one-line.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import { type SentenceName, titleOf, unitOf } from './title.ts';

/** A sentence; one with a count has a form for one. */
type Sentence = string | { readonly 1: string; readonly n: string };

/** Words of items and announcements; those of browsers are built from the same files (`extension/modules/messages`). */
const WORDS: Readonly<Record<Language, Readonly<Record<SentenceName, Sentence>>>> = { en, de };

/** An announcement in words: its title, and its numbers where it has any. Nothing else of it is said. */
export type AlertWords = { title: string; facts: string };

/** Says a sentence, in the form of its count. */
export function say(
  language: Language,
  name: SentenceName,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const sentence = WORDS[language][name];
  const count = typeof values.count === 'number' ? values.count : 0;
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const form = typeof sentence === 'string' ? sentence : sentence[isOne ? 1 : 'n'];
  return form.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = values[field] ?? '';
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

/** @param label the project's display name; its id where it has none */
export function alertWords(
  announced: Pick<Announcement, 'about' | 'projectId'> & { label: string | null },
  language: Language,
): AlertWords {
  const { about, projectId, label } = announced;
  const project = shownLabel(label) ?? shownLabel(projectId) ?? '';
  const { sentence, count } = titleOf(about);
  const title = say(language, sentence, { name: project, ...valuesOf(announced, language), count });
  return { title, facts: isNews(about) ? newsFacts(about, language) : itemFacts(about, language) };
}

/** That it is over; of work that failed in a sentence that can't be taken for another failure. */
export function overWords(announced: Parameters<typeof alertWords>[0], language: Language): string {
  const { about, projectId, label } = announced;
  const name = shownLabel(label) ?? shownLabel(projectId) ?? '';
  if (about.kind === 'run-finished') return say(language, 'alert.overRun', { name });
  if (about.kind === 'deploy-finished') return say(language, 'alert.overDeploy', { name });
  return say(language, 'alert.over', { title: alertWords(announced, language).title });
}

/** What a title says besides the project and its count. */
function valuesOf(
  { about, projectId, label }: Parameters<typeof alertWords>[0],
  language: Language,
): Record<string, string> {
  switch (about.kind) {
    case 'feature-budget':
    case 'feature-warning':
    case 'feature-disabled':
    case 'feature-enabled':
      return { feature: wordFor('feature', about.feature, language) };
    case 'balance-low':
      return { below: new Intl.NumberFormat(language).format(about.below) };
    case 'live-failing':
      return { detail: about.detail ?? '' };
    case 'delivery-failures':
      return { host: about.host };
    case 'channel-failing':
      return { channel: about.channel };
    case 'access-changed':
      return { browser: shownLabel(about.name ?? '') ?? '' };
    case 'cap-forecast':
    case 'balance-forecast':
      // Read at any time later, so never "today".
      return {
        when: expectedDays(about, dayFormat(LOCALES[language]), (name, values) =>
          say(language, name, values),
        ),
      };
    case 'launch-unknown': {
      const name = shownLabel(about.name);
      return name === null ? {} : { name };
    }
    case 'link-used': {
      const { channelKind, seen, to } = about;
      const title = seen === null ? '' : alertWords({ about: seen, projectId, label }, language).title;
      const amount = to === null ? '' : new Intl.NumberFormat(language).format(to);
      return { service: KIND_NAMES[channelKind], title, to: amount };
    }
    default:
      return {};
  }
}

function itemFacts(reason: Reason, language: Language): string {
  switch (reason.kind) {
    case 'credit-cap':
    case 'cap-warning': {
      const { spent, limit } = reason;
      if (spent === null || limit === null) return '';
      const category = wordFor('category', reason.category, language);
      return say(language, 'item.capAmounts', { spent, limit, category });
    }
    case 'feature-budget':
    case 'feature-warning': {
      const { used, cap, capKind } = reason;
      if (used === null || cap === null) return '';
      return say(language, 'item.amounts', { used, cap, unit: wordFor('unit', unitOf(capKind), language) });
    }
    case 'balance-low':
      return say(language, 'item.took', { credits: reason.credits });
    // It may be told hours later, and is true of then.
    case 'live-failing':
      return say(language, 'alert.seenAt', { at: instantFormat(LOCALES[language]).format(reason.at) });
    case 'not-fixed': {
      const { credits, isAtLeast } = reason;
      return credits > 0 ? say(language, isAtLeast ? 'item.tookAtLeast' : 'item.took', { credits }) : '';
    }
    default:
      return '';
  }
}

/** "28 Nov, 14:07 UTC": whoever reads an alert may be in any zone. */
const instantFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });

/** What is known of an end: its cause of a closed list, what it took, and that it was refunded; never the agent's words. */
function newsFacts(news: News, language: Language): string {
  if (news.kind === 'deploy-finished') return news.refunded ? say(language, 'alert.refunded') : '';
  if (news.kind !== 'run-finished') return '';
  const isGivenBack = isRefunded('run', news.outcome);
  const cause =
    news.outcome === 'failed'
      ? 'alert.causeNotKnown'
      : news.cause && (news.cause === 'cap' ? 'alert.causeCap' : 'alert.causeGuard');
  const facts = [
    cause && say(language, cause),
    tookWords(news, isGivenBack, language),
    isGivenBack && say(language, 'alert.runRefunded'),
  ];
  return facts.filter(Boolean).join(' ');
}

/** How long a run took, and what; a cost that was given back is none. */
function tookWords(
  { durationMs, credits }: Extract<News, { kind: 'run-finished' }>,
  isGivenBack: boolean,
  language: Language,
): string | null {
  if (durationMs === null) return null;
  const duration = durationWords(durationMs, language);
  return credits === null || isGivenBack
    ? say(language, 'notice.runFacts', { duration })
    : say(language, 'notice.runFactsCost', { duration, count: credits, credits });
}

/** The service's words are open sets: an unknown one is readable without underscores. */
function wordFor(room: 'feature' | 'unit' | 'category', word: string, language: Language): string {
  const name = `${room}.${word}`;
  return Object.hasOwn(en, name)
    ? say(language, name as SentenceName)
    : (shownLabel(word) ?? '').replaceAll('_', ' ');
}
