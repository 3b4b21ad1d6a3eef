import { isNumberAsText } from '../../../shared/exact-numbers.ts';
import { type InstantMs, parseInstant } from '../../../shared/time.ts';
import {
  formatAsField,
  formatAsFieldWithSeconds,
  formatNumber,
  formatValue,
  locale,
} from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { readNumber } from '../../import/numbers.ts';

/** How a value is edited. */
export type PropertyControl =
  | { kind: 'text' | 'long-text' | 'number' | 'json' }
  /** `asNumber`: stored as 1 and 0. */
  | { kind: 'boolean'; asNumber?: boolean }
  /** Bytes: shown by their number, and not edited. */
  | { kind: 'binary' }
  | { kind: 'date'; withHour: boolean }
  | { kind: 'options'; options: readonly string[]; multiple: boolean }
  /** Names of stored files, by which they are downloaded. */
  | { kind: 'file' };

/** Chosen by the value, else by the type of its column. */
export function controlOf(value: unknown, type: string | null): PropertyControl {
  if (flagText(value, type) !== null) return { kind: 'boolean', asNumber: true };
  if (typeof value === 'number') return { kind: 'number' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (bytesOf(value) !== null) return { kind: 'binary' };
  if (typeof value === 'object' && value !== null) return { kind: 'json' };
  const declared = type?.toLowerCase() ?? '';
  const isNumeric = /int|num|real|float|double|decimal/.test(declared);
  if (isNumeric && isNumberAsText(value)) return { kind: 'number' };
  if (typeof value === 'string') return { kind: value.length > 80 ? 'long-text' : 'text' };
  if (isNumeric) return { kind: 'number' };
  if (isBoolean(declared)) return { kind: 'boolean' };
  return { kind: /json|object|array/.test(declared) ? 'json' : 'text' };
}

/** Whether a column is declared as boolean. */
export const isBoolean = (type: string | null | undefined): boolean => /bool/i.test(type ?? '');

/** Yes or no for the 1 and 0 of a column declared as boolean; null for any other value. */
export const flagText = (value: unknown, type: string | null | undefined): string | null =>
  (value === 0 || value === 1) && isBoolean(type) ? wholeText(value === 1, null) : null;

/** A value as shown in a cell: one line, empty for none. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatValue(value);
  if (typeof value !== 'object') return String(value);
  const bytes = bytesOf(value);
  if (bytes !== null) return t('console.rows.bytes', { count: formatNumber(bytes.length) });
  const names = fileNames(value);
  return names.length > 0 ? names.join(', ') : JSON.stringify(value);
}

/** Longer texts are cut where several values stand together; the row's form has the whole text. */
const BRIEF_MAX = 120;

/** The same, cut; the items of a list without its marks. */
export function briefText(value: unknown): string {
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const text = isList ? value.map(cellText).join(', ') : cellText(value);
  return text.length > BRIEF_MAX ? `${text.slice(0, BRIEF_MAX)}…` : text;
}

/** A value in a file of rows: numbers stay numbers, bytes are hexadecimal. */
export function fileCell(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const bytes = bytesOf(value);
  return bytes === null
    ? cellText(value)
    : `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;

/** Bytes in the two forms that JSON gives them: `{ type: 'Buffer', data }`, or a map of their positions. */
export function bytesOf(value: unknown): readonly number[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { type, data } = value as { type?: unknown; data?: unknown };
  if (type === 'Buffer' && Array.isArray(data)) return data.every(isByte) ? data : null;
  if (!('0' in value)) return null;
  const entries = Object.entries(value);
  return entries.every(([name, byte], at) => name === String(at) && isByte(byte))
    ? entries.map(([, byte]) => byte as number)
    : null;
}

/** File name ids in a value of a file property: `{ name }`, or a list of them (gaps page). */
export function fileNames(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  const names = list.map((one) =>
    typeof one === 'object' && one !== null ? (one as { name?: unknown }).name : null,
  );
  return names.every((name): name is string => typeof name === 'string') ? names : [];
}

/** A day, also as the midnight that a backend makes of it: the same day in every time zone. */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?Z)?$/;
const WITH_DAY = /^\d{4}-\d{2}-\d{2}/;
/** Typed by keys, the year 2026 begins as the year 2. */
const FIRST_YEAR = 1000;

/** A value as shown in its input field. Instants are in the user's time zone. */
export function fieldText(value: unknown, control: PropertyControl): string {
  if (control.kind === 'boolean' && typeof value === 'number') return String(value === 1);
  if (control.kind === 'date') {
    const day = !control.withHour && typeof value === 'string' ? DAY.exec(value)?.[1] : undefined;
    if (day !== undefined) return day;
    // Browsers read a year out of nearly any text: "5" is the first of May 2001.
    const at = typeof value === 'string' && WITH_DAY.test(value) ? parseInstant(value) : null;
    return at === null ? cellText(value) : localText(new Date(at), control.withHour);
  }
  return typeof value === 'object' && value !== null && control.kind !== 'binary'
    ? JSON.stringify(value, null, 2)
    : cellText(value);
}

/** What JSON makes of the times of a database, of which the schema does not tell the type. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
export const instantOf = (value: unknown): InstantMs | null =>
  typeof value === 'string' && INSTANT.test(value) ? parseInstant(value) : null;

/** A value as a list shows it: one line, dates and yes or no as their fields show them. */
export function shownText(value: unknown, control: PropertyControl | null): string {
  return control?.kind === 'date' || typeof value === 'boolean' || instantOf(value) !== null
    ? wholeText(value, control)
    : briefText(value);
}

/** More than these are not meant, such as those of 0.1 + 0.2. */
const DECIMALS_MAX = 6;

/** Decimals that a column shows of all its numbers, at least: as many as one of them has. */
export function decimalsOf(values: readonly unknown[]): number {
  let most = 0;
  for (const value of values) {
    if (typeof value !== 'number') continue;
    most = Math.max(most, /^-?\d+\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
  }
  return most > DECIMALS_MAX ? 0 : most;
}

/** A number with the decimals of its column; null: it is no number. */
export const numberText = (value: unknown, decimals: number): string | null =>
  typeof value === 'number' ? formatValue(value, decimals) : null;

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;

/** The same as a record shows it, whole. @param control null: by the value alone */
export function wholeText(value: unknown, control: PropertyControl | null): string {
  if (typeof value === 'boolean') return t(value ? 'fact.yes' : 'fact.no');
  const at = control?.kind === 'date' ? null : instantOf(value);
  if (at !== null) return formatAsFieldWithSeconds(at);
  const text = fieldText(value, control ?? { kind: 'text' });
  if (control?.kind !== 'date' || !LOCAL.test(text)) return text;
  return formatAsField(Date.parse(control.withHour ? text : `${text}T00:00`), control.withHour);
}

function localText(date: Date, withHour: boolean): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return withHour ? `${day}T${two(date.getHours())}:${two(date.getMinutes())}` : day;
}

/** Formatters of languages written from right to left put them beside a minus. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/** Nothing but a number: no unit, and no letter that may be a mistyped digit. */
const DIGITS = /^[-−+]?[\p{Nd}.,٫\s'’]+$/u;

/**
 * Reads a number as the browser's language writes it, or as code does: "1.240,5" in German, "1e3".
 * @returns its digits, where no number holds them
 */
function typedNumber(typed: string): number | string | null {
  const text = typed.replace(DIRECTION_MARKS, '').trim();
  if (!DIGITS.test(text)) return Number.isFinite(Number(text)) ? Number(text) : null;
  const read = readNumber(text, locale());
  if (read.kind === 'none') return isNumberAsText(read.written) ? read.written : null;
  return read.kind === 'value' ? read.value : null;
}

/** Parses the input of a field; null when invalid. An empty field means no value, except for text. */
export function parseField(text: string, control: PropertyControl): { value: unknown } | null {
  if (control.kind === 'text' || control.kind === 'long-text') return { value: text };
  if (text.trim() === '') return { value: null };
  switch (control.kind) {
    case 'number': {
      const value = typedNumber(text);
      return value === null ? null : { value };
    }
    case 'boolean':
      return { value: control.asNumber ? Number(text === 'true') : text === 'true' };
    case 'date': {
      const date = new Date(control.withHour ? text : `${text}T00:00`);
      if (Number.isNaN(date.getTime()) || date.getFullYear() < FIRST_YEAR) return null;
      return { value: control.withHour ? date.toISOString() : text };
    }
    case 'options':
      return { value: text };
    case 'binary':
      return null;
    case 'file':
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return null;
      }
  }
}
