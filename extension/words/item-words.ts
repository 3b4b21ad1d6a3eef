import { browser } from 'wxt/browser';
import type { Reason } from '../../shared/attention/item.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { formatAgo, formatClock, formatNumber, formatUntil } from './format.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';

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
  const name = naming.project(projectId);
  const ago = formatAgo(since, now);
  switch (reason.kind) {
    case 'credit-cap':
      return {
        title:
          reason.category === 'infrastructure'
            ? t('item.creditCapInfrastructure', { name })
            : t('item.creditCap', { name }),
        facts: `${capFacts(reason, naming)}\n${refused(reason.category, resets(reason.resetsAt, now))}`,
      };
    case 'feature-budget': {
      const facts = { ...amounts(reason, naming), resets: resets(reason.endsAt, now) };
      return {
        title: t('item.featureBudget', { name, feature: featureName(reason.feature) }),
        facts: reason.refusing ? t('item.featureBudgetHard', facts) : t('item.featureBudgetSoft', facts),
      };
    }
    case 'feature-warning':
      return {
        title: t('item.featureWarning', { name, feature: featureName(reason.feature) }),
        facts: t('item.featureWarningFacts', {
          ...amounts(reason, naming),
          resets: resets(reason.endsAt, now),
        }),
      };
    case 'credits-exhausted':
      return { title: t('item.creditsExhausted'), facts: t('item.creditsExhaustedFacts') };
    case 'kill-switch':
      return { title: t('item.killSwitch', { name }), facts: t('item.killSwitchFacts', { ago }) };
    case 'project-paused':
      return {
        title: t('item.projectPaused', { name }),
        facts: t('item.projectPausedFacts', { at: formatClock(since, now) }),
      };
    case 'cron-job': {
      const count = reason.failures ?? 1;
      const job = naming.screened ? t('topic.cronJob') : (reason.name ?? reason.jobId);
      return {
        title: reason.paused ? t('item.cronPaused', { name }) : t('item.cronFailing', { name }),
        facts: t('item.cronFacts', count, { job, count: naming.number(count), ago }),
      };
    }
    case 'payments-disconnected':
      return {
        title: t('item.paymentsDisconnected', { name }),
        facts: t('item.paymentsDisconnectedFacts', { ago }),
      };
    case 'delivery-failures':
      return {
        title: t('item.deliveries', { host: naming.host(reason.host) }),
        facts: t('item.deliveriesFacts', reason.count, {
          cause: cause(reason),
          count: naming.number(reason.count),
          since: formatClock(reason.firstAt, now),
          ago: formatAgo(reason.lastAt, now),
        }),
      };
    case 'webhooks-silent':
      return {
        title: t('item.silent'),
        facts: t('item.silentFacts', reason.missed, {
          count: naming.number(reason.missed),
          since: formatClock(since, now),
        }),
      };
    case 'subscriptions-failing':
      return {
        title: t('item.subscriptions', reason.events.length, { count: formatNumber(reason.events.length) }),
        facts: reason.problem ?? '',
      };
    case 'launch-unknown':
      return {
        title: t('item.launchUnknown', { name: naming.screened ? naming.project(reason.name) : reason.name }),
        facts: reason.nextCheckAt === null ? t('item.launchUntold') : t('item.launchUnknownFacts'),
      };
  }
}

function capFacts(reason: Extract<Reason, { kind: 'credit-cap' }>, naming: Naming): string {
  const category = categoryName(reason.category);
  if (reason.spent === null || reason.limit === null) return t('item.creditCapFactsBare', { category });
  return t('item.creditCapFacts', {
    spent: naming.number(reason.spent),
    limit: naming.number(reason.limit),
    category,
  });
}

function refused(category: string, when: string): string {
  return category === 'infrastructure'
    ? t('item.refusedInfrastructure', { resets: when })
    : t('item.refusedDevelopment', { resets: when });
}

function resets(at: InstantMs | null, now: InstantMs): string {
  return at === null ? t('resetsUnknown') : t('resets', { when: formatUntil(at, now) });
}

function amounts(
  reason: { used: number | null; cap: number | null; capKind: string | null },
  naming: Naming,
): { used: string; cap: string; unit: string } {
  return {
    used: reason.used === null ? '?' : naming.number(reason.used),
    cap: reason.cap === null ? '?' : naming.number(reason.cap),
    unit: unitName(reason.capKind),
  };
}

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

function cause(reason: Extract<Reason, { kind: 'delivery-failures' }>): string {
  if (reason.httpStatus !== null) return t('cause.status', { status: reason.httpStatus });
  return reason.error ?? t('cause.unknown');
}
