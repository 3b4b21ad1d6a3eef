import { ofLanguage } from './number-words.ts';
import { inAsciiDigits, type Reading, VALUE_MAX_CHARS } from './numbers.ts';

const NONE = { kind: 'none' } as const;
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** 20260603, 20260603T100000Z */
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/;
const CJK =
  /^\s?(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]\s?(?:[(（]?[日月火水木金土一二三四五六월화수목금토일]曜?日?[)）]?)?\s?/;
const CJK_TIME = /(\d)[時시] ?(\d{2})[分분]\s?$/;
const NUMERIC = /^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/;
const TIME =
  /(?:^|[\s,T(])(?:(?:um|at|à|kl\.?) )?(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)?(?:\s?(Z|UTC|UT|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2})(?: \([A-Z ]+\))?)?\)?$/i;
/** 10:00-12:00 may be two times as well as one with its zone. */
const TIMES = /[ ,](\d{1,2}:\d{2})-(\d{2}:\d{2})\)?$/;
const WORDS = /[\p{L}\p{M}]+/gu;
/** Words beside a date that change nothing of it. */
const LINKS = /^(?:st|nd|rd|th|er|ere|de|del|of|den|der|le|el|the|on|am|dia|a|o)$/;

interface Day {
  year: number;
  month: number;
  day: number;
  /** In which way it is read: what stands first, and the century of a year of two digits. */
  way: string;
}
interface Time {
  minutes: number;
  ms: number;
  /** Minutes ahead of UTC; null: the time of this browser's zone. */
  zone: number | null;
}

/** What the rest of a column and the property say about a date. */
export interface DateHints {
  /** First part of the column's numeric dates; `both`: dates of either order, or with several separators. */
  order?: 'day' | 'month' | 'both' | null;
  /** Dates of birth are not ahead. */
  isBirth?: boolean;
  /** Each is the midnight of a place east of Greenwich, as UTC writes it: the day before. */
  isMidnights?: boolean;
  thisYear?: number;
}

/**
 * Parses a date in the page's language: `3. Mai 2026`, `5/3/2026`, `2026-05-03T10:00Z`. Returns all meanings
 * if day and month, or the century of a year of two digits, are ambiguous.
 * @param withHour keeps the time of day; otherwise only the day
 * @returns ISO 8601 text: a day (`2026-05-03`), or with its time an instant (in this browser's time zone if
 * the text has none)
 */
export function readDate(
  text: string,
  language: string | null,
  withHour: boolean,
  hints: DateHints = {},
): Reading<string> {
  if (text.length > VALUE_MAX_CHARS) return NONE;
  const plain = inAsciiDigits(text)
    .replace(/\s+/g, ' ')
    .replace(CJK, '$1-$2-$3 ')
    .replace(CJK_TIME, '$1:$2')
    .trim();
  const [, from = '', to = ''] = (withHour && TIMES.exec(plain)) || [];
  if (to > from.padStart(5, '0')) return NONE;
  if (hints.isMidnights && !withHour && MIDNIGHT.test(plain)) {
    const day = plain.slice(0, 10);
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    return { kind: 'ambiguous', choices: [after, day], doubt: 'midnight' };
  }
  const stamp = ISO.exec(plain) ?? COMPACT.exec(plain);
  const { days, time } = stamp ? readStamp(stamp) : readMoment(plain, language, hints);
  const write = (day: Day) => (withHour ? instantOf(day, time) : dayOf(day));
  const ways = new Map<string, string>();
  for (const day of days.filter((one) => isReal(one, language)).toReversed()) ways.set(write(day), day.way);
  const choices = [...ways.keys()].toReversed();
  const [first] = choices;
  if (first === undefined || choices.includes('')) return NONE;
  if (choices.length === 1 && isNear(Number(first.slice(0, 4)))) return { kind: 'value', value: first };
  return { kind: 'ambiguous', choices, doubt: choices.map((choice) => ways.get(choice)).join(' ') };
}

/** A full hour of the evening in UTC. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}T(1[2-9]|2[0-3]):00(?::00(?:\.0+)?)?Z$/;

/** True for midnights of one place only: of one hour, or of two adjacent ones where the clock is moved. */
export function areMidnights(texts: readonly string[]): boolean {
  const hours = new Set(texts.map((text) => Number(MIDNIGHT.exec(text)?.[1] ?? Number.NaN)));
  const [one = Number.NaN, other = one] = hours;
  return texts.length > 1 && hours.size <= 2 && Math.abs(one - other) <= 1;
}

interface Moment {
  /** What it may mean. */
  days: Day[];
  time: Time | null;
}

function readStamp([, year, month, day, hours, minutes, seconds, zone]: RegExpExecArray): Moment {
  const days = [{ year: Number(year), month: Number(month), day: Number(day), way: '' }];
  const time = hours === undefined ? null : timeOf(hours, minutes, seconds, undefined, zone);
  return { days: time === undefined ? [] : days, time: time ?? null };
}

function readMoment(text: string, language: string | null, hints: DateHints): Moment {
  const { rest, time } = splitTime(text);
  if (time === undefined) return { days: [], time: null };
  const numeric = NUMERIC.exec(withoutWeekday(rest, language));
  const written = numeric ? readNumeric(numeric, language, hints) : readWords(rest, language);
  const days = written.flatMap(({ year, way, ...day }) =>
    yearsOf(year, language, hints).map((one) => ({ ...day, year: one, way: way + Math.floor(one / 100) })),
  );
  return { days, time };
}

/** Undefined: the hour is none. */
function splitTime(text: string): { rest: string; time: Time | null | undefined } {
  const found = TIME.exec(text);
  const [whole = '', hours = '', minutes, seconds, half, zone] = found ?? [];
  // A number alone at the end is a year, or a day.
  if (!found || (minutes === undefined && half === undefined) || NUMERIC.test(text))
    return { rest: text, time: null };
  const rest = text.slice(0, text.length - whole.length).replace(/[\s,]+$/, '');
  return { rest, time: timeOf(hours, minutes, seconds, half, zone) };
}

function timeOf(
  hours: string,
  minutes = '0',
  seconds = '0',
  half: string | undefined,
  zone: string | undefined,
): Time | undefined {
  const isHalf = /^[ap]/i.test(half ?? '');
  const given = Number(hours);
  const ms = Math.floor(Number(seconds.replace(',', '.')) * 1_000);
  if (given > (isHalf ? 12 : 24) || Number(minutes) > 59 || ms > 60_000) return undefined;
  const hour = isHalf ? (given % 12) + (/^p/i.test(half ?? '') ? 12 : 0) : given;
  const [, sign, ahead, more = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(zone ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(ahead ?? 0) * 60 + Number(more));
  return { minutes: hour * 60 + Number(minutes), ms, zone: zone ? offset : null };
}

/** A day with its year as it is written: of four digits, or of two. */
type Written = Omit<Day, 'year'> & { year: string };

function readNumeric(
  [, one = '', separator = '', middle = '', last = '']: RegExpExecArray,
  language: string | null,
  hints: DateHints,
): Written[] {
  if (one.length === 4) return [{ year: one, month: Number(middle), day: Number(last), way: 'year' }];
  if (one.length > 2 || (last.length !== 4 && last.length !== 2)) return [];
  const dayFirst = { year: last, month: Number(middle), day: Number(one), way: 'day' };
  const monthFirst = { year: last, month: Number(one), day: Number(middle), way: 'month' };
  const isShort = last.length === 2 && one.length === 2;
  const yearFirst = isShort ? [{ year: one, month: Number(middle), day: Number(last), way: 'year' }] : [];
  const ways = { day: [dayFirst], month: [monthFirst], year: yearFirst, both: [dayFirst, monthFirst] };
  const order = hints.order ?? orderIn(language, separator);
  return order === null ? [...ways.both, ...yearFirst] : ways[order];
}

/** Years ahead up to which two digits are of this century. */
const YEARS_AHEAD = 10;
const OLDEST = 110;

/** Readings of a two-digit year: near today for a plan or bill, past for a birth; else of either century. */
function yearsOf(
  text: string,
  language: string | null,
  { isBirth = false, thisYear = new Date().getFullYear() }: DateHints,
): number[] {
  if (text.length !== 2) return [Number(text)];
  if (!usesGregorian(language)) return [];
  const [old, young] = [1900 + Number(text), 2000 + Number(text)];
  if (!isBirth) return young <= thisYear + YEARS_AHEAD ? [young] : [old, young];
  return [old, young].filter((year) => year <= thisYear && year >= thisYear - OLDEST);
}

/**
 * Finds the first part of a column's numeric dates by those with a number above 12, whatever the page's
 * language; null: none shows it. Dates with other separators may begin with another part.
 */
export function orderOf(texts: Iterable<string>, language: string | null): 'day' | 'month' | 'both' | null {
  let found: 'day' | 'month' | null = null;
  const separators = new Set<string>();
  for (const text of texts) {
    if (text.length > VALUE_MAX_CHARS) continue;
    const { rest } = splitTime(inAsciiDigits(text).trim());
    const [, one = '', separator = '', middle = '', last = ''] =
      NUMERIC.exec(withoutWeekday(rest, language)) ?? [];
    const usual = one === '' ? null : orderIn(language, separator);
    // 26-04-03 may begin with its year.
    if (one === '' || one.length > 2 || usual === 'year' || (last.length === 2 && usual === null)) continue;
    separators.add(separator);
    const shown = Number(one) > 12 ? 'day' : Number(middle) > 12 ? 'month' : null;
    if (shown !== null && found !== null && found !== shown) return 'both';
    found ??= shown;
  }
  return found !== null && separators.size > 1 ? 'both' : found;
}

/** A numeric date without its day of the week: So., 03.05.2026 */
const withoutWeekday = (text: string, language: string | null): string =>
  text.replace(/^(\p{L}+)\.?,? /u, (whole, word: string) =>
    meaning(plainWords(word), language, 'weekday').length > 0 ? '' : whole,
  );

const orders = new Map<string, { first: 'day' | 'month' | 'year'; separator: string } | null>();

/** Order of day and month in a language that writes its dates with this separator; null when unknown. */
function orderIn(language: string | null, separator: string): 'day' | 'month' | 'year' | null {
  // English without a country uses both orders.
  if (!language || /^en$/i.test(language)) return null;
  let order = orders.get(language);
  if (order === undefined) {
    const parts = partsOf(language, { day: 'numeric', month: 'numeric', year: 'numeric' });
    const first = parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
    const usual = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '';
    order = first === 'day' || first === 'month' || first === 'year' ? { first, separator: usual } : null;
    orders.set(language, order);
  }
  return order?.separator === separator ? order.first : null;
}

function readWords(text: string, language: string | null): Written[] {
  // A sign such as ~, < or ? says that it is not just that day.
  if (/[^\p{L}\p{M}\d\s.,'’/()-]/u.test(text)) return [];
  const words = (plainWords(text).match(WORDS) ?? []).filter((word) => !LINKS.test(word));
  const named = words.map((word) => ({ word, months: meaning(word, language, 'month') }));
  const isDayOfWeek = ({ word }: { word: string }) => meaning(word, language, 'weekday').length > 0;
  const isSure = named.filter((one) => one.months.length > 0 && !isDayOfWeek(one));
  // In French "mar." is Tuesday, in Spanish it is March too: beside another month it is the day of the week.
  const months = isSure.length > 0 ? isSure : named.filter(({ months }) => months.length > 0);
  const others = named.filter((one) => !months.includes(one));
  const [month, another] = months;
  if (!month || another || month.months.length !== 1 || !others.every(isDayOfWeek)) return [];
  if (isSure.length === 0 && language && ownNames(language, 'month', month.word).length === 0) return [];
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 2 || numbers.some(({ length }) => length === 3 || length > 4)) return [];
  const year = numbers.find((digits) => digits.length === 4) ?? numbers[1]!;
  const day = numbers.find((digits) => digits !== year) ?? year;
  return [{ year: year.padStart(2, '0'), month: month.months[0]!, day: Number(day), way: '' }];
}

const plainWords = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Languages whose names of months, such as "Dezember", count on a page of any language, and in a file, which
 * has none: none of these names means two months.
 */
const NAMED_IN = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** Short forms that Intl does not write. */
const SHORT: Record<string, number> = { mrz: 3, maerz: 3, janner: 1, feber: 2, setiembre: 9 };

/** Meanings of a word as month or day of the week: in the page's language, else in those with known names. */
function meaning(word: string, language: string | null, type: 'month' | 'weekday'): number[] {
  const own = ownNames(language, type, word);
  if (own.length > 0) return own;
  const known = type === 'month' ? SHORT[word] : undefined;
  if (known !== undefined) return [known];
  // Other languages than the page's and English need whole names: "set" (Italian September) is English, too.
  const isWhole = language !== null && type === 'month';
  return [...new Set(NAMED_IN.flatMap((other) => ownNames(other, type, word, isWhole && other !== 'en')))];
}

/** A whole name, or the beginning of one of a single meaning. */
function ownNames(
  language: string | null,
  type: 'month' | 'weekday',
  word: string,
  isWhole = false,
): number[] {
  if (!language) return [];
  // Long names come first.
  const names = isWhole ? namesIn(language, type).slice(0, 12) : namesIn(language, type);
  const exact = names.filter(({ name }) => name === word);
  // A short day of the week is not the beginning of a month in its own language.
  if (
    exact.length === 0 &&
    type === 'month' &&
    namesIn(language, 'weekday').some(({ name }) => name === word)
  )
    return [];
  const found =
    exact.length > 0 || isWhole
      ? exact
      : names.filter(({ name }) => word.length > 2 && name.startsWith(word));
  return [...new Set(found.map(({ index }) => index))];
}

const names = new Map<string, { name: string; index: number }[]>();

/** Names of months (from 1) or days of the week in a language, long and short, without dots and accents. */
function namesIn(language: string, type: 'month' | 'weekday'): { name: string; index: number }[] {
  const key = `${language} ${type}`;
  const known = names.get(key);
  if (known) return known;
  const named = (['long', 'short'] as const).flatMap((width) =>
    Array.from({ length: type === 'month' ? 12 : 7 }, (_, index) => {
      const [date, options] =
        type === 'month'
          ? [new Date(2026, index, 2), { month: width, day: 'numeric' } as const]
          : [new Date(2026, 5, 1 + index), { weekday: width }];
      const name = partsOf(language, options, date).find((part) => part.type === type)?.value ?? '';
      return { name: plainWords(name).replace(/\./g, ''), index: index + 1 };
    }),
  );
  names.set(key, named);
  return named;
}

function partsOf(language: string, options: Intl.DateTimeFormatOptions, date = new Date(2026, 10, 22)) {
  const own = { ...options, numberingSystem: 'latn', calendar: 'gregory' };
  return ofLanguage(() => new Intl.DateTimeFormat(language, own).formatToParts(date), []);
}

/** A year far from ours may be of another calendar. */
const isNear = (year: number): boolean => year >= 1800 && year < 2200;

/** Whether there is such a day. */
function isReal({ year, month, day }: Day, language: string | null): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  return isDay && (isNear(year) || usesGregorian(language));
}

const usesGregorian = (language: string | null): boolean =>
  !language ||
  ofLanguage(() => new Intl.DateTimeFormat(language).resolvedOptions().calendar === 'gregory', true);

const two = (number: number): string => String(number).padStart(2, '0');
const dayOf = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;

function instantOf({ year, month, day }: Day, time: Time | null): string {
  const { minutes = 0, ms = 0, zone = null } = time ?? {};
  const instant =
    zone === null
      ? new Date(year, month - 1, day, 0, minutes, 0, ms)
      : new Date(Date.UTC(year, month - 1, day, 0, minutes - zone, 0, ms));
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString();
}
