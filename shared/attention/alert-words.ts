import { dayFormat, expectedDays } from '../days.ts';
import { durationWords } from '../durations.ts';
import { KIND_NAMES } from '../edge-api/channel-kinds.ts';
import { isRefunded } from '../endings/ending.ts';
import { type Language, LOCALES } from '../languages.ts';
import { shownLabel } from '../one-line.ts';
import { isSentence, say } from '../words/say.ts';
import type { Say } from './kind.ts';
import { KINDS } from './kinds/kinds.ts';
import { type Announcement, isNews, type News, titleOf } from './news.ts';

/** An announcement in words: its title, and its numbers where it has any. Nothing else of it is said. */
export type AlertWords = { title: string; facts: string };

/** @param label the project's display name; its id where it has none */
export function alertWords(
  announced: Pick<Announcement, 'about' | 'projectId'> & { label: string | null },
  language: Language,
): AlertWords {
  const { about, projectId, label } = announced;
  const project = shownLabel(label) ?? shownLabel(projectId) ?? '';
  const { sentence, count } = titleOf(about);
  const said = (values: Record<string, string> = {}) =>
    say(language, sentence, { name: project, ...values, count });
  if (isNews(about))
    return { title: said(newsValues(announced, language)), facts: newsFacts(about, language) };
  const { values, numbers, alert = numbers } = KINDS[about.kind];
  const ways = sayIn(language, project);
  return { title: said(values?.(about, ways)), facts: alert?.(about, ways) ?? '' };
}

/** That it is over; of work that failed in a sentence that can't be taken for another failure. */
export function overWords(announced: Parameters<typeof alertWords>[0], language: Language): string {
  const { about, projectId, label } = announced;
  const name = shownLabel(label) ?? shownLabel(projectId) ?? '';
  if (about.kind === 'run-finished') return say(language, 'alert.overRun', { name });
  if (about.kind === 'deploy-finished') return say(language, 'alert.overDeploy', { name });
  return say(language, 'alert.over', { title: alertWords(announced, language).title });
}

/** What the title of news says besides the project. */
function newsValues(
  { about, projectId, label }: Parameters<typeof alertWords>[0],
  language: Language,
): Record<string, string> {
  if ('feature' in about) return { feature: wordFor('feature', about.feature, language) };
  if (about.kind !== 'link-used') return {};
  const { channelKind, seen, to } = about;
  const title = seen === null ? '' : alertWords({ about: seen, projectId, label }, language).title;
  const amount = to === null ? '' : new Intl.NumberFormat(language).format(to);
  return { service: KIND_NAMES[channelKind], title, to: amount };
}

/** How an alert says what a kind names. @param project as it is called */
function sayIn(language: Language, project: string): Say {
  return {
    sentence: (name, values) => say(language, name, values),
    number: (amount) => new Intl.NumberFormat(language).format(amount),
    name: (name) => shownLabel(name) ?? '',
    host: (host) => host,
    call: (name) => shownLabel(name) ?? project,
    detail: (text) => text,
    clock: (at) => instantFormat(LOCALES[language]).format(at),
    // Read at any time later, so never "today".
    days: (days) =>
      expectedDays(days, dayFormat(LOCALES[language]), (name, values) => say(language, name, values)),
    word: (room, word) => wordFor(room, word, language),
  };
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

/** Facts of an end: its cause from a closed list, what it took, and a refund; never the agent's words. */
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
  return isSentence(name) ? say(language, name) : (shownLabel(word) ?? '').replaceAll('_', ' ');
}
