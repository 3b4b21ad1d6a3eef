import type {
  GuardActRecord,
  GuardKind,
  GuardRecord,
  GuardRequest,
  GuardTrial,
} from '../../../shared/edge-api/guards.ts';
import type { EffectiveLimit } from '../../../shared/spending/effective-limit.ts';
import { type InstantMs, MINUTE_MS, utcDay } from '../../../shared/time.ts';
import { wordOf } from '../../../shared/words/say.ts';
import { codeWords, guardRefusalWords } from '../../i18n/failure-words.ts';
import {
  formatAgo,
  formatCap,
  formatClock,
  formatDuration,
  formatFacts,
  formatNumber,
} from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';

export const guardName = (kind: GuardKind): string => t(`guardKind.${wordOf(kind)}`);

/** What a guard can't hold, where that is to be known before it is set. */
export function guardCovers(kind: GuardKind): string {
  if (kind === 'run-budget') return t('console.guards.runBudgetCovers');
  return kind === 'failures' || kind === 'day-budget' ? t('console.guards.promptsCovers') : '';
}

/** Until when a cap is raised; null: until the run is over. */
const untilWords = (until: InstantMs | null, now: InstantMs): string =>
  until === null ? t('fact.untilRun') : formatClock(until, now);

/** A guard as a sentence, with its number. */
export function guardWords(guard: GuardRequest, now: InstantMs): string {
  switch (guard.kind) {
    case 'run-budget':
      return t('console.guards.runBudgetOf', { credits: formatNumber(guard.credits) });
    case 'raise':
      return t('console.guards.raiseUntil', {
        credits: formatNumber(guard.credits),
        when: untilWords(guard.until.kind === 'run' ? null : guard.until.at, now),
      });
    case 'run-time':
      return t('console.guards.runTimeOf', { duration: formatDuration(guard.minutes * MINUTE_MS) });
    case 'failures':
      return t('console.guards.failuresOf', guard.inARow);
    case 'day-budget': {
      const credits = { credits: formatNumber(guard.credits) };
      return guard.stopsRun
        ? t('console.guards.dayBudgetStops', credits)
        : t('console.guards.dayBudgetOf', credits);
    }
  }
}

/** What it did for a time is over with that, whenever it was read. */
export const guardState = ({ state, until }: GuardRecord, now: InstantMs): GuardRecord['state'] =>
  until !== null && until <= now ? 'ready' : state;

/** State of a guard: its current number, since when it acts, and who set it. */
export function guardFacts(record: GuardRecord, now: InstantMs): string {
  const { since, until, setAt, setBy } = record;
  const state = guardState(record, now);
  const at = since === null ? '' : formatClock(since, now);
  const standing =
    state === 'acting'
      ? until === null
        ? t('console.guards.acting', { at })
        : t('console.guards.actingUntil', { at, until: formatClock(until, now) })
      : state === 'undone'
        ? t('console.guards.undone')
        : '';
  const ago = formatAgo(setAt, now);
  const by =
    setBy === null
      ? t('console.guards.setAgo', { ago })
      : t('console.guards.by', { name: isolated(setBy), ago });
  return formatFacts(standing, numberNow(record, now), by);
}

function numberNow({ guard, number, numberAt }: GuardRecord, now: InstantMs): string {
  if (number === null) return '';
  switch (guard.kind) {
    case 'day-budget': {
      const readAt = numberAt ?? now;
      if (utcDay(readAt) !== utcDay(now)) return '';
      const at = formatClock(readAt, now);
      return t('console.guards.todaySpent', { credits: formatNumber(number), at });
    }
    case 'failures':
      return number === 0 ? '' : t('console.guards.failedNow', number);
    case 'run-time':
      return t('console.guards.runsFor', { duration: formatDuration(number * MINUTE_MS) });
    case 'run-budget':
    case 'raise':
      return '';
  }
}

/** Says how often a guard would have acted on past runs or days; at least, if the use of some is unknown. */
export function trialWords({ times, of, unit, unknown = 0 }: GuardTrial): string {
  if (times === null) return t('console.guards.untried');
  if (of === 0) return '';
  const words = t('count.times', times);
  return t(unit === 'days' ? 'console.guards.triedDays' : 'console.guards.triedRuns', of, {
    count: formatNumber(of),
    times: unknown === 0 ? words : t('count.atLeast', { amount: words }),
  });
}

/** One action of a guard. */
export function actWords({ guard, did, number, from, to, found, reason }: GuardActRecord): string {
  const at = number === null ? '' : actNumber(guard, formatNumber(number));
  const withNumber = (words: string) => [words, at].filter(Boolean).join(' ');
  switch (did) {
    case 'set':
      return t('console.guards.did.set', { to: formatCap(to), from: formatCap(from) });
    case 'reached':
      return number === null
        ? t('blocker.runBudget')
        : t('console.guards.did.reached', { number: formatNumber(number) });
    case 'put-back':
      return t('console.guards.did.putBack', { to: formatCap(to) });
    case 'left-alone':
      return t('console.guards.did.leftAlone', { found: formatCap(found) });
    case 'run-stopped':
      return withNumber(t('console.guards.did.runStopped'));
    case 'prompt-refused':
      return withNumber(t('console.guards.did.promptRefused'));
    case 'could-not':
      return t('console.guards.did.couldNot', { why: problemWords(reason ?? '', '') });
    case 'undone':
      return t('console.guards.did.undone');
  }
}

function actNumber(guard: GuardKind | null, number: string): string {
  if (guard === 'run-time') return t('console.guards.did.atMinutes', { number });
  if (guard === 'failures') return t('console.guards.did.atFailures', { number });
  return t('console.guards.did.atCredits', { number });
}

/** Why a guard can't apply, or could not act. @param message the edge's own words, for an unknown code */
export function problemWords(code: string, message: string): string {
  return guardRefusalWords(code) ?? (codeWords(code) || isolated(message || code));
}

/** What overrides the owner's cap, in a sentence; null if nothing does. */
export function overrideWords(limit: EffectiveLimit, now: InstantMs): string | null {
  switch (limit.kind) {
    case 'own':
      return null;
    case 'changed':
      return t('console.guards.overrideChanged', { cap: formatCap(limit.cap), own: formatCap(limit.own) });
    case 'overridden': {
      const values = { cap: formatCap(limit.cap), own: formatCap(limit.own) };
      if (limit.by.kind === 'run-budget') return t('console.guards.overriddenByBudget', values);
      return t('console.guards.overriddenByRaise', { ...values, until: untilWords(limit.by.until, now) });
    }
  }
}

/** Words for the cap line of a picture: its value, and the end of an override; null: there is no cap. */
export function capLineWords(limit: EffectiveLimit, now: InstantMs): string | null {
  if (limit.cap === null) return null;
  const cap = formatNumber(limit.cap);
  if (limit.kind !== 'overridden') return `${t('capLine.cap')} ${cap}`;
  if (limit.by.kind === 'run-budget') return t('capLine.budget', { cap });
  return t('capLine.raised', { cap, until: untilWords(limit.by.until, now) });
}
