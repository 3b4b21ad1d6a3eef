import { dayFormat } from '../../shared/days.ts';
import { durationWords, unitFormat } from '../../shared/durations.ts';
import type { Price } from '../../shared/spending/price.ts';
import {
  DAY_MS,
  HOUR_MS,
  type InstantMs,
  LAST_INSTANT_MS,
  MINUTE_MS,
  resetDay,
  SECOND_MS,
  utcDay,
} from '../../shared/time.ts';
import { formatNumber, locale, once } from './numbers.ts';
import { t } from './t.ts';

export { formatNumber, locale };

/** English abbreviations differ by country, as "14 mins" or "14 min": always use the plain one. */
const englishAs = (plain: string): string => (/^en\b/.test(locale()) ? plain : locale());

const allDigits = once(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 20 }));
const relative = once(
  () => new Intl.RelativeTimeFormat(englishAs('en-GB'), { numeric: 'auto', style: 'short' }),
);
/** All are of UTC: a time of the browser's clock is moved there first ({@link onTheClock}). */
const dateFormat = (form: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(locale(), { ...form, timeZone: 'UTC' }));
const clock = dateFormat({ timeStyle: 'short' });
const dayAndClock = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const day = once(() => dayFormat(locale()));
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const shortWeekday = dateFormat({ weekday: 'short' });
const month = dateFormat({ month: 'long' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const fieldDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const asDateField = dateFormat(fieldDay);
const asTimeField = dateFormat({ ...fieldDay, hour: '2-digit', minute: '2-digit' });
const asSecondField = dateFormat({ ...fieldDay, hour: '2-digit', minute: '2-digit', second: '2-digit' });
const list = once(() => new Intl.ListFormat(locale(), { style: 'long', type: 'conjunction' }));

export const formatCap = (cap: number | null): string =>
  cap === null ? t('fact.noLimit') : formatNumber(cap);

const dataNumbers: Intl.NumberFormat[] = [];

/**
 * A number of the user's data as it can be typed again: all digits, ungrouped, as it may be a year or an id.
 * @param decimals shown at least, as those of its column
 */
export function formatValue(value: number, decimals = 0): string {
  dataNumbers[decimals] ??= new Intl.NumberFormat(locale(), {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: 100,
  });
  return dataNumbers[decimals].format(value);
}

/** Keeps a number and its unit on one line. */
const together = (words: string): string => words.replaceAll(' ', '\u00a0');

/** Each unit with the number up to which it is used. */
const UNITS = [
  ['second', SECOND_MS, 60],
  ['minute', MINUTE_MS, 60],
  ['hour', HOUR_MS, 48],
  ['day', DAY_MS, Number.POSITIVE_INFINITY],
] as const;

/**
 * "3 min. ago", "in 9 days", "now": whole elapsed units, or units until it is certain.
 * @param ms from now; negative is past
 */
export function formatRelative(ms: number): string {
  for (const [unit, unitMs, limit] of UNITS) {
    const amount = Math.ceil(ms / unitMs);
    if (Math.abs(amount) < limit) return together(relative().format(amount, unit));
  }
  return '';
}

/** How long ago, never in the future, because clocks differ a little. In minutes: rows change less often. */
export const formatAgo = (at: InstantMs, now: InstantMs): string =>
  now - at < MINUTE_MS ? t('justNow') : formatRelative(at - now);

/** Time until, rounded up to the relevant unit. */
export function formatUntil(at: InstantMs, now: InstantMs): string {
  return formatRelative(Math.max(MINUTE_MS, at - now));
}

/** "14 min", "1 hr 5 min", "40 sec". */
export const formatDuration = (ms: number): string => together(durationWords(ms, englishAs('en-US')));

const minutes = (ms: number): number => Math.max(1, Math.round(ms / MINUTE_MS));

/** `Intl` throws beyond the calendar, and stored or received values may be any number. */
const inCalendar = (at: InstantMs): InstantMs =>
  Math.max(-LAST_INSTANT_MS, Math.min(LAST_INSTANT_MS, at || 0));

/**
 * A time of the browser's clock, as the same time of UTC. A formatter keeps the time zone that it was made
 * in; dates follow a zone that changes while a page is open.
 */
const onTheClock = (at: InstantMs): InstantMs =>
  inCalendar(inCalendar(at) - new Date(inCalendar(at)).getTimezoneOffset() * MINUTE_MS);

/** Whether the browser's calendar has the day of the service, a UTC day, for an instant. */
export const isOwnDay = (at: InstantMs): boolean => utcDay(onTheClock(at)) === utcDay(inCalendar(at));

/** Names the calendar of days, where the browser's own begins them at another time. */
export const dayCalendar = (now: InstantMs): string =>
  new Date(now).getTimezoneOffset() === 0 ? '' : t('fact.utcDays');

/** A range of durations, "9–22 min"; "3 min" where both ends are equal. */
export function formatDurationRange(lowMs: number, highMs: number): string {
  const [low, high] = [minutes(lowMs), minutes(highMs)];
  return low === high
    ? formatDuration(Math.max(MINUTE_MS, highMs))
    : together(unitFormat(englishAs('en-US'), 'minute').formatRange(low, high));
}

/** A range of amounts, "9–22"; "9" where both ends are equal. */
export function formatAmountRange(low: number, high: number): string {
  const ends = [formatNumber(Math.round(low)), formatNumber(Math.round(high))];
  return ends[0] === ends[1] ? formatNumber(Math.round(high)) : ends.join('–');
}

/** Credits of a price: "0.5", or "0.5–1" while it is not known which list applies. */
export const formatPrice = ({ least, most }: Price): string =>
  [...new Set([least, most])].map((credits) => allDigits().format(credits)).join('–');

/** The number by which the word after {@link formatPrice} is inflected. */
export const countOfPrice = ({ least, most }: Price): number => (least === most ? most : 2);

/** "14:02" today, else with its day, by the browser's clock. */
export const formatClock = (at: InstantMs, now: InstantMs): string =>
  clockWords(at, utcDay(onTheClock(at)) === utcDay(onTheClock(now)));

/** "14:02" below its day ({@link formatDay}), with the browser's own where that is another. */
export const formatClockOfDay = (at: InstantMs): string => clockWords(at, isOwnDay(at));

/** "6:00 PM" stays in one line, in browsers too that part it by a space that breaks. */
const clockWords = (at: InstantMs, isOfDay: boolean): string =>
  (isOfDay ? clock() : dayAndClock()).format(onTheClock(at)).replace(/\s(?=\p{L}+\.?$)/u, '\u00a0');

/**
 * "9 Dec": the day of an instant, or of a date of the service, `2026-12-09`. An instant has one day, as the
 * service counts, in each view and time zone.
 */
export const formatDay = (of: InstantMs | string): string => day().format(startOf(of));

/** When a budget ends: "on 1 Dec", or "in 5 hr" where that is near enough to wait for. */
export const formatReset = (at: InstantMs, now: InstantMs): string =>
  at > now && at - now < RESET_NEAR_MS ? formatUntil(at, now) : t('onDay', { day: formatDay(resetDay(at)) });

const RESET_NEAR_MS = 2 * DAY_MS;

const startOf = (of: InstantMs | string): InstantMs =>
  inCalendar(typeof of === 'string' ? Date.parse(of) : of);

/** "Mon". @param day 1 = Monday, 7 = Sunday */
export const formatShortWeekday = (day: number): string => shortWeekday().format(Date.UTC(2024, 0, day));

/** "December", of the UTC month that the service counts by. */
export const formatMonth = (at: InstantMs): string => month().format(inCalendar(at));

/** "9 Dec 2026", as {@link formatDay}. */
export const formatFullDate = (of: InstantMs | string): string => dayOfYear().format(startOf(of));

/** "09/12/2026", "09/12/2026, 14:02": a local time as the browser's own fields for dates show it. */
export const formatAsField = (at: InstantMs, withHour: boolean): string =>
  (withHour ? asTimeField() : asDateField()).format(onTheClock(at));

export const formatAsFieldWithSeconds = (at: InstantMs): string => asSecondField().format(onTheClock(at));

/** Full date and time, to the minute: nobody decides by seconds, and it is the browser's own clock. */
export const formatExact = (at: InstantMs): string => exact().format(onTheClock(at));

export const formatList = (texts: string[]): string => list().format(texts);

/** Facts in one line, without those that there are not. */
export const formatFacts = (...facts: readonly (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(' · ');
