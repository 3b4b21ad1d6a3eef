import { DAY_MS, type InstantMs } from '../time.ts';

/** Credits of one UTC day. `isCut`: a cap was already full when the day began, so the day shows no pace. */
export type SpendingDay = { at: InstantMs; credits: number; isCut: boolean };

/** The rules that estimate a pace. The last two are the plain ones that ours has to beat. */
export const PACE_RULES = ['weekday', 'trimmed', 'mean', 'yesterday'] as const;
export type PaceRule = (typeof PACE_RULES)[number];

/** How often the range of a week was right on this account's own past. */
export type ForecastScore = { held: number; of: number };

export type Ground = { days: number; rule: PaceRule; score: ForecastScore };

/** When an amount is used up. Instants are the beginning of a UTC day. */
export type Forecast =
  | { kind: 'too-early'; days: number }
  | { kind: 'too-little' }
  | { kind: 'reached' }
  /** Nothing was spent for longer than ever before, and today something was: no pace is known. */
  | { kind: 'resumed' }
  /** Its range was right in fewer than half of the weeks it was tested on, so it is not shown. */
  | { kind: 'unreliable'; score: ForecastScore }
  /** Not before `until` at this pace; `earliest`: possible in a fast month. */
  | { kind: 'not-before'; until: InstantMs; earliest: InstantMs | null; ground: Ground }
  /** `to` null: possibly not before the horizon. */
  | { kind: 'about'; at: InstantMs; from: InstantMs; to: InstantMs | null; ground: Ground };

export type ForecastQuestion = {
  /** Whole days, oldest first; excludes today. */
  days: readonly SpendingDay[];
  now: InstantMs;
  spentToday: number;
  /** Credits until it is used up, with today's spending subtracted. */
  left: number;
  /** The cap that `left` is of; null for the balance. */
  cap: number | null;
  /** Limit of the forecast: the reset of a cap, a number of days for the balance. */
  until: InstantMs;
};

export const HISTORY_DAYS_MIN = 5;
/** As a part of a cap: usage below this gives no forecast. */
const USED_PART_MIN = 0.03;
const TRIMMED_DAYS = 14;
const TRIMMED_PART = 0.1;
const PATTERN_DAYS = 21;
/** Share of the variance that weekdays must explain; three weeks of noise explain about 0.3. */
const PATTERN_SHOWN = 0.55;
const MEAN_DAYS = 30;
/** Four of five values of a normal distribution lie within this many standard deviations. */
const RANGE_SD = 1.28;
const TRIAL_DAYS = 7;
const TRIALS_MIN = 7;
/** A changed pace shows in the newest weeks. */
const TRIALS_MAX = 21;
/** A weekend without spending is a habit. */
const IDLE_DAYS_MIN = 3;

/** Forecasts when `left` is used up at the pace of `days`: a date with a range, or the reason for none. */
export function forecast({ days, now, spentToday, left, cap, until }: ForecastQuestion): Forecast {
  if (left <= 0) return { kind: 'reached' };
  const known = historyOf(days);
  if (known.length < HISTORY_DAYS_MIN) return { kind: 'too-early', days: known.length };
  if (isResumed(known, spentToday)) return { kind: 'resumed' };
  if (cap !== null && (cap - left) / cap < USED_PART_MIN) return { kind: 'too-little' };
  const { rule, score } = bestRule(known);
  if (isUnreliable(score)) return { kind: 'unreliable', score };
  const ground = { days: known.length, rule, score };
  const day = { middle: null, early: null, late: null } as Record<'middle' | 'early' | 'late', number | null>;
  for (const { at, expected, spread } of courseOf(paceBy(rule, known), { now, spentToday, until })) {
    if (expected + spread >= left) day.early ??= at;
    if (expected >= left) day.middle ??= at;
    if (expected - spread >= left) day.late ??= at;
  }
  if (day.middle === null || day.early === null)
    return { kind: 'not-before', until, earliest: day.early, ground };
  return { kind: 'about', at: day.middle, from: day.early, to: day.late, ground };
}

/** Credits expected to be spent from now on by the end of a day, give or take `spread`. */
export type CourseDay = { at: InstantMs; expected: number; spread: number };

function courseOf(
  pace: Pace,
  { now, spentToday, until }: Pick<ForecastQuestion, 'now' | 'spentToday' | 'until'>,
): CourseDay[] {
  const today = now - (now % DAY_MS);
  const course: CourseDay[] = [];
  let expected = 0;
  for (let at = today, ahead = 1; at < until; at += DAY_MS, ahead += 1) {
    expected += at === today ? Math.max(0, pace.of(at) - spentToday) : pace.of(at);
    course.push({ at, expected, spread: pace.spreadOver(ahead) });
  }
  return course;
}

/** The days ahead of a forecast, today first; empty where none is shown. */
export function forecastCourse(question: ForecastQuestion): CourseDay[] {
  const result = forecast(question);
  if (result.kind !== 'about' && result.kind !== 'not-before') return [];
  const known = historyOf(question.days);
  return courseOf(paceBy(result.ground.rule, known), question);
}

/** Credits expected from now until then, without those already spent today; null without enough history. */
export function expectedSpending({
  days,
  now,
  spentToday,
  until,
}: Pick<ForecastQuestion, 'days' | 'now' | 'spentToday' | 'until'>): number | null {
  const known = historyOf(days);
  if (known.length < HISTORY_DAYS_MIN) return null;
  if (isResumed(known, spentToday)) return null;
  const course = courseOf(paceBy(bestRule(known).rule, known), { now, spentToday, until });
  return course.at(-1)?.expected ?? 0;
}

/** Whether today disproves the pace of idle days, which is none. */
const isResumed = (known: readonly SpendingDay[], spentToday: number): boolean =>
  spentToday > 0 && isIdle(known);

/** Whether the rule held less often than not on days that are known. */
const isUnreliable = ({ held, of }: { held: number; of: number }): boolean =>
  of >= TRIALS_MIN && held * 2 < of;

/** Days that show a pace: those before the first spending are not history. */
function historyOf(days: readonly SpendingDay[]): readonly SpendingDay[] {
  const first = days.findIndex(({ credits }) => credits > 0);
  return first < 0 ? [] : days.slice(first).filter(({ isCut }) => !isCut);
}

/** Credits expected of a day, and how far a sum over the days ahead may deviate, both in credits. */
export type Pace = { of: (at: InstantMs) => number; spreadOver: (days: number) => number };

export function paceBy(rule: PaceRule, days: readonly SpendingDay[]): Pace {
  const recent = days.slice(-WINDOW[rule]);
  const of = expectedBy(rule, recent);
  const judged = recent.length > 1 ? recent : days;
  const free = Math.max(1, judged.length - (rule === 'weekday' ? 7 : 1));
  const variance = sumOf(judged, ({ at, credits }) => (credits - of(at)) ** 2) / free;
  // Both the days and the rate estimated from few of them vary.
  return { of, spreadOver: (ahead) => RANGE_SD * Math.sqrt(variance * (ahead + ahead ** 2 / recent.length)) };
}

const WINDOW: Readonly<Record<PaceRule, number>> = {
  weekday: PATTERN_DAYS,
  trimmed: TRIMMED_DAYS,
  mean: MEAN_DAYS,
  yesterday: 1,
};

function expectedBy(rule: PaceRule, recent: readonly SpendingDay[]): Pace['of'] {
  if (rule === 'weekday') {
    const whole = mean(recent.map(({ credits }) => credits));
    const byWeekday = weekdayMeans(recent);
    return (at) => byWeekday.get(weekdayOf(at)) ?? whole;
  }
  const credits = recent.map((day) => day.credits).sort((one, other) => one - other);
  const cut = rule === 'trimmed' ? Math.floor(credits.length * TRIMMED_PART) : 0;
  const rate = mean(credits.slice(cut, credits.length - cut));
  return () => rate;
}

/** Whether three weeks show a weekday pattern. */
function hasPattern(days: readonly SpendingDay[]): boolean {
  const recent = days.slice(-PATTERN_DAYS);
  if (recent.length < PATTERN_DAYS) return false;
  const whole = mean(recent.map(({ credits }) => credits));
  const byWeekday = weekdayMeans(recent);
  const all = mean(recent.map(({ credits }) => (credits - whole) ** 2));
  const left = mean(
    recent.map(({ at, credits }) => (credits - (byWeekday.get(weekdayOf(at)) ?? whole)) ** 2),
  );
  return all > 0 && 1 - left / all >= PATTERN_SHOWN;
}

function weekdayMeans(days: readonly SpendingDay[]): Map<number, number> {
  const sums = Map.groupBy(days, ({ at }) => weekdayOf(at));
  return new Map([...sums].map(([weekday, of]) => [weekday, mean(of.map(({ credits }) => credits))]));
}

const weekdayOf = (at: InstantMs): number => Math.floor(at / DAY_MS) % 7;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Our own rule at the end of `days`, before the comparison. */
export const ownRule = (days: readonly SpendingDay[]): PaceRule => (hasPattern(days) ? 'weekday' : 'trimmed');

/**
 * Tests each rule on the account's newest past weeks, using nothing after the tested day: a plain rule that
 * did better replaces ours. The score belongs to the rule in use.
 */
function bestRule(days: readonly SpendingDay[]): { rule: PaceRule; score: ForecastScore } {
  const tried = new Map<PaceRule, { error: number; held: number; of: number }>();
  const own = ownRule(days);
  for (const rule of [own, 'mean', 'yesterday'] as const) {
    const trial = { error: 0, held: 0, of: 0 };
    const last = days.length - TRIAL_DAYS;
    for (let end = Math.max(HISTORY_DAYS_MIN, last - TRIALS_MAX + 1); end <= last; end += 1) {
      const seen = days.slice(0, end);
      const week = days.slice(end, end + TRIAL_DAYS);
      const pace = paceBy(rule === own ? ownRule(seen) : rule, seen);
      const off = sumOf(week, ({ credits }) => credits) - sumOf(week, ({ at }) => pace.of(at));
      trial.error += Math.abs(off);
      trial.held += Math.abs(off) <= pace.spreadOver(TRIAL_DAYS) + Number.EPSILON ? 1 : 0;
      trial.of += 1;
    }
    tried.set(rule, trial);
  }
  const ours = tried.get(own) ?? { error: 0, held: 0, of: 0 };
  const plain = (['mean', 'yesterday'] as const).map((rule) => ({ rule, ...(tried.get(rule) ?? ours) }));
  const better = plain
    .filter(({ of, error }) => of >= TRIALS_MIN && error < ours.error)
    .sort((one, other) => one.error - other.error)[0];
  const idle = isIdle(days) && tried.get('yesterday');
  const { rule, held, of } = idle
    ? { rule: 'yesterday' as const, ...idle }
    : (better ?? { rule: own, ...ours });
  return { rule, score: { held, of } };
}

/** Whether nothing was spent for longer than ever before: the pace of busier days is over. */
function isIdle(days: readonly SpendingDay[]): boolean {
  const spending = days.flatMap(({ credits }, index) => (credits > 0 ? [index] : []));
  const gaps = spending.map((at, index) => at - (spending[index - 1] ?? at) - 1);
  const idle = days.length - 1 - (spending.at(-1) ?? 0);
  return idle >= IDLE_DAYS_MIN && idle > Math.max(...gaps);
}

const sumOf = <T>(of: readonly T[], value: (one: T) => number): number =>
  of.reduce((sum, one) => sum + value(one), 0);
