import type { Blocker, Ends } from '../../shared/spending/blocker.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import type { Missing, Readiness } from '../../shared/spending/readiness.ts';
import { middleOf, type RunBound } from '../../shared/spending/runs.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { featureName, unitName } from './attention-words.ts';
import { formatDurationRange, formatList, formatNumber, formatPrice, formatUntil } from './format.ts';
import type { Naming } from './naming.ts';
import { t, wordOf } from './t.ts';

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
    return t(
      `blocker.${wordOf(cause.kind)}Of` as 'blocker.developmentCapOf',
      { ...values, ...more } as never,
    );
  };
  const plain = () => t(`blocker.${wordOf(cause.kind)}` as 'blocker.offline');
  switch (cause.kind) {
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
      return of({ used: cause.used, cap: cause.cap }) ?? plain();
    case 'run-budget':
      return of({ used: cause.used }) ?? plain();
    case 'daily-limit':
      if (cause.limit === 0) return t('blocker.dailyLimitNone');
      if (cause.limit !== null && cause.spent !== null && cause.spent >= cause.limit && !screened)
        return t('blocker.dailyLimitAll', { limit: number(cause.limit) });
      return of({ spent: cause.spent, limit: cause.limit }) ?? plain();
    case 'day-budget':
      return of({ spent: cause.spent, limit: cause.limit }) ?? plain();
    case 'failure-guard':
      return t('blocker.failureGuard', cause.failures, { failures: formatNumber(cause.failures) });
    case 'batch-running':
      return of({ done: cause.done, total: cause.total }) ?? plain();
    case 'server-not-ready':
      if (cause.server === 'starting') return t('blocker.serverNotReadyStarting');
      return cause.price === null || screened
        ? t('blocker.serverNotReadyAsleep')
        : t('blocker.serverNotReadyAsleepOf', { price: formatPrice(cause.price) });
    case 'feature-off':
      return t('blocker.featureOff', { feature: featureName(cause.feature) });
    case 'feature-budget': {
      const feature = featureName(cause.feature);
      const unit = unitName(cause.unit);
      return (
        of({ used: cause.used, limit: cause.limit }, { feature, unit }) ??
        t('blocker.featureBudget', { feature })
      );
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

function endsWords(ends: Ends, now: InstantMs): string {
  switch (ends.kind) {
    case 'at':
      return t('blocker.endsAt', { when: formatUntil(ends.at, now) });
    case 'between':
      return ends.to - now > 2 * HOUR_MS
        ? t('blocker.endsBy', { when: formatUntil(ends.to, now) })
        : t('blocker.endsBetween', { range: formatDurationRange(ends.from - now, ends.to - now) });
    case 'not-by-itself':
    case 'not-known':
      return '';
  }
}

/** The readiness on "can I build?": a line for a header or a row, and its reasons. */
export type ReadinessWords = { title: string; facts: string };

/** @param of whether it is about the account or one project */
export function readinessWords(
  readiness: Readiness,
  of: 'account' | 'project',
  naming: Naming,
  now: InstantMs,
): ReadinessWords {
  switch (readiness.kind) {
    case 'no':
      return {
        title: of === 'project' ? t('readiness.no') : t('readiness.noAccount'),
        facts: blockerSentence(readiness.because, naming, now),
      };
    case 'unsure':
      return {
        title: t('readiness.unsure'),
        facts: `${causeWords(readiness.because.cause, naming)} ${t('readiness.unsureFacts')}`,
      };
    case 'not-known':
      return {
        title: t('readiness.notKnown'),
        facts: t('readiness.notRead', { list: formatList(readiness.missing.map((part) => MISSING[part]())) }),
      };
    case 'short': {
      const usual = naming.number(Math.round(middleOf(readiness.usual)));
      return {
        title: SHORT[readiness.by](),
        facts: t('readiness.left', { left: naming.number(Math.floor(readiness.left)), usual }),
      };
    }
    case 'yes':
      return yesWords(readiness, naming, now);
  }
}

const SHORT: Record<RunBound, () => string> = {
  balance: () => t('readiness.short'),
  'development-cap': () => t('readiness.shortToCap'),
  'daily-limit': () => t('readiness.shortToLimit'),
  'day-budget': () => t('readiness.shortToBudget'),
};

const RUNS: Record<RunBound, (runs: number, count: { count: string }) => string> = {
  balance: (runs, count) => t('readiness.runs', runs, count),
  'development-cap': (runs, count) => t('readiness.runsToCap', runs, count),
  'daily-limit': (runs, count) => t('readiness.runsToLimit', runs, count),
  'day-budget': (runs, count) => t('readiness.runsToBudget', runs, count),
};

const WHY: Record<RunBound, (ground: { usual: string; count: string }) => string> = {
  balance: (ground) => t('readiness.why', ground),
  'development-cap': (ground) => t('readiness.whyCap', ground),
  'daily-limit': (ground) => t('readiness.whyLimit', ground),
  'day-budget': (ground) => t('readiness.whyBudget', ground),
};

const MISSING: Record<Missing, () => string> = {
  balance: () => t('readiness.missing.balance'),
  work: () => t('readiness.missing.work'),
  limits: () => t('readiness.missing.limits'),
  features: () => t('readiness.missing.features'),
};

function yesWords(
  { lasting, after }: Extract<Readiness, { kind: 'yes' }>,
  naming: Naming,
  now: InstantMs,
): ReadinessWords {
  const begins = after === null ? '' : `${blockerSentence(after, naming, now)} ${t('readiness.after')}`;
  if (lasting === null || naming.screened) return { title: t('readiness.yes'), facts: begins };
  if (lasting.kind === 'no-history') {
    const facts = [t('readiness.noHistoryFacts'), begins].filter(Boolean).join(' ');
    return { title: t('readiness.yes'), facts };
  }
  const { runs, by, usual } = lasting;
  const count = { count: formatNumber(runs) };
  const ground = { usual: naming.number(Math.round(middleOf(usual))), count: formatNumber(usual.count) };
  return {
    title: RUNS[by](runs, count),
    facts: [WHY[by](ground), begins].filter(Boolean).join(' '),
  };
}
