import type { Reason, Since } from '../../shared/attention/item.ts';
import type { SayInBrowser } from '../../shared/attention/kind.ts';
import { KINDS } from '../../shared/attention/kinds/kinds.ts';
import { type Announcement, type End, isNews, type News, titleOf } from '../../shared/attention/news.ts';
import { KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';
import { isRefunded } from '../../shared/endings/ending.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import type { InstantMs } from '../../shared/time.ts';
import { unitOf, wordOf } from '../../shared/words/say.ts';
import { daysReached } from './forecast-words.ts';
import { formatAgo, formatClock, formatDuration, formatList, formatNumber, formatReset } from './format.ts';
import { isolated, type Naming } from './naming.ts';
import { quoted } from './service-words.ts';
import { t } from './t.ts';

/** An item in words: one sentence, then the facts. */
export type ItemWords = { title: string; facts: string };

/** @param now by the edge's clock, like all times in a reason */
export function itemWords(
  reason: Reason,
  projectId: string | null,
  since: Since,
  naming: Naming,
  now: InstantMs,
): ItemWords {
  const kind = KINDS[reason.kind];
  const say = sayIn(naming, now);
  const numbers = naming.screened ? null : kind.numbers?.(reason, say);
  const {
    form = '',
    first = numbers ?? null,
    isPrivate,
    count = 0,
    values,
  } = kind.facts?.(reason, say) ?? {};
  /** Parameters of all sentences; each uses those it needs. */
  const parameters = {
    name: naming.project(projectId),
    since: typeof since === 'number' ? formatClock(since, now) : '',
    ago: formatAgo(typeof since === 'number' ? since : since.before, now),
    ...resets(reason, now),
    count: formatNumber(count),
    ...kind.values?.(reason, say),
    ...values,
  };
  const factsName = `item.${wordOf(reason.kind)}${form}Facts` as 'item.webhooksSilentFacts';
  return {
    title: titleWords(reason, parameters),
    facts: lines(
      first,
      form === null || (isPrivate && naming.screened)
        ? sinceWords(since, (at) => formatClock(at, now))
        : t(factsName, count, parameters),
    ),
  };
}

/** How a browser says what a kind names. @param now by the edge's clock */
export const sayIn = ({ screened, host }: Naming, now: InstantMs): SayInBrowser => ({
  screened,
  sentence: (name, values) => t(name as 'item.took', values as { credits: string }),
  number: (amount) => (screened ? '…' : formatNumber(amount)),
  name: (name) => isolated(name ?? ''),
  host,
  call: (name) => (screened ? t('hidden.project') : isolated(name)),
  detail: (text) => (screened ? '…' : isolated(text)),
  clock: (at) => formatClock(at, now),
  days: (days) => daysReached(days, now),
  word: wordFor,
  ago: (at) => formatAgo(at, now),
  quoted: (text) => (screened ? null : quoted(text)),
  list: (names) => formatList(names.map(isolated)),
  cause: ({ httpStatus, error }) =>
    httpStatus === null ? (error ?? t('cause.unknown')) : t('cause.status', { status: httpStatus }),
  capReached: (category) => t('item.capReached', { category: categoryName(category) }),
  step: stepWords,
});

/** The title of an item, of news or of an end. @param values what it names, as it is shown */
export function titleWords(about: Reason | News | End, values: Record<string, string>): string {
  const { sentence, count } = titleOf(about);
  return t(sentence as 'item.keysNeeded', count, {
    name: '',
    ...values,
    // Facts may count something else.
    count: formatNumber(count),
  });
}

/** Since when, where that is known: that it may be earlier decides nothing. @param format formats the time */
export const sinceWords = (since: Since, format: (at: InstantMs) => string): string =>
  typeof since === 'number' ? t('item.since', { since: format(since) }) : '';

/** That events were missed. @param now by the clock that `since` is of */
export const silenceWords = (
  { missed, since }: Pick<NonNullable<SubscriptionHealth['silent']>, 'missed' | 'since'>,
  now: InstantMs,
): string => t('item.webhooksSilentFacts', missed, { since: formatClock(since, now) });

/** What a launch left out and where to do it (service reference, Launch Project, `warnings`: an open set). */
export const stepWords = (step: string): string =>
  t(`warning.step.${step}` as 'warning.step.agent') || t('warning.other', { step: quoted(step) ?? '' });

/** When it resets: alone, and within a sentence. */
function resets(reason: Reason, now: InstantMs): Record<'reset' | 'resets', string> {
  const at = 'resetsAt' in reason ? reason.resetsAt : 'endsAt' in reason ? reason.endsAt : null;
  const reset = at === null ? '' : formatReset(at, now);
  return { reset, resets: at === null ? t('resetsUnknown') : t('resets', { when: reset }) };
}

/** Sentences below each other, without unknown or hidden ones. */
const lines = (...texts: (string | null)[]): string => texts.filter(Boolean).join('\n');

/** Name of a feature in the user's language (service reference, Features). */
export const featureName = (feature: string): string => wordFor('feature', feature);
export const environmentName = (environment: string): string => wordFor('environment', environment);

/** Name of a kind of monthly cap. */
export const categoryName = (category: string): string => wordFor('category', category);

/** What of a limit is used, in its unit. @param used null: not known @param cap null: there is none */
export function usedWords(used: number | null, cap: number | null, unit: string): string {
  const count = used === null ? '–' : formatNumber(used);
  if (cap === null) return `${count} ${unit}`;
  return t('count.of', { count, of: `${formatNumber(cap)} ${unit}` });
}

/** What a cap counts: `credits`, a unit, or the name of the field with the cap. */
export const unitName = (capKind: string | null): string => wordFor('unit', unitOf(capKind));

/** The service's words are open sets: an unknown one is readable without underscores. */
function wordFor(room: 'feature' | 'unit' | 'category' | 'environment', word: string): string {
  return t(`${room}.${word}` as 'feature.ai') || word.replaceAll('_', ' ');
}

/** Sentence and facts of a notification, as shown by itself and in the history. */
export function noticeWords(notice: Announcement, naming: Naming, now: InstantMs): ItemWords {
  return isNews(notice.about)
    ? newsWords(notice.about, notice.projectId, naming, now)
    : itemWords(
        notice.about,
        notice.projectId,
        notice.isEarlier ? { before: notice.at } : notice.at,
        naming,
        now,
      );
}

function newsWords(news: News, projectId: string | null, naming: Naming, now: InstantMs): ItemWords {
  const name = naming.project(projectId);
  const values = {
    name,
    feature: 'feature' in news ? featureName(news.feature) : '',
    ...(news.kind === 'link-used' && linkValues(news, projectId, naming, now)),
  };
  return { title: titleWords(news, values), facts: 'outcome' in news ? endedFacts(news, naming) : '' };
}

/** Which service, what was seen, and the cap, of what a link did. */
function linkValues(
  { channelKind, seen, to }: Extract<News, { kind: 'link-used' }>,
  projectId: string | null,
  naming: Naming,
  now: InstantMs,
) {
  const about =
    seen &&
    (isNews(seen) ? newsWords(seen, projectId, naming, now) : itemWords(seen, projectId, now, naming, now));
  return {
    service: KIND_NAMES[channelKind],
    title: about?.title ?? '',
    to: to === null ? '' : naming.number(to),
  };
}

function endedFacts(news: Extract<News, { outcome: string }>, naming: Naming): string {
  if ('refunded' in news && news.refunded) return t('notice.deployRefunded');
  if (news.kind === 'run-finished' && isRefunded('run', news.outcome)) return t('runs.failedRefunded');
  if (news.durationMs === null) return '';
  const duration = formatDuration(news.durationMs);
  return 'credits' in news && news.credits !== null
    ? t('notice.runFactsCost', news.credits, { duration, credits: naming.number(news.credits) })
    : t('notice.runFacts', { duration });
}
