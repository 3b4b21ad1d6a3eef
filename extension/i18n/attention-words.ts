import type { FeatureBudget, Reason, Since } from '../../shared/attention/item.ts';
import { type Announcement, isNews, type News } from '../../shared/attention/news.ts';
import { KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';
import { isRefunded } from '../../shared/endings/ending.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type End, titleOf, unitOf, wordOf } from '../../shared/words/title.ts';
import { daysReached } from './forecast-words.ts';
import { formatAgo, formatClock, formatDuration, formatList, formatNumber, formatReset } from './format.ts';
import { isolated, type Naming } from './naming.ts';
import { quoted } from './service-words.ts';
import { t } from './t.ts';

/** An item in words: one sentence, then the facts. */
export type ItemWords = { title: string; facts: string };

/**
 * Which of a kind's messages says its facts, and their parameters: `item.<kind><facts>Facts`, as in
 * `item.creditCapInfrastructureFacts`.
 */
type ReasonWords = {
  /** Null: since when is all there is to say. */
  facts?: string | null;
  /** A sentence before the facts, if known and not private. */
  first?: string | null;
  /** The facts are numbers or others' texts: while the screen is shared, only the time is shown. */
  isPrivate?: boolean;
  count?: number;
  values?: Record<string, string>;
};

/** @param now by the edge's clock, like all times in a reason */
export function itemWords(
  reason: Reason,
  projectId: string | null,
  since: Since,
  naming: Naming,
  now: InstantMs,
): ItemWords {
  const { facts = '', first = null, isPrivate, count = 0, values } = reasonWords(reason, naming, now);
  /** Parameters of all sentences; each uses those it needs. */
  const parameters = {
    name: naming.project(projectId),
    since: typeof since === 'number' ? formatClock(since, now) : '',
    ago: formatAgo(typeof since === 'number' ? since : since.before, now),
    ...resets(reason, now),
    count: formatNumber(count),
    ...values,
  };
  const factsName = `item.${wordOf(reason.kind)}${facts}Facts` as 'item.webhooksSilentFacts';
  return {
    title: titleWords(reason, parameters),
    facts: lines(
      first,
      facts === null || (isPrivate && naming.screened)
        ? sinceWords(since, (at) => formatClock(at, now))
        : t(factsName, count, parameters),
    ),
  };
}

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

function reasonWords(reason: Reason, { screened, host, number }: Naming, now: InstantMs): ReasonWords {
  switch (reason.kind) {
    case 'credit-cap': {
      const form = reason.category === 'infrastructure' ? 'Infrastructure' : '';
      return { facts: form, first: capFacts(reason, screened) };
    }
    case 'cap-warning':
      return { first: screened ? null : capFacts(reason, screened) };
    case 'feature-budget':
      return { facts: reason.refusing ? 'Refusing' : '', ...budget(reason) };
    case 'feature-warning':
      return budget(reason);
    case 'credits-exhausted':
    case 'kill-switch':
    case 'project-paused':
    case 'payments-disconnected':
      return {};
    case 'guard-failed':
      // The caps that a launch named are tried again, too.
      return {
        facts: reason.stands ? wordOf(`-${reason.stands === 'named' ? 'retried' : reason.stands}`) : '',
      };
    case 'cron-job':
      return {
        facts: reason.failures === null ? 'Unknown' : '',
        isPrivate: true,
        count: reason.failures ?? 0,
        values: { job: isolated(reason.name ?? reason.jobId) },
      };
    case 'delivery-failures': {
      const since = formatClock(reason.firstAt, now);
      const ago = formatAgo(reason.lastAt, now);
      return {
        isPrivate: true,
        count: reason.count,
        values: { host: host(reason.host), cause: cause(reason), ...(screened ? {} : { since, ago }) },
      };
    }
    case 'not-fixed': {
      const credits = formatNumber(reason.credits);
      const took = reason.isAtLeast ? t('item.tookAtLeast', { credits }) : t('item.took', { credits });
      return { facts: null, first: reason.credits > 0 && !screened ? took : null };
    }
    case 'live-failing':
      return {
        values: { detail: screened ? '…' : isolated(reason.detail ?? ''), at: formatClock(reason.at, now) },
      };
    case 'run-failed':
      return { first: screened ? null : quoted(reason.message) };
    case 'deploy-failed':
      return {
        facts: reason.refunded ? 'Refunded' : '',
        first: screened ? null : quoted(reason.message),
      };
    case 'keys-needed':
      return {
        isPrivate: true,
        count: reason.keys.length,
        values: { keys: formatList(reason.keys.map(({ name }) => isolated(name))) },
      };
    case 'webhooks-silent':
      return { isPrivate: true, count: reason.missed };
    case 'subscriptions-failing':
      return { facts: null, count: reason.events.length };
    case 'run-budget': {
      if (reason.budget === null || screened) return {};
      return { facts: 'Of', values: { budget: formatNumber(reason.budget) } };
    }
    case 'channel-failing': {
      const values = { channel: isolated(reason.channel) };
      return { facts: reason.stopped ? 'Stopped' : '', values };
    }
    case 'access-changed':
      return { isPrivate: true, values: { browser: isolated(reason.name ?? '') } };
    case 'cap-forecast':
      return {
        values: { when: daysReached(reason, now) },
      };
    case 'balance-low':
      return { facts: null, values: { below: screened ? '…' : formatNumber(reason.below) } };
    case 'balance-forecast':
      return { values: { when: daysReached(reason, now) } };
    case 'launch-step':
      return { facts: null, first: stepWords(reason.step) };
    case 'launch-unknown':
      return {
        facts: reason.nextCheckAt === null ? 'NotFound' : '',
        values: { name: screened ? t('hidden.project') : isolated(reason.name) },
      };
  }

  function budget({ feature, used, cap, capKind }: FeatureBudget): ReasonWords {
    const values = { feature: featureName(feature) };
    if (used === null || cap === null || screened) return { values };
    return {
      first: t('item.amounts', { used: number(used), cap: number(cap), unit: unitName(capKind) }),
      values,
    };
  }
}

/** What of a launch did not happen, and where to make up for it (service reference, Launch Project, `warnings`: an open set). */
export const stepWords = (step: string): string =>
  t(`warning.step.${step}` as 'warning.step.agent') || t('warning.other', { step: quoted(step) ?? '' });

function capFacts(
  reason: Extract<Reason, { kind: 'credit-cap' | 'cap-warning' }>,
  screened: boolean,
): string {
  const category = categoryName(reason.category);
  if (reason.spent === null || reason.limit === null || screened) return t('item.capReached', { category });
  return t('item.capAmounts', {
    spent: formatNumber(reason.spent),
    limit: formatNumber(reason.limit),
    category,
  });
}

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

const cause = ({ httpStatus, error }: Extract<Reason, { kind: 'delivery-failures' }>): string =>
  httpStatus === null ? (error ?? t('cause.unknown')) : t('cause.status', { status: httpStatus });

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
