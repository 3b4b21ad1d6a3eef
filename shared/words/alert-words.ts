import type { Reason } from '../attention/item.ts';
import { type Announcement, isNews, type News } from '../attention/news.ts';
import type { Language } from '../languages.ts';
import { shownLabel } from '../one-line.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../time.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

/** A sentence; one with a count has a form for one. */
type Sentence = string | { readonly 1: string; readonly n: string };
type SentenceName = keyof typeof en;

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
  const name = shownLabel(label) ?? shownLabel(projectId) ?? '';
  return isNews(about) ? newsWords(about, name, language) : itemWords(about, name, language);
}

function itemWords(reason: Reason, name: string, language: Language): AlertWords {
  const title = (sentence: SentenceName, values: Record<string, string | number> = {}, facts = '') => ({
    title: say(language, sentence, { name, ...values }),
    facts,
  });
  switch (reason.kind) {
    case 'credit-cap':
      return title(
        reason.category === 'infrastructure' ? 'item.creditCapInfrastructure' : 'item.creditCap',
        {},
        reason.spent === null || reason.limit === null
          ? ''
          : say(language, 'item.capAmounts', {
              spent: reason.spent,
              limit: reason.limit,
              category: wordFor('category', reason.category, language),
            }),
      );
    case 'feature-budget':
    case 'feature-warning': {
      const { feature, used, cap, capKind } = reason;
      const counted = (capKind ?? 'credits').replace(/^monthly(\w+?)Cap$/, '$1s').toLowerCase();
      const unit = wordFor('unit', counted, language);
      return title(
        reason.kind === 'feature-budget' ? 'item.featureBudget' : 'item.featureWarning',
        { feature: wordFor('feature', feature, language) },
        used === null || cap === null ? '' : say(language, 'item.amounts', { used, cap, unit }),
      );
    }
    case 'credits-exhausted':
      return title('item.creditsExhausted');
    case 'kill-switch':
      return title('item.killSwitch');
    case 'project-paused':
      return title('item.projectPaused');
    case 'payments-disconnected':
      return title('item.paymentsDisconnected');
    case 'cron-job':
      return title(reason.paused ? 'item.cronJobPaused' : 'item.cronJob');
    case 'delivery-failures':
      return title('item.deliveryFailures', { host: reason.host });
    case 'webhooks-silent':
      return title('item.webhooksSilent');
    case 'subscriptions-failing':
      return title('item.subscriptionsFailing', { count: reason.events.length });
    case 'run-failed':
      return title('item.runFailed');
    case 'deploy-failed':
      return title('item.deployFailed');
    case 'keys-needed':
      return title('item.keysNeeded', { count: reason.keys.length });
    case 'run-budget':
      return title('item.runBudget');
    case 'guard-failed':
      return title(reason.guard === null ? 'item.guardFailedPlan' : 'item.guardFailed');
    case 'channel-failing':
      return title(reason.stopped ? 'item.channelFailingStopped' : 'item.channelFailing', {
        channel: reason.channel,
      });
    case 'cap-forecast':
      return title(
        reason.category === 'infrastructure' ? 'item.capForecastInfrastructure' : 'item.capForecast',
        { day: dayWords(reason.at, language) },
      );
    case 'balance-forecast':
      return title('item.balanceForecast', { day: dayWords(reason.at, language) });
    case 'launch-unknown':
      return title('item.launchUnknown', { name: shownLabel(reason.name) ?? name });
  }
}

const RUN_ENDED = {
  succeeded: 'news.runFinishedSucceeded',
  failed: 'news.runFinishedFailed',
  stopped: 'news.runFinishedStopped',
  capped: 'news.runFinishedCapped',
  paused: 'news.runFinishedPaused',
  'not-known': 'news.runFinishedNotKnown',
} as const satisfies Record<Extract<News, { kind: 'run-finished' }>['outcome'], SentenceName>;

const DEPLOY_ENDED = {
  succeeded: 'news.deployFinishedSucceeded',
  failed: 'news.deployFinishedFailed',
  'not-known': 'news.deployFinishedNotKnown',
} as const satisfies Record<Extract<News, { kind: 'deploy-finished' }>['outcome'], SentenceName>;

function newsWords(news: News, name: string, language: Language): AlertWords {
  const title = (sentence: SentenceName, values: Record<string, string | number> = {}, facts = '') => ({
    title: say(language, sentence, { name, ...values }),
    facts,
  });
  switch (news.kind) {
    case 'run-finished':
      return title(RUN_ENDED[news.outcome], {}, runFacts(news, language));
    case 'deploy-finished':
      return title(DEPLOY_ENDED[news.outcome]);
    case 'feature-disabled':
    case 'feature-enabled':
      return title(news.kind === 'feature-disabled' ? 'news.featureDisabled' : 'news.featureEnabled', {
        feature: wordFor('feature', news.feature, language),
      });
    case 'project-resumed':
      return title('news.projectResumed');
    case 'mobile-build-finished':
      return title('news.mobileBuildFinished', { status: shownLabel(news.status) ?? '' });
    case 'new-records':
      return title('news.newRecords', { count: news.count, label: shownLabel(news.label) ?? '' });
  }
}

function runFacts(
  { durationMs, credits }: Extract<News, { kind: 'run-finished' }>,
  language: Language,
): string {
  if (durationMs === null) return '';
  const unit = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const duration = unit.format(Math.max(1, Math.round(durationMs / MINUTE_MS)));
  return credits === null
    ? say(language, 'notice.runFacts', { duration })
    : say(language, 'notice.runFactsCost', {
        duration,
        count: credits,
        credits,
      });
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
