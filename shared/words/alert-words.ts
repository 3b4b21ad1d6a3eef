import type { Reason } from '../attention/item.ts';
import { type Announcement, isNews, type News } from '../attention/news.ts';
import { isRefunded } from '../endings/ending.ts';
import type { Language } from '../languages.ts';
import { shownLabel } from '../one-line.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../time.ts';
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
  { about, projectId, label }: Pick<Announcement, 'about' | 'projectId'> & { label: string | null },
  language: Language,
): AlertWords {
  const project = shownLabel(label) ?? shownLabel(projectId) ?? '';
  const { sentence, count } = titleOf(about);
  const title = say(language, sentence, { name: project, ...valuesOf(about, language), count });
  return { title, facts: isNews(about) ? newsFacts(about, language) : itemFacts(about, language) };
}

/** What a title says besides the project and its count. */
function valuesOf(about: Reason | News, language: Language): Record<string, string> {
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
      return { when: say(language, 'item.aboutDay', { day: dayWords(about.at, language) }) };
    case 'launch-unknown': {
      const name = shownLabel(about.name);
      return name === null ? {} : { name };
    }
    case 'mobile-build-finished':
      return { status: shownLabel(about.status) ?? '' };
    case 'new-records':
      return { label: shownLabel(about.label) ?? '' };
    default:
      return {};
  }
}

function itemFacts(reason: Reason, language: Language): string {
  switch (reason.kind) {
    case 'credit-cap': {
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
    case 'going-in-circles':
      return reason.credits > 0 ? say(language, 'item.took', { credits: reason.credits }) : '';
    default:
      return '';
  }
}

function newsFacts(news: News, language: Language): string {
  if (news.kind !== 'run-finished' || news.durationMs === null) return '';
  const unit = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const duration = unit.format(Math.max(1, Math.round(news.durationMs / MINUTE_MS)));
  // What a failed run took is refunded.
  const credits = isRefunded('run', news.outcome) ? null : news.credits;
  return credits === null
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

/** The beginning of a UTC day, whose noon has the same date nearly everywhere. */
const dayWords = (at: InstantMs, language: Language): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    at + 12 * HOUR_MS,
  );
