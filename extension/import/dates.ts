import { inAsciiDigits, type Reading } from './numbers.ts';

const NONE = { kind: 'none' } as const;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const NUMERIC = /^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/;
const TIME =
  /(?:^|[\s,T(])(?:um |at |à )?(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)?\)?$/i;
const WORDS = /[\p{L}\p{M}]+/gu;

/** A day, and the minute of the day if given. */
interface Moment {
  year: number;
  month: number;
  day: number;
  minutes: number | null;
}

/**
 * Parses a date in the page's language: `3. Mai 2026`, `5/3/2026`, `2026-05-03T10:00Z`. If day and month are
 * ambiguous, returns both.
 * @param withHour keeps the time of day; otherwise only the day
 * @returns ISO 8601 text: a day (`2026-05-03`), or with its time an instant (in this browser's time zone if the text
 * has none)
 */
export function readDate(text: string, language: string | null, withHour: boolean): Reading<string> {
  const plain = inAsciiDigits(text).replace(/\s+/g, ' ').trim();
  const iso = ISO.exec(plain);
  if (iso) return readIso(plain, iso, withHour);
  const read = readMoment(plain, language);
  const write = (moment: Moment) => (withHour ? instantOf(moment) : dayOf(moment));
  const choices = [...new Set(read.filter(isReal).map(write))];
  const [first] = choices;
  if (first === undefined) return NONE;
  return choices.length === 1 ? { kind: 'value', value: first } : { kind: 'ambiguous', choices };
}

function readIso(
  text: string,
  [, year, month, day, hours]: RegExpExecArray,
  withHour: boolean,
): Reading<string> {
  const moment = { year: Number(year), month: Number(month), day: Number(day), minutes: null };
  if (!isReal(moment)) return NONE;
  if (!withHour) return { kind: 'value', value: dayOf(moment) };
  if (hours === undefined) return { kind: 'value', value: instantOf(moment) };
  const instant = new Date(text.replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? NONE : { kind: 'value', value: instant.toISOString() };
}

/** Possible meanings of the text: none, one, or two. */
function readMoment(text: string, language: string | null): Moment[] {
  const { rest, minutes } = splitTime(text);
  const numeric = NUMERIC.exec(rest);
  const days = numeric ? readNumeric(numeric, language) : readWords(rest, language);
  return days.map((day) => ({ ...day, minutes }));
}

function splitTime(text: string): { rest: string; minutes: number | null } {
  const found = TIME.exec(text);
  const [whole = '', hours, minutes, half] = found ?? [];
  // A number alone at the end is a year, or a day.
  if (!found || (minutes === undefined && half === undefined) || NUMERIC.test(text))
    return { rest: text, minutes: null };
  const isAfternoon = /^p/i.test(half ?? '');
  const isMorning = /^a/i.test(half ?? '');
  const hour = (Number(hours) % (isAfternoon || isMorning ? 12 : 24)) + (isAfternoon ? 12 : 0);
  const rest = text.slice(0, text.length - whole.length).replace(/[\s,]+$/, '');
  return rest === '' ? { rest: text, minutes: null } : { rest, minutes: hour * 60 + Number(minutes ?? 0) };
}

type Day = Omit<Moment, 'minutes'>;

function readNumeric(
  [, one = '', separator = '', middle = '', last = '']: RegExpExecArray,
  language: string | null,
): Day[] {
  if (one.length === 4) return [{ year: Number(one), month: Number(middle), day: Number(last) }];
  if (one.length > 2 || (last.length !== 4 && last.length !== 2)) return [];
  const year = yearOf(last);
  const dayFirst = { year, month: Number(middle), day: Number(one) };
  const monthFirst = { year, month: Number(one), day: Number(middle) };
  switch (orderOf(language, separator)) {
    case 'day':
      return [dayFirst];
    case 'month':
      return [monthFirst];
    case null:
      return [dayFirst, monthFirst];
  }
}

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

const orders = new Map<string, { first: 'day' | 'month'; separator: string } | null>();

/** Order of day and month in a language that writes its dates with this separator; null when unknown. */
function orderOf(language: string | null, separator: string): 'day' | 'month' | null {
  // English without a country uses both orders.
  if (!language || /^en$/i.test(language)) return null;
  let order = orders.get(language);
  if (order === undefined) {
    const parts = partsOf(language, { day: 'numeric', month: 'numeric', year: 'numeric' });
    const first = parts.find(({ type }) => type === 'day' || type === 'month')?.type;
    const usual = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '';
    order = first === 'day' || first === 'month' ? { first, separator: usual } : null;
    orders.set(language, order);
  }
  return order?.separator === separator ? order.first : null;
}

function readWords(text: string, language: string | null): Day[] {
  const words = (text.toLowerCase().match(WORDS) ?? []).filter(
    (word) => !/^(?:st|nd|rd|th|de|of|den|der|le|el)$/.test(word),
  );
  const months = [...monthsOf(language), ...NAMED_IN.flatMap(monthsOf)];
  const named = words.flatMap(
    (word) => months.find(({ name }) => name === word || (word.length > 2 && name.startsWith(word))) ?? [],
  );
  const month = named[0]?.month;
  const numbers = (text.match(/\d+/g) ?? []).filter((digits) => digits.length <= 4);
  if (month === undefined || numbers.length !== 2) return [];
  const year = numbers.find((digits) => digits.length === 4) ?? numbers[1]!;
  const day = numbers.find((digits) => digits !== year) ?? year;
  return [{ year: yearOf(year), month, day: Number(day) }];
}

/**
 * A name such as "Dezember" is a month in a page of any language, and in a file, which has none: none of these means
 * two months.
 */
const NAMED_IN = ['en', 'de', 'fr', 'es'];

const months = new Map<string, { name: string; month: number }[]>();

/** Names of months in a language, long and short, without dots. */
function monthsOf(language: string | null): { name: string; month: number }[] {
  const key = language ?? '';
  const known = months.get(key);
  if (known) return known;
  const named = ['long', 'short'].flatMap((width) =>
    Array.from({ length: 12 }, (_, index) => ({
      name: (
        partsOf(key || 'en', { month: width as 'long', day: 'numeric' }, new Date(2026, index, 2)).find(
          ({ type }) => type === 'month',
        )?.value ?? ''
      )
        .toLowerCase()
        .replace(/\./g, ''),
      month: index + 1,
    })),
  );
  months.set(key, named);
  return named;
}

function partsOf(
  language: string,
  options: Intl.DateTimeFormatOptions,
  date: Date = new Date(2026, 10, 22),
): Intl.DateTimeFormatPart[] {
  try {
    return new Intl.DateTimeFormat(language, {
      ...options,
      numberingSystem: 'latn',
      calendar: 'gregory',
    }).formatToParts(date);
  } catch {
    return [];
  }
}

function isReal({ year, month, day }: Pick<Moment, 'year' | 'month' | 'day'>): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
}

const two = (number: number): string => String(number).padStart(2, '0');
const dayOf = ({ year, month, day }: Moment): string => `${year}-${two(month)}-${two(day)}`;
const instantOf = ({ year, month, day, minutes }: Moment): string =>
  new Date(year, month - 1, day, 0, minutes ?? 0).toISOString();
