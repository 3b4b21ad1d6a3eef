import { browser } from 'wxt/browser';
import type { FeatureBudget, Reason } from '../../shared/attention/item.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { formatAgo, formatClock, formatNumber, formatUntil } from './format.ts';
import { isolated } from './isolated.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

/** What a friend would say about an item: one sentence, then the facts. */
export type ItemWords = { title: string; facts: string };

/** @param now by the edge's clock, as all times in a reason are */
export function itemWords(
  reason: Reason,
  projectId: string | null,
  since: InstantMs,
  naming: Naming,
  now: InstantMs,
): ItemWords {
  const { screened } = naming;
  /** What sentences are filled in with; each takes what it has room for. */
  const told = {
    name: naming.project(projectId),
    since: formatClock(since, now),
    ago: formatAgo(since, now),
    resets: resets(reason, now),
  };
  /** Instead of facts with numbers, or with words of others, that are to be hidden. */
  const bare = screened ? t('item.since', told) : null;
  switch (reason.kind) {
    case 'credit-cap': {
      const isDevelopment = reason.category !== 'infrastructure';
      return {
        title: isDevelopment ? t('item.creditCap', told) : t('item.creditCapInfrastructure', told),
        facts: lines(
          capFacts(reason, screened),
          isDevelopment ? t('item.refusedDevelopment', told) : t('item.refusedInfrastructure', told),
        ),
      };
    }
    case 'feature-budget':
      return {
        title: t('item.featureBudget', { ...told, feature: featureName(reason.feature) }),
        facts: lines(
          amounts(reason, screened),
          reason.refusing ? t('item.featureBudgetHard', told) : t('item.featureBudgetSoft', told),
        ),
      };
    case 'feature-warning':
      return {
        title: t('item.featureWarning', { ...told, feature: featureName(reason.feature) }),
        facts: lines(amounts(reason, screened), t('item.featureWarningFacts', told)),
      };
    case 'credits-exhausted':
    case 'kill-switch':
    case 'project-paused':
    case 'payments-disconnected': {
      const words = `item.${wordOf(reason.kind)}` as const;
      return {
        title: t(words as 'item.killSwitch', told),
        facts: t(`${words}Facts` as 'item.killSwitchFacts', told),
      };
    }
    case 'cron-job': {
      const count = reason.failures ?? 1;
      const job = isolated(reason.name ?? reason.jobId);
      return {
        title: reason.paused ? t('item.cronPaused', told) : t('item.cronFailing', told),
        facts: bare ?? t('item.cronFacts', count, { ...told, job, count: formatNumber(count) }),
      };
    }
    case 'delivery-failures':
      return {
        title: t('item.deliveries', { host: naming.host(reason.host) }),
        facts:
          bare ??
          t('item.deliveriesFacts', reason.count, {
            cause: cause(reason),
            count: formatNumber(reason.count),
            since: formatClock(reason.firstAt, now),
            ago: formatAgo(reason.lastAt, now),
          }),
      };
    case 'webhooks-silent':
      return {
        title: t('item.silent'),
        facts: bare ?? t('item.silentFacts', reason.missed, { ...told, count: formatNumber(reason.missed) }),
      };
    case 'subscriptions-failing': {
      const count = reason.events.length;
      return {
        title: t('item.subscriptions', count, { count: formatNumber(count) }),
        facts: bare ?? lines(reason.problem, t('item.since', told)),
      };
    }
    case 'launch-unknown':
      return {
        title: t('item.launchUnknown', { name: screened ? t('popup.hiddenProject') : isolated(reason.name) }),
        facts: reason.nextCheckAt === null ? t('item.launchUntold') : t('item.launchUnknownFacts', told),
      };
  }
}

function capFacts(reason: Extract<Reason, { kind: 'credit-cap' }>, screened: boolean): string {
  const category = categoryName(reason.category);
  if (reason.spent === null || reason.limit === null || screened)
    return t('item.creditCapFactsBare', { category });
  return t('item.creditCapFacts', {
    spent: formatNumber(reason.spent),
    limit: formatNumber(reason.limit),
    category,
  });
}

function resets(reason: Reason, now: InstantMs): string {
  const at = 'resetsAt' in reason ? reason.resetsAt : 'endsAt' in reason ? reason.endsAt : null;
  return at === null ? t('resetsUnknown') : t('resets', { when: formatUntil(at, now) });
}

function amounts({ used, cap, capKind }: FeatureBudget, screened: boolean): string {
  if (used === null || cap === null || screened) return '';
  return t('item.amounts', { used: formatNumber(used), cap: formatNumber(cap), unit: unitName(capKind) });
}

/** Sentences below each other, without those that are not known or hidden. */
const lines = (...texts: (string | null)[]): string => texts.filter(Boolean).join('\n');

/** A feature of the service by its name in the user's language (service reference, Features). */
export const featureName = (feature: string): string => wordFor('feature', feature);

/** What a cap counts: the service says `credits`, a unit, or the name of the field that holds the cap. */
export function unitName(capKind: string | null): string {
  const unit = (capKind ?? 'credits').replace(/^monthly(\w+?)Cap$/, '$1s').toLowerCase();
  return wordFor('unit', unit);
}

/** The service's words are open sets: one that is new to us is readable once the underscores are gone. */
function wordFor(room: 'feature' | 'unit', word: string): string {
  return browser.i18n.getMessage(`${room}_${word}` as never) || word.replaceAll('_', ' ');
}

export function categoryName(category: string): string {
  if (category === 'development') return t('category.development');
  if (category === 'infrastructure') return t('category.infrastructure');
  return category;
}

function cause({ httpStatus, error }: Extract<Reason, { kind: 'delivery-failures' }>): string {
  return httpStatus === null ? (error ?? t('cause.unknown')) : t('cause.status', { status: httpStatus });
}
