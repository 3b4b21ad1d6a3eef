import type { Blocker, Ends } from '../../shared/spending/blocker.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { wordOf } from '../../shared/words/say.ts';
import { featureName, unitName } from './attention-words.ts';
import {
  countOfPrice,
  formatDurationRange,
  formatNumber,
  formatPrice,
  formatReset,
  formatUntil,
} from './format.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';

/** A cause in words: what it is, its remedy, and when it ends by itself; empty where unknown. */
export type BlockerWords = { says: string; lift: string; ends: string };

/** @param now by the clock of the blocker's times */
export function blockerWords(blocker: Blocker, naming: Naming, now: InstantMs): BlockerWords {
  return {
    says: causeWords(blocker.cause, naming),
    lift: blocker.lift === 'none' ? '' : t(`lift.${wordOf(blocker.lift)}`),
    ends: endsWords(blocker.ends, now),
  };
}

/** The same as one text. */
export function blockerSentence(blocker: Blocker, naming: Naming, now: InstantMs): string {
  const { says, lift, ends } = blockerWords(blocker, naming, now);
  return [says, lift, ends].filter(Boolean).join(' ');
}

/** What a cause is, with its number if known and not hidden. */
export function causeWords(cause: Cause, { screened, number }: Naming): string {
  /** The message with numbers, or without them if one is unknown or hidden. */
  const of = (numbers: Record<string, number | null>, more: Record<string, string> = {}): string | null => {
    const known = Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null);
    if (screened || known.length < Object.keys(numbers).length) return null;
    const values = Object.fromEntries(known.map(([name, amount]) => [name, number(amount)]));
    return t(`blocker.${wordOf(cause.kind)}Of` as 'blocker.batchRunningOf', { ...values, ...more } as never);
  };
  const plain = () => t(`blocker.${wordOf(cause.kind)}` as 'blocker.offline');
  const withAmounts = (used: number | null, cap: number | null, says = plain(), unit = 'credits'): string =>
    screened || used === null || cap === null
      ? says
      : `${says} ${t('item.amounts', { used: number(used), cap: number(cap), unit: unitName(unit) })}`;
  switch (cause.kind) {
    case 'role-too-low':
      return cause.needed === 'owner' ? t('blocker.roleTooLowOwner') : plain();
    case 'edge-not-answering':
      return cause.isError ? t('blocker.edgeFailing') : plain();
    case 'service-not-answering':
      return cause.isError ? t('blocker.serviceFailing') : plain();
    case 'balance-used-up':
      if (cause.needed === null && cause.credits !== null && cause.credits <= 0)
        return t('blocker.balanceUsedUpAll');
      return of({ credits: cause.credits, needed: cause.needed }) ?? plain();
    case 'projects-used-up':
      return (cause.plan === null ? null : of({ max: cause.max }, { plan: cause.plan })) ?? plain();
    case 'development-cap':
    case 'infrastructure-cap':
      return withAmounts(cause.used, cause.cap);
    case 'daily-limit':
      if (cause.limit === 0) return t('blocker.dailyLimitNone');
      if (cause.limit !== null && cause.spent !== null && cause.spent >= cause.limit)
        return withAmounts(cause.spent, cause.limit);
      return of({ spent: cause.spent, limit: cause.limit }) ?? plain();
    case 'day-budget':
      return withAmounts(cause.spent, cause.limit);
    case 'failure-guard':
      return t('blocker.failureGuard', cause.failures, { failures: formatNumber(cause.failures) });
    case 'batch-running':
      return of({ done: cause.done, total: cause.total }) ?? plain();
    case 'server-not-ready':
      if (cause.server === 'starting') return t('blocker.serverNotReadyStarting');
      return cause.price === null || screened
        ? t('blocker.serverNotReadyAsleep')
        : t('blocker.serverNotReadyAsleepOf', {
            price: t('fact.price', countOfPrice(cause.price), { credits: formatPrice(cause.price) }),
          });
    case 'feature-off':
      return t('blocker.featureOff', { feature: featureName(cause.feature) });
    case 'feature-budget': {
      const says = t('blocker.featureBudget', { feature: featureName(cause.feature) });
      return withAmounts(cause.used, cause.limit, says, cause.unit ?? undefined);
    }
    case 'visitor-limit':
      return t('blocker.visitorLimit', {
        perMinute: formatNumber(cause.perMinute),
        planDefault: formatNumber(cause.planDefault),
      });
    default:
      return plain();
  }
}

/** When a cause ends; empty where unknown. */
export function endsWords(ends: Ends, now: InstantMs): string {
  switch (ends.kind) {
    case 'at':
      return t('blocker.endsAt', { when: formatReset(ends.at, now) });
    case 'between':
      return ends.to - now > 2 * HOUR_MS
        ? t('blocker.endsBy', { when: formatUntil(ends.to, now) })
        : t('blocker.endsBetween', { range: formatDurationRange(ends.from - now, ends.to - now) });
    case 'not-by-itself':
    case 'not-known':
      return '';
  }
}
