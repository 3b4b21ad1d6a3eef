import type { LaunchRefusal } from '../../../shared/snapshot/launches.ts';
import type { Circumstances } from '../../../shared/spending/blocker.ts';
import { RUN_START_CREDITS } from '../../../shared/spending/price.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { blockerSentence } from '../../i18n/blocker-words.ts';
import { refusalWords } from '../../i18n/failure-words.ts';
import {
  countOfPrice,
  formatAgo,
  formatAmountRange,
  formatDurationRange,
  formatNumber,
  formatPrice,
} from '../../i18n/format.ts';
import { HIDDEN } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { naming } from '../../ui/page-state.ts';
import type { LaunchStatus } from '../history.ts';
import type { LaunchBlocker, Preflight } from '../preflight.ts';

/** Listed costs of a launch: `[for what, how much]`. */
export function fixedWords({ fixed }: Preflight): [string, string] {
  const uploads = fixed?.uploads ?? 0;
  const what = uploads === 0 ? t('fact.project') : t('launch.preflight.projectUploads', uploads);
  return [
    what,
    fixed ? t('fact.price', countOfPrice(fixed), { credits: formatPrice(fixed) }) : t('fact.noPrice'),
  ];
}

/** The usual cost and time of the first run; or, where it is likely stopped before, the cost up to there. */
export function runWords({ runCredits, runDurationMs, capFit }: Preflight): [string, string] {
  const start = { credits: formatNumber(RUN_START_CREDITS) };
  if (capFit.kind === 'stops-run')
    return [t('launch.preflight.firstRun'), t('launch.preflight.start', start)];
  if (capFit.kind === 'may-stop-run')
    return [
      t('launch.preflight.firstRunUpTo', { stop: stopName(capFit.by) }),
      t('launch.preflight.upTo', { credits: formatNumber(capFit.credits) }),
    ];
  const count = runCredits?.count ?? runDurationMs?.count ?? null;
  const what = count === null ? t('launch.preflight.firstRun') : t('launch.preflight.firstRunOf', count);
  const time = runDurationMs && formatDurationRange(runDurationMs.low, runDurationMs.high);
  const cost =
    runCredits &&
    t('fact.price', Math.round(runCredits.high), {
      credits: naming.value.screened ? HIDDEN : formatAmountRange(runCredits.low, runCredits.high),
    });
  const parts = [
    cost ?? t('launch.preflight.start', start),
    time ?? (cost ? null : t('launch.preflight.noHistory')),
  ];
  return [what, parts.filter(Boolean).join(', ')];
}

/** Credits of the project and a usual first run together; null where one of them is not known. */
const togetherOf = ({ fixed, runCredits }: Preflight): { low: number; high: number } | null =>
  fixed && runCredits ? { low: fixed.least + runCredits.low, high: fixed.most + runCredits.high } : null;

/** Project and first run together; null where one of them is not known. */
export function togetherWords(figures: Preflight): string | null {
  const { fixed, capFit } = figures;
  if (!fixed || capFit.kind === 'stops-run') return null;
  if (capFit.kind === 'may-stop-run')
    return t('launch.preflight.upTo', { credits: formatNumber(Math.round(fixed.most + capFit.credits)) });
  const range = togetherOf(figures);
  if (range === null) return null;
  const credits = naming.value.screened ? HIDDEN : formatAmountRange(range.low, range.high);
  return t('fact.price', Math.round(range.high), { credits });
}

/**
 * Price and balance for the button, if there is nothing else to decide; null if any is short, old or unknown.
 * @param now by the edge's clock
 */
export function buttonPrice(figures: Preflight, now: InstantMs): string | null {
  const { balance, fit } = figures;
  const range = togetherOf(figures);
  const isWell = fit === 'fits' && !isCapShort(figures) && ageWords(figures, now) === '';
  if (range === null || !balance || !isWell || naming.value.screened) return null;
  return t('launch.preflight.of', {
    range: formatAmountRange(range.low, range.high),
    credits: formatNumber(balance.credits),
  });
}

/** What stops or may stop the run halfway: its cap or budget. */
export const isCapShort = ({ capFit }: Preflight): boolean =>
  capFit.kind === 'may-stop-run' || capFit.kind === 'stops-run';

/**
 * One verdict on what balance and cap leave. `short`: what may not suffice; `rest`: balance and cap as such.
 * @param isRefused whether a refusal says already that the balance is not enough
 * @param now by the edge's clock
 */
export function fundsWords(
  figures: Preflight,
  isRefused: boolean,
  now: InstantMs,
): Record<'short' | 'rest', string> {
  const isShort = figures.fit === 'tight' || figures.fit === 'no-start' || figures.fit === 'short';
  const capShort = isCapShort(figures);
  const isAnyShort = isShort || capShort;
  const balance = [
    balanceWords(capShort && !isShort ? { ...figures, fit: 'unknown' } : figures),
    ageWords(figures, now),
  ];
  const cap = capWords(figures);
  if (isRefused) return { short: capShort ? cap : '', rest: '' };
  const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' ');
  return {
    short: joined([capShort ? cap : '', ...(isShort ? balance : [])]),
    rest: joined([...(isShort ? [] : balance), isAnyShort && figures.capFit.kind !== 'none' ? '' : cap]),
  };
}

/** Age of a balance that is not current. */
function ageWords({ balance }: Preflight, now: InstantMs): string {
  if (balance?.readAt == null || balance.isCurrent) return '';
  return t('launch.preflight.balanceFrom', { ago: formatAgo(balance.readAt, now) });
}

function balanceWords({ fit, fixed, balance, committed: taken }: Preflight): string {
  if (!balance) return t('status.noBalance');
  const credits = naming.value.number(balance.credits);
  const committed = committedWords(taken);
  switch (fit) {
    case 'tight':
      return t('launch.preflight.tight', { credits, committed });
    case 'no-start':
      return t('launch.preflight.noStart', {
        credits,
        committed,
        needed: formatNumber(Math.round((fixed?.most ?? 0) + RUN_START_CREDITS)),
      });
    case 'short':
      return t('launch.preflight.short', { credits });
    case 'fits':
    case 'unknown':
      return t('launch.preflight.balance', { credits, committed });
  }
}

function committedWords({ begun, isMore, credits }: Preflight['committed']): string {
  if (begun === 0) return '';
  if (credits === null) return t('launch.preflight.committedRuns', begun);
  const amount = naming.value.number(credits);
  return t('launch.preflight.committed', {
    credits: isMore ? t('count.atLeast', { amount }) : amount,
  });
}

function capWords({ capFit }: Preflight): string {
  switch (capFit.kind) {
    case 'none':
      return t('launch.preflight.capNone');
    case 'may-stop-run':
      return t('launch.preflight.mayStop', {
        stop: stopName(capFit.by),
        credits: formatNumber(capFit.credits),
      });
    case 'stops-run':
      return t('launch.preflight.stopsAtOnce', {
        stop: stopName(capFit.by),
        cap: formatNumber(capFit.credits),
        credits: formatNumber(RUN_START_CREDITS),
      });
    case 'leaves-room':
    case 'unknown':
      return '';
  }
}

const stopName = (by: 'cap' | 'budget'): string => t(`launch.preflight.stop.${by}`);

/** The question before a launch, and its verb; a run that will hardly get beyond its beginning is named. */
export function sureWords({ capFit, fit }: Preflight, name: string): [question: string, verb: string] {
  const verb = t('launch.launchStill');
  if (capFit.kind === 'stops-run')
    return [t('launch.sureStopped', { name, stop: stopName(capFit.by) }), verb];
  if (fit === 'no-start') return [t('launch.sureNoStart', { name }), verb];
  return [t('launch.sure', { name }), t('launch.launchNow')];
}

export function launchBlockerWords(found: LaunchBlocker, now: InstantMs): string {
  switch (found.kind) {
    case 'problem':
      // Beside its field stands what is wrong with it.
      if (found.problem.field === 'name') return t('launch.obstacle.name');
      if (found.problem.code === 'words-unfilled')
        return t('problem.words_unfilled', { blank: found.problem.item ?? '' });
      return t(`problem.${keyPart(found.problem.code)}`);
    case 'flags':
      return t('count.flags', found.flags.length);
    case 'refused':
      return blockerSentence(found.blocker, naming.value, now);
  }
}

/** The sign of a launch before its project exists, or without one. */
export const LAUNCH_SIGN = {
  launching: 'running',
  refused: 'failed',
  unknown: 'warning',
  receipt: 'warning',
  absent: 'stopped',
  'not-sent': 'stopped',
} as const satisfies Record<Exclude<LaunchStatus['kind'], 'launched'>, GlyphName>;

/** Why a launch was refused; in the service's own words where ours would say less. */
export function refusedWords(refusal: LaunchRefusal, given: Circumstances): string {
  const words = refusalWords(refusal, 'launch', given, naming.value);
  if (words !== null) return words;
  const says = refusal.message ? t('failure.refused', { message: refusal.message }) : '';
  return says || t('refusal.EDGE_SERVICE_REFUSED');
}

/** A code as part of a message's name, which allows no hyphen. */
export type KeyPart<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}_${KeyPart<Tail>}`
  : S;

export function keyPart<S extends string>(code: S): KeyPart<S> {
  return code.replaceAll('-', '_') as KeyPart<S>;
}
