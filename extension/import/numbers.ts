import { numberWord, ofLanguage } from './number-words.ts';

/** Meaning of a text as a value: one, several possible ones, or none. */
export type Reading<T> =
  | { kind: 'value'; value: T }
  /** Cells of a column with one `doubt` have choices of the same meanings and order: one answer fits all. */
  | { kind: 'ambiguous'; choices: T[]; doubt: string }
  /** No value. `isTooLong`: more digits than a number keeps; `written`: as JSON has it, if unambiguous. */
  | { kind: 'none'; isTooLong?: true; written?: string };

export type Decimal = '.' | ',' | 'both';

/** No text that is longer is a number or a date; rules that look back and forth take minutes for it. */
export const VALUE_MAX_CHARS = 100;

const NONE = { kind: 'none' } as const;
const NUMBER = /(?<![\p{L}\d])[.,٫]\d+|\d+(?:[.,٫٬'’\s]\d+)*/u;
const FRACTION = /^\s?([¼-¾⅐-⅞])/;
/** A price without cents: 12,- and 12.—, 12:- in Sweden, 12/- in India. */
const NO_CENTS = /^(?:[.,]\s?[-–—]{1,2}|[:/]-)/;
/** 1E10 may as well be the code of a part. */
const EXPONENT = /^(?:e|E(?=[+-]))([+-]?\d{1,3})(?![\d.,])/;
const EXPONENT_OF_DECIMALS = /^[eE]([+-]?\d{1,3})(?![\d.,])/;
const TOKENS =
  /[A-Z]{1,3}\$|[tT]€|\/\p{L}[\p{L}²³]*|[\p{Script=Han}\p{Script=Hangul}]|\p{Sc}(?:\/[\p{L}²³]+)?|[\p{L}\p{M}°℃℉µ][\p{L}\p{M}²³/.’]*|[^\s\d]|\d+/gu;

/**
 * Reads a number as the page's language writes it: `1.234,56 €` is 1234.56 in German, `1.2M` 1200000. Signs
 * and words that change it are read too; beside any that are not understood, nothing is read.
 * @param language a language tag, or null when the page has none
 * @param column the decimal separator of the column (`decimalOf`); null: it does not show one
 */
export const readNumber = (
  text: string,
  language: string | null,
  column: Decimal | null = null,
): Reading<number> => readAmount(text, language, column).reading;

/** The same with the unit or currency, empty where it has none. */
export function readAmount(
  text: string,
  language: string | null,
  column: Decimal | null = null,
): { reading: Reading<number>; unit: string } {
  const parts = partsOf(text);
  const said = parts && meaningOf(parts.before, parts.after, language);
  if (!parts || !said) return { reading: NONE, unit: '' };
  // 1.234e-5: what has an exponent has no groups.
  const shown = parts.exponent === null ? column : (/[.,]/.exec(parts.core)?.[0] as Decimal | undefined);
  const read = readDigits(parts.core, language, shown ?? null, said.isMoney);
  if (read.kind === 'none') return { reading: NONE, unit: '' };
  const amountOf = (digits: string, exponent: number) =>
    said.sign * (Number(`${digits}e${exponent}`) + parts.fraction * 10 ** exponent);
  const exponent = parts.exponent ?? 0;
  const digits = read.kind === 'value' ? [read.value] : read.choices;
  const choices = digits.map((one) => amountOf(one, exponent + said.exponent));
  const isKeptAll = choices.every(Number.isFinite) && (parts.exponent !== null || digits.every(isKept));
  if (!isKeptAll) {
    const isPlain = read.kind === 'value' && parts.exponent === null && said.exponent + parts.fraction === 0;
    const written = isPlain && `${said.sign < 0 ? '-' : ''}${read.value.replace(/^0+(?=\d)/, '')}`;
    return { reading: { kind: 'none', isTooLong: true, ...(written && { written }) }, unit: said.unit };
  }
  // ₹2.50 Cr: crores, or a credit.
  const isCredit = /Cr\.?$/.test(parts.after) && /\.\d\d$/.test(parts.core);
  const [first = 0] = choices;
  const asked = (choices: number[], doubt: string) => ({ kind: 'ambiguous' as const, choices, doubt });
  const reading = (): Reading<number> => {
    if (read.kind === 'ambiguous') return asked(choices, read.doubt);
    if (said.doubt === 'word') return asked(choices, `word ${said.unit}`);
    if (said.doubt === 'side') return asked([said.side * first, -said.side * first], 'side');
    return said.doubt === 'scale' || isCredit
      ? asked([amountOf(digits[0]!, exponent), first], 'scale')
      : { kind: 'value', value: first };
  };
  return { reading: reading(), unit: said.unit };
}

/** Finds the decimal separator of a column by numbers with one reading only, whatever the page's language. */
export function decimalOf(texts: Iterable<string>): Decimal | null {
  let found: Decimal | null = null;
  for (const text of texts) {
    const shown = /[.,]\d/.test(text) ? shownDecimal(partsOf(text)?.core ?? '') : null;
    if (shown !== null && found !== null && shown !== found) return 'both';
    found ??= shown;
  }
  return found;
}

/** Whether a number keeps all digits of a whole number. */
const isKept = (digits: string): boolean =>
  Number(digits) <= Number.MAX_SAFE_INTEGER ||
  digits === Number(digits).toLocaleString('en', { useGrouping: false });

interface Parts {
  before: string;
  core: string;
  after: string;
  /** Of ten, as in 3e-7; null without. */
  exponent: number | null;
  /** ½ and the like. */
  fraction: number;
}

function partsOf(text: string): Parts | null {
  if (text.length > VALUE_MAX_CHARS) return null;
  const plain = inAsciiDigits(text)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim();
  const found = NUMBER.exec(plain);
  const at = found?.index ?? plain.search(/[¼-¾⅐-⅞]/);
  if (at < 0) return null;
  const core = found?.[0] ?? '0';
  let after = plain.slice(at + (found?.[0].length ?? 0));
  const power = found && (/[.,]\d+$/.test(core) ? EXPONENT_OF_DECIMALS : EXPONENT).exec(after);
  after = after.slice(power?.[0].length ?? 0);
  const part = /[.,]/.test(core) ? null : FRACTION.exec(after);
  after = after.slice(part?.[0].length ?? 0).replace(NO_CENTS, '');
  const [over = '0', under = '1'] = (part?.[1] ?? '').normalize('NFKC').split('⁄');
  return {
    ...{ before: plain.slice(0, at), core, after },
    exponent: power ? Number(power[1]) : null,
    fraction: Number(over) / Number(under),
  };
}

interface Said {
  sign: 1 | -1;
  /** Of ten, by words such as million. */
  exponent: number;
  unit: string;
  isMoney: boolean;
  doubt: 'scale' | 'side' | 'word' | null;
  /** The sign that a debit or credit has most often. */
  side: 1 | -1;
}

/** The cells of a column have the same few words around their digits. */
const meanings = new Map<string, Said | null>();
const MEANINGS_MAX = 1_000;

function meaningOf(before: string, after: string, language: string | null): Said | null {
  const key = `${language}\n${before}\n${after}`;
  const known = meanings.get(key);
  if (known !== undefined) return known;
  if (meanings.size >= MEANINGS_MAX) meanings.clear();
  const said = readAround(before, after, language);
  meanings.set(key, said);
  return said;
}

/** What the signs and words around a number say of it; null where one is not understood. */
function readAround(before: string, after: string, language: string | null): Said | null {
  const said: Said = { sign: 1, exponent: 0, unit: '', isMoney: false, doubt: null, side: 1 };
  if (before === '' && after === '') return said;
  const front: string[] = before.match(TOKENS) ?? [];
  const back: string[] = after.match(TOKENS) ?? [];
  said.isMoney = [...front, ...back].some((token) => {
    const word = numberWord(token, language, { isClose: true, isMoney: false });
    return word?.kind === 'unit' && word.isMoney;
  });
  let signs = 0;
  let open = 0;
  for (const [index, token] of [...front, ...back].entries()) {
    const isFront = index < front.length;
    const isFirstBack = index === front.length;
    if (/^[-−–]$/.test(token) && (isFront || (isFirstBack && /^[-−–]/.test(after)))) signs += 1;
    else if (token === '+' && isFront) continue;
    else if (token === '(' && isFront) open += 1;
    else if (token === ')' && !isFront) open -= 1;
    // Marks of a note below.
    else if (/^[*†‡]$/.test(token) && !isFront) continue;
    else if (token === '.' && after === '.') continue;
    else if (!addWord(said, token, language, isFront, isFirstBack && !/^\s/.test(after))) return null;
  }
  const isInBrackets = front.includes('(');
  if (open !== 0 || signs + (isInBrackets ? 1 : 0) > 1) return null;
  return { ...said, sign: signs > 0 || isInBrackets ? -1 : 1 };
}

function addWord(
  said: Said,
  token: string,
  language: string | null,
  isFront: boolean,
  isClose: boolean,
): boolean {
  const word = numberWord(token, language, { isClose, isMoney: said.isMoney });
  switch (word?.kind) {
    case undefined:
      // 3 left, 4 rooms, 2 dozen: whether it changes the number is not known here.
      if (isFront || said.doubt || !/^\/?\p{L}[\p{L}\p{M}]+\.?$/u.test(token)) return false;
      said.doubt = 'word';
      said.unit += token;
      return true;
    case 'unit':
      if (isFront && !word.isMoney) return false;
      said.unit += word.id;
      return true;
    case 'side':
      if (isFront || said.doubt) return false;
      said.side = word.sign;
      said.doubt = 'side';
      return true;
    case 'scale':
      if (isFront || said.doubt) return false;
      said.exponent += word.exponent;
      if (!word.isSure) {
        said.doubt = 'scale';
        said.unit += token;
      }
      return true;
  }
}

type Digits =
  | { kind: 'value'; value: string }
  | { kind: 'ambiguous'; choices: string[]; doubt: string }
  | { kind: 'none' };

const marksOf = (core: string): string[] =>
  (core.match(/\D/g) ?? []).map((mark) => (/\s/.test(mark) ? ' ' : mark === '’' ? "'" : mark));

/** The digits of a number as code writes them. */
function readDigits(core: string, language: string | null, column: Decimal | null, isMoney: boolean): Digits {
  const marks = marksOf(core);
  const kinds = new Set(marks);
  const last = marks.at(-1);
  const plain = (text: string) => text.replace(/\D/g, '');
  const value = (text: string): Digits => ({ kind: 'value', value: text });
  if (last === undefined) return value(core);
  const [whole = '', fraction = ''] = core.split(/\D(?=\d+$)/);
  const decimal = `${plain(whole)}.${fraction}`;
  if (kinds.size === 2)
    return /[.,٫]/.test(last) && marks.indexOf(last) === marks.length - 1 && isGrouped(whole)
      ? value(decimal)
      : NONE;
  if (kinds.size > 2) return NONE;
  if (last === '٫') return marks.length === 1 ? value(decimal) : NONE;
  if (!/[.,]/.test(last) || marks.length > 1) {
    if (!isGrouped(core)) return NONE;
    const isTwo = marks.length === 1 && core.includes(' ') && !groupsBySpace(language);
    return isTwo ? { kind: 'ambiguous', choices: [plain(core)], doubt: 'as-it-stands' } : value(plain(core));
  }
  const spoken = decimalIn(language);
  const usual = column ?? spoken;
  if (shownDecimal(core) === last) return value(decimal);
  // .312 is no 312, whatever separates the thousands here.
  if (whole === '')
    return usual === last ? value(decimal) : { kind: 'ambiguous', choices: [decimal], doubt: 'separator' };
  if (fraction.length !== 3) return usual === null || usual === last ? value(decimal) : NONE;
  // Three decimals of money are rare, and thousands are not.
  const isOdd = usual === last && column === null && isMoney;
  if (usual === null || usual === 'both' || isOdd)
    return { kind: 'ambiguous', choices: [plain(core), decimal], doubt: 'separator' };
  return value(usual === last ? decimal : plain(core));
}

/** Decimal separator that a number shows: that of thousands has three digits behind, no lone zero before. */
function shownDecimal(core: string): '.' | ',' | null {
  const marks = marksOf(core);
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return null;
  if (new Set(marks).size > 1) return last;
  if (marks.length > 1) return !isGrouped(core) ? null : last === '.' ? ',' : '.';
  const [whole = '', fraction = ''] = core.split(last);
  const isShown = fraction.length < 3 || whole === '0' || (whole.length > 3 && fraction.length === 3);
  return isShown || (whole === '' && fraction.length !== 3) ? last : null;
}

/** In groups of three, or of two before the last three, as in India. */
const isGrouped = (digits: string): boolean =>
  /^\d+$/.test(digits) ||
  /^[1-9]\d{0,2}(?:\D\d{3})+$/.test(digits) ||
  /^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(digits);

const separators = new Map<string, { decimal: '.' | ',' | null; group: string }>();

function separatorsOf(language: string): { decimal: '.' | ',' | null; group: string } {
  const known = separators.get(language);
  if (known) return known;
  const parts = partsIn(language);
  const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const decimal = textOf('decimal');
  const found = {
    // Numbers are read with a point in its place.
    decimal: decimal === '٫' || decimal === '.' ? ('.' as const) : decimal === ',' ? (',' as const) : null,
    group: textOf('group'),
  };
  separators.set(language, found);
  return found;
}

const partsIn = (language: string): Intl.NumberFormatPart[] =>
  ofLanguage(() => {
    const [known] = Intl.NumberFormat.supportedLocalesOf(language);
    return known === undefined ? [] : new Intl.NumberFormat(known).formatToParts(12_345.5);
  }, []);

/** The decimal separator of a language; null when it is not known. */
const decimalIn = (language: string | null) => (language ? separatorsOf(language).decimal : null);

const groupsBySpace = (language: string | null): boolean =>
  language !== null && /\s/.test(separatorsOf(language).group);

/** Digits of every script, and the wide forms of signs and letters, as those of ASCII. */
export function inAsciiDigits(text: string): string {
  if (!/[\u0600-\u1fff\u3000-\uffff]/.test(text)) return text;
  return text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      // Digits of a script stand together from 0 to 9.
      let zero = code;
      while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
      return String(code - zero);
    });
}
