import { browser } from 'wxt/browser';
import type { Reason } from '../../shared/attention/item.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { formatAgo, formatClock, formatNumber, formatUntil } from './format.ts';
import { isolated } from './isolated.ts';
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
  const at = { since: formatClock(since, now) };
  switch (reason.kind) {
    case 'credit-cap':
      return {
        title:
          reason.category === 'infrastructure'
            ? t('item.creditCapInfrastructure', { name })
            : t('item.creditCap', { name }),
        facts: `${capFacts(reason, naming)}\n${refused(reason.category, at.since, resets(reason.resetsAt, now))}`,
      };
    case 'feature-budget': {
      const when = { ...at, resets: resets(reason.endsAt, now) };
      return {
        title: t('item.featureBudget', { name, feature: featureName(reason.feature) }),
        facts: lines(
          amounts(reason, naming),
          reason.refusing ? t('item.featureBudgetHard', when) : t('item.featureBudgetSoft', when),
        ),
      };
    }
    case 'feature-warning':
      return {
        title: t('item.featureWarning', { name, feature: featureName(reason.feature) }),
        facts: lines(
          amounts(reason, naming),
          t('item.featureWarningFacts', {
            ...at,
            resets: resets(reason.endsAt, now),
          }),
        ),
      };
    case 'credits-exhausted':
      return {
        title: t('item.creditsExhausted'),
        facts: t('item.creditsExhaustedFacts', at),
      };
    case 'kill-switch':
      return { title: t('item.killSwitch', { name }), facts: t('item.killSwitchFacts', { ago }) };
    case 'project-paused':
      return {
        title: t('item.projectPaused', { name }),
        facts: t('item.projectPausedFacts', { at: formatClock(since, now) }),
      };
    case 'cron-job': {
      const count = reason.failures ?? 1;
      const job = isolated(reason.name ?? reason.jobId);
      return {
        title: reason.paused ? t('item.cronPaused', { name }) : t('item.cronFailing', { name }),
        facts: naming.screened
          ? t('item.cronFactsBare', { ago })
          : t('item.cronFacts', count, { job, count: formatNumber(count), ago }),
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
        facts: deliveriesFacts(reason, naming, now),
      };
    case 'webhooks-silent':
      return {
        title: t('item.silent'),
        facts: naming.screened
          ? t('item.silentFactsBare', at)
          : t('item.silentFacts', reason.missed, {
              count: formatNumber(reason.missed),
              ...at,
            }),
      };
    case 'subscriptions-failing':
      return {
        title: t('item.subscriptions', reason.events.length, { count: formatNumber(reason.events.length) }),
        facts: lines(naming.screened ? null : reason.problem, t('item.subscriptionsFacts', at)),
      };
    case 'launch-unknown':
      return {
        title: t('item.launchUnknown', {
          name: naming.screened ? t('popup.hiddenProject') : isolated(reason.name),
        }),
        facts: reason.nextCheckAt === null ? t('item.launchUntold') : t('item.launchUnknownFacts', at),
      };
  }
}

function capFacts(reason: Extract<Reason, { kind: 'credit-cap' }>, naming: Naming): string {
  const category = categoryName(reason.category);
  if (reason.spent === null || reason.limit === null || naming.screened)
    return t('item.creditCapFactsBare', { category });
  return t('item.creditCapFacts', {
    spent: naming.number(reason.spent),
    limit: naming.number(reason.limit),
    category,
  });
}

function refused(category: string, since: string, resets: string): string {
  return category === 'infrastructure'
    ? t('item.refusedInfrastructure', { since, resets })
    : t('item.refusedDevelopment', { since, resets });
}

function deliveriesFacts(
  reason: Extract<Reason, { kind: 'delivery-failures' }>,
  naming: Naming,
  now: InstantMs,
): string {
  const { count, firstAt, lastAt } = reason;
  const facts = {
    cause: cause(reason, naming),
    since: formatClock(firstAt, now),
    ago: formatAgo(lastAt, now),
  };
  return naming.screened
    ? t('item.deliveriesFactsBare', facts)
    : t('item.deliveriesFacts', count, { ...facts, count: formatNumber(count) });
}

function resets(at: InstantMs | null, now: InstantMs): string {
  return at === null ? t('resetsUnknown') : t('resets', { when: formatUntil(at, now) });
}

function amounts(
  reason: { used: number | null; cap: number | null; capKind: string | null },
  naming: Naming,
): string | null {
  if (reason.used === null || reason.cap === null || naming.screened) return null;
  return t('item.amounts', {
    used: formatNumber(reason.used),
    cap: formatNumber(reason.cap),
    unit: unitName(reason.capKind),
  });
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

/** An error in words may name the host. */
function cause(reason: Extract<Reason, { kind: 'delivery-failures' }>, { screened }: Naming): string {
  if (reason.httpStatus !== null) return t('cause.status', { status: reason.httpStatus });
  return (screened ? null : reason.error) ?? t('cause.unknown');
}
