import { isRecord } from '../../shared/parse.ts';
import { stripInvisible } from '../capture/invisible-characters.ts';
import type { Cell } from './page-data.ts';

/** Rows found in JSON. Every row has as many cells as there are columns. */
export interface JsonRows {
  /** The keys that lead to it. */
  title: string;
  columns: string[];
  rows: Cell[][];
  /** Entries of the list that are no records. */
  dropped: number;
}

const DEPTH_MAX = 4;
/** Names of lists that say something about the records. */
const ABOUT = /(?:^|\.)(?:columns|fields|headers?|schema|errors|warnings|messages|links|meta|included)$/i;

/**
 * Everything in a JSON text that is a list of records, the largest first: of objects, of lists below their names, of objects by
 * their key, of columns.
 * @returns null when it is not JSON
 */
export function rowsOfJson(text: string): JsonRows[] | null {
  const value = parseExact(text);
  if (value === undefined) return null;
  const found = listsIn(value, '', 0);
  if (found.length === 0 && isRecord(value) && Object.keys(value).length > 0)
    found.push(ofObjects('', [value]));
  return found
    .filter(({ columns, rows }) => columns.length > 0 && rows.length > 0)
    .toSorted(
      (one, other) =>
        Number(ABOUT.test(one.title)) - Number(ABOUT.test(other.title)) ||
        other.rows.length - one.rows.length,
    );
}

/** A number as it is written: of its digits JavaScript keeps sixteen. */
class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** @returns undefined when it is not JSON, nor a value in each line */
function parseExact(text: string): unknown {
  try {
    return JSON.parse(withQuotedNumbers(text), (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(MARK) ? new Digits(value.slice(MARK.length)) : value,
    );
  } catch {
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return undefined;
    const values = lines.map((line) => (/^\s*[[{]/.test(line) ? parseExact(line) : undefined));
    return values.includes(undefined) ? undefined : values;
  }
}

/** No text in a file of JSON begins so: a line feed is written as an escape there. */
const MARK = '\u0000';
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const withQuotedNumbers = (text: string): string =>
  text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));

function listsIn(value: unknown, title: string, depth: number): JsonRows[] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) {
    const list = ofList(title, value, []);
    return list ? [list] : value.length === 1 ? listsIn(value[0], title, depth + 1) : [];
  }
  if (!isRecord(value) || value instanceof Digits) return [];
  const entries = Object.entries(value);
  const held = entries.map(([, one]) => one);
  const lists = held.filter(Array.isArray);
  const columns = held.map(columnOf);
  if (isTable(columns)) return [ofColumns(title, Object.keys(value), columns)];
  if (entries.length > 1 && held.every(isPlain) && haveSameKeys(held))
    return [ofObjects(title, held, Object.keys(value))];
  return entries.flatMap(([key, one]) => {
    const path = title === '' ? key : `${title}.${key}`;
    const list = Array.isArray(one)
      ? ofList(
          path,
          one,
          lists.filter((other) => other !== one),
        )
      : null;
    return list ? [list] : listsIn(one, path, depth + 1);
  });
}

type Json = Record<string, unknown>;
const isPlain = (value: unknown): value is Json => isRecord(value) && !(value instanceof Digits);

/** Records share most of their keys; the parts of one thing do not. */
function haveSameKeys(objects: readonly Json[]): boolean {
  const keys = new Set(objects.flatMap((one) => Object.keys(one)));
  const held = objects.reduce((sum, one) => sum + Object.keys(one).length, 0);
  return keys.size > 0 && held > objects.length * keys.size * 0.5;
}

const isScalar = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Digits;

/** A column as a list, or by the numbers of its rows. */
function columnOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const isNumbered = isPlain(value) && Object.keys(value).every((key, index) => key === String(index));
  return isNumbered ? Object.values(value) : null;
}

/** Whether an object holds nothing but columns of one length. */
const isTable = (columns: readonly (readonly unknown[] | null)[]): columns is readonly unknown[][] =>
  columns.length > 1 &&
  columns.every((one) => one?.length && one.length === columns[0]?.length && one.every(isScalar));

/** @param beside lists that may name its columns */
function ofList(title: string, list: readonly unknown[], beside: readonly unknown[][]): JsonRows | null {
  const objects = list.filter(isPlain);
  if (objects.length * 2 > list.filter((one) => one !== null).length)
    return { ...ofObjects(title, objects), dropped: list.length - objects.length };
  const rows = list.filter((one): one is unknown[] => Array.isArray(one));
  if (
    rows.length === 0 ||
    rows.length !== list.length ||
    !rows.every((row) => row.length > 0 && row.some(isScalar))
  )
    return null;
  const width = Math.max(...rows.map(({ length }) => length));
  const isNames = (names: readonly unknown[]) =>
    names.length === width && names.every((name) => typeof name === 'string' && name !== '');
  const given = beside.map((names) => names.map((one) => (isPlain(one) ? one.name : one))).find(isNames);
  const [first = []] = rows;
  const names = given ?? (rows.length > 1 && isNames(first) ? first : null);
  const body = names === first ? rows.slice(1) : rows;
  return {
    title,
    columns: Array.from({ length: width }, (_, index) => String(names?.[index] ?? '')),
    rows: body.map((row) => Array.from({ length: width }, (_, index) => cellOf(row[index]))),
    dropped: 0,
  };
}

/** @param keys of the objects, where each has one */
function ofObjects(title: string, objects: readonly Json[], keys?: readonly string[]): JsonRows {
  const own = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const rows = objects.map((one, index) => [
    ...(keys ? [{ text: keys[index] ?? '' }] : []),
    ...own.map((column) => cellOf(one[column])),
  ]);
  return { title, columns: [...(keys ? ['key'] : []), ...own], rows, dropped: 0 };
}

function ofColumns(title: string, names: string[], columns: readonly unknown[][]): JsonRows {
  const rows = (columns[0] ?? []).map((_, index) => columns.map((column) => cellOf(column[index])));
  return { title, columns: names, rows, dropped: 0 };
}

/** A number is as machines write it, whatever the language of texts. */
function cellOf(value: unknown): Cell {
  if (value instanceof Digits) return { text: value.text, value: value.text };
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'object') return { text: written(value) };
  return { text: stripInvisible(String(value)).text.trim() };
}

/** JSON again, with the digits as they were. */
const written = (value: object): string =>
  JSON.stringify(value, (_, one: unknown) => (one instanceof Digits ? MARK + one.text : one)).replace(
    /"\\u0000([^"]*)"/g,
    '$1',
  );
