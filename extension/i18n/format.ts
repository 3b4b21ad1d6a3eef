import type { Price } from '../../shared/spending/price.ts';
import { DAY_MS, HOUR_MS, type InstantMs, LAST_INSTANT_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { formatNumber, locale, once } from './numbers.ts';
import { t } from './t.ts';

export { formatNumber, locale };

/**
 * English abbreviations differ by country, as "14 mins" or "14 min", "3 min. ago" or "3 min ago": always use the
 * plain one.
 */
const englishAs = (plain: string): string => (/^en\b/.test(locale()) ? plain : locale());

const allDigits = once(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 20 }));
const relative = once(
  () => new Intl.RelativeTimeFormat(englishAs('en-GB'), { numeric: 'auto', style: 'short' }),
);
const clock = once(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }));
const dayAndClock = once(
  () =>
    new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
);
const day = once(() => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long' }));
const shortDay = once(() => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }));
const dayOfYear = once(
  () => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' }),
);
const weekday = once(() => new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }));
const shortWeekday = once(() => new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }));
const month = once(() => new Intl.DateTimeFormat(locale(), { month: 'long', timeZone: 'UTC' }));
const exact = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long' }));
const fieldDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const asDateField = once(() => new Intl.DateTimeFormat(locale(), fieldDay));
const asTimeField = once(
  () => new Intl.DateTimeFormat(locale(), { ...fieldDay, hour: '2-digit', minute: '2-digit' }),
);
const asSecondField = once(
  () =>
    new Intl.DateTimeFormat(locale(), { ...fieldDay, hour: '2-digit', minute: '2-digit', second: '2-digit' }),
);
const percent = once(() => new Intl.NumberFormat(locale(), { style: 'percent' }));
const list = once(() => new Intl.ListFormat(locale(), { style: 'long', type: 'conjunction' }));

export const formatCap = (cap: number | null): string =>
  cap === null ? t('console.limits.none') : formatNumber(cap);

const dataNumbers: Intl.NumberFormat[] = [];

/**
 * A number of the user's data as it can be typed again: all its digits, not grouped, as it may be a year or an id.
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

/** A share from 0 to 1, in whole percent. */
export const formatPercent = (share: number): string => percent().format(share);

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
 * "3 min. ago", "in 9 days", "now": whole elapsed units, or units until it is certain. @param ms from now; negative
 * is past
 */
export function formatRelative(ms: number): string {
  for (const [unit, unitMs, limit] of UNITS) {
    const amount = Math.ceil(ms / unitMs);
    if (Math.abs(amount) < limit) return together(relative().format(amount, unit));
  }
  return '';
}

/**
 * How long ago, never in the future, because clocks differ a little. Minutes, so that rows do not change every
 * second.
 */
export const formatAgo = (at: InstantMs, now: InstantMs): string =>
  now - at < MINUTE_MS ? t('justNow') : formatRelative(at - now);

/** Age of the data shown, in seconds, so that a changing number shows that the page is live. */
export const formatAge = (at: InstantMs, now: InstantMs): string =>
  now - at < 3 * SECOND_MS ? t('justNow') : formatRelative(at - now);

/** Time until, rounded up to the relevant unit. */
export function formatUntil(at: InstantMs, now: InstantMs): string {
  return formatRelative(Math.max(MINUTE_MS, at - now));
}

/** "14 min", "1 hr 5 min", "40 sec". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return unit(Math.max(0, Math.floor(ms / SECOND_MS)), 'second');
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return unit(minutes, 'minute');
  if (ms >= 2 * DAY_MS) return unit(Math.floor(ms / DAY_MS), 'day');
  const rest = minutes % 60;
  const hours = unit(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : together(`${hours} ${unit(rest, 'minute')}`);
}

const minutes = (ms: number): number => Math.max(1, Math.round(ms / MINUTE_MS));

/** `Intl` throws beyond the calendar, and stored or received values may be any number. */
const inCalendar = (at: InstantMs): InstantMs =>
  Math.max(-LAST_INSTANT_MS, Math.min(LAST_INSTANT_MS, at || 0));

/** A range of durations, "9–22 min"; "3 min" where both ends are equal. */
export function formatDurationRange(lowMs: number, highMs: number): string {
  const [low, high] = [minutes(lowMs), minutes(highMs)];
  return low === high
    ? formatDuration(Math.max(MINUTE_MS, highMs))
    : together(unitFormat('minute').formatRange(low, high));
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

/** "14:02" today, else with its day. */
export function formatClock(at: InstantMs, now: InstantMs): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  // "6:00 PM" stays in one line, in browsers too that part it by a space that breaks.
  return (sameDay ? clock() : dayAndClock()).format(inCalendar(at)).replace(/\s(?=\p{L}+\.?$)/u, '\u00a0');
}

/** "9 December". */
export const formatDay = (at: InstantMs): string => day().format(inCalendar(at));

/** The noon of a UTC day, by its beginning: it has the same date nearly everywhere. */
export const noonOf = (at: InstantMs): InstantMs => at + 12 * HOUR_MS;

/** A UTC day, by its beginning. */
export const formatUtcDay = (at: InstantMs): string => formatDay(noonOf(at));

/** "9 Dec", where there is little room. */
export const formatShortDay = (at: InstantMs): string => shortDay().format(inCalendar(at));

/** "9–20 Dec". */
export const formatShortDayRange = (from: InstantMs, to: InstantMs): string =>
  shortDay().formatRange(inCalendar(from), inCalendar(to));

/** "Saturday", for the UTC day by which the service counts spending. */
export const formatWeekday = (at: InstantMs): string => weekday().format(inCalendar(at));

/** "Mon". @param day 1 = Monday, 7 = Sunday */
export const formatShortWeekday = (day: number): string => shortWeekday().format(Date.UTC(2024, 0, day));

/** "December", of the UTC month that the service counts by. */
export const formatMonth = (at: InstantMs): string => month().format(inCalendar(at));

/** A date in the service's form, `2026-11-21`, as "21 November" in every time zone. */
export const formatDate = (date: string): string => formatDay(Date.parse(`${date}T12:00`));

/** "9 Dec 2026", of a day (`2026-12-09`). */
export const formatFullDate = (date: string): string =>
  dayOfYear().format(inCalendar(Date.parse(`${date}T12:00`)));

/** "09/12/2026", "09/12/2026, 14:02": a local time as the browser's own fields for dates show it. */
export const formatAsField = (at: InstantMs, withHour: boolean): string =>
  (withHour ? asTimeField() : asDateField()).format(inCalendar(at));

export const formatAsFieldWithSeconds = (at: InstantMs): string => asSecondField().format(inCalendar(at));

/** Exact date and time. */
export const formatExact = (at: InstantMs): string => exact().format(inCalendar(at));

export const formatList = (texts: string[]): string => list().format(texts);

/** Facts in one line, without those that there are not. */
export const formatFacts = (...facts: readonly (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(' · ');

const units: Record<string, Intl.NumberFormat> = {};

type Unit = (typeof UNITS)[number][0];

const unit = (amount: number, name: Unit): string => together(unitFormat(name).format(amount));

function unitFormat(name: Unit): Intl.NumberFormat {
  units[name] ??= new Intl.NumberFormat(englishAs('en-US'), {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
  });
  return units[name];
}
