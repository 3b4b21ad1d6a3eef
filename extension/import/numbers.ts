/** Meaning of a text as a value: one, several possible ones, or none. */
export type Reading<T> = { kind: 'value'; value: T } | { kind: 'ambiguous'; choices: T[] } | { kind: 'none' };

const NONE = { kind: 'none' } as const;
const GROUPING_SPACES = /(?<=\d)[\s\u00a0\u202f\u2009'’٬](?=\d{3}(?!\d))/g;
/**
 * Signs, currency and units around a number: at most two short words, so that "on request" or "3 of 4" is not a
 * number.
 */
const AROUND = /^(?:[^\d\s]{1,4}\s?){0,2}$/u;
const CORE = /\d(?:[\d.,٫]*\d)?/;

/**
 * Reads a number as the page's language writes it: `1.234,56 €` is 1234.56 in German. `1,234` is ambiguous without a
 * language: both meanings are returned.
 * @param language a language tag, or null when the page has none
 */
export function readNumber(text: string, language: string | null): Reading<number> {
  const plain = inAsciiDigits(text).trim().replace(GROUPING_SPACES, '');
  const core = CORE.exec(plain);
  if (!core) return NONE;
  const [before, after] = [plain.slice(0, core.index), plain.slice(core.index + core[0].length)];
  const sign = signOf(before, after);
  const isBare = (around: string) => AROUND.test(around.replace(/[-−–+()]/g, '').trim());
  if (!isBare(before) || !isBare(after)) return NONE;
  const read = readDigits(core[0].replace(/٫/g, '.'), language);
  switch (read.kind) {
    case 'value':
      return { kind: 'value', value: sign * read.value };
    case 'ambiguous':
      return { kind: 'ambiguous', choices: read.choices.map((choice) => sign * choice) };
    case 'none':
      return NONE;
  }
}

function signOf(before: string, after: string): 1 | -1 {
  const isNegative =
    /[-−–]/.test(before) || /^\s*[-−–]/.test(after) || (/\(/.test(before) && /\)/.test(after));
  return isNegative ? -1 : 1;
}

function readDigits(core: string, language: string | null): Reading<number> {
  const dots = core.split('.').length - 1;
  const commas = core.split(',').length - 1;
  const as = (decimal: '.' | ',' | null) => {
    const grouping = decimal === '.' ? /,/g : decimal === ',' ? /\./g : /[.,]/g;
    return Number(core.replace(grouping, '').replace(',', '.'));
  };
  if (dots + commas === 0) return { kind: 'value', value: Number(core) };
  if (dots > 0 && commas > 0) {
    const decimal = core.lastIndexOf('.') > core.lastIndexOf(',') ? '.' : ',';
    const isPlain =
      (decimal === '.' ? dots : commas) === 1 && isGrouped(core.slice(0, core.lastIndexOf(decimal)));
    return isPlain ? { kind: 'value', value: as(decimal) } : NONE;
  }
  const separator = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return isGrouped(core) ? { kind: 'value', value: as(null) } : NONE;
  const [whole = '', fraction = ''] = core.split(separator);
  // A thousand is never written with a zero before its separator, nor with more than three digits.
  if (fraction.length !== 3 || whole.length > 3 || whole.startsWith('0'))
    return { kind: 'value', value: as(separator) };
  const decimal = decimalOf(language);
  if (decimal === null) return { kind: 'ambiguous', choices: [as(null), as(separator)] };
  return { kind: 'value', value: decimal === separator ? as(separator) : as(null) };
}

const isGrouped = (digits: string): boolean => /^\d{1,3}(?:[.,]\d{3})*$/.test(digits) || /^\d+$/.test(digits);

const decimals = new Map<string, '.' | ',' | null>();

/** The decimal separator of a language; null when it is not known. */
function decimalOf(language: string | null): '.' | ',' | null {
  if (!language) return null;
  const known = decimals.get(language);
  if (known !== undefined) return known;
  const decimal = askedDecimal(language);
  decimals.set(language, decimal);
  return decimal;
}

function askedDecimal(language: string): '.' | ',' | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return null;
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    const part = parts.find(({ type }) => type === 'decimal')?.value;
    // Numbers are read with a point in its place.
    if (part === '٫') return '.';
    return part === ',' || part === '.' ? part : null;
  } catch {
    return null;
  }
}

/** Digits of every script as those of ASCII. */
export function inAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Digits of a script stand together from 0 to 9.
    let zero = code;
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
