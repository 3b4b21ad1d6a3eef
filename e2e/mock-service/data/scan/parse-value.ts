const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DATE_FORMS: readonly [RegExp, (parts: string[]) => [number, number, number]][] = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([year, month, day]) => [Number(year), Number(month), Number(day)]],
  [/\b(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/, dayAndMonth],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+${NAMED_MONTH},?\\s+(\\d{4})\\b`, 'i'),
    ([day, month, year]) => [Number(year), monthOf(month), Number(day)],
  ],
  [
    new RegExp(`\\b${NAMED_MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i'),
    ([month, day, year]) => [Number(year), monthOf(month), Number(day)],
  ],
];

/** Day before month, unless only the other way round is in the calendar. */
function dayAndMonth([first, second, year]: string[]): [number, number, number] {
  const full = year?.length === 2 ? 2000 + Number(year) : Number(year);
  return Number(second) > 12 ? [full, Number(first), Number(second)] : [full, Number(second), Number(first)];
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

/** The first date of a text, as `YYYY-MM-DD`. */
export function dateIn(text: string): string | undefined {
  for (const [form, read] of DATE_FORMS) {
    const [, ...parts] = form.exec(text) ?? [];
    if (parts.length === 0) continue;
    const [year, month, day] = read(parts);
    const date = new Date(Date.UTC(year, month - 1, day));
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return date.toISOString().slice(0, 10);
  }
  return undefined;
}

/** Digits within a word (`NL-20931`, `DE811205993`) are a code, no number. */
const NUMBER =
  /(?<![\p{L}\p{N}][-/.]?)\(?-?\s?(?:\d{1,3}(?:[ '’.,]\d{3})+|\d+)(?:[.,]\d+)?\)?(?![\p{L}\p{N}])/gu;
const CURRENCY = /[€$£¥]|\b(?:EUR|USD|GBP|CHF|SEK|DKK|NOK|PLN|JPY)\b/gi;

/** The first number of a text, whatever separates its thousands and decimals. */
export function numberIn(text: string): number | undefined {
  return numbersIn(text)[0];
}

/** Every number of a text. */
export function numbersIn(text: string): number[] {
  const found = text.replaceAll(CURRENCY, ' ').match(NUMBER) ?? [];
  return found.flatMap((one) => numberOf(one) ?? []);
}

function numberOf(found: string): number | undefined {
  const negative = found.includes('-') || (found.startsWith('(') && found.endsWith(')'));
  const digits = plainDigits(found.replaceAll(/[()\-\s'’]/g, ''));
  const number = Number(digits);
  return Number.isFinite(number) ? (negative ? -number : number) : undefined;
}

/** The last of two separators is the decimal one; a comma alone before three digits separates thousands. */
function plainDigits(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) {
    return comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  }
  const separator = comma >= 0 ? ',' : '.';
  const parts = text.split(separator);
  const thousands = parts.length > 2 || (separator === ',' && parts[1]?.length === 3);
  return thousands ? parts.join('') : parts.join('.');
}

const CODES: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

/** The currency that is written beside an amount, as its code. */
export function currencyIn(text: string): string | undefined {
  const [found] = text.match(CURRENCY) ?? [];
  return found === undefined ? undefined : (CODES[found] ?? found.toUpperCase());
}

export function booleanIn(text: string): boolean | undefined {
  const [word] = /^\W*(yes|true|no|false)\b/i.exec(text) ?? [];
  return word === undefined ? undefined : /yes|true/i.test(word);
}
