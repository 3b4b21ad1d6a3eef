import { isRecord } from '../../shared/parse.ts';
import { stripInvisible } from '../capture/invisible-characters.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX } from './page-data.ts';

/** Rows found in JSON. Every row has as many cells as there are columns. */
export interface JsonRows {
  /** The keys that lead to it. */
  title: string;
  columns: string[];
  /** As many as are read. */
  rows: Cell[][];
  /** Those that are there. */
  total: number;
  /** Entries of the list that are no records. */
  dropped: number;
  /** Columns beyond the bound. */
  cut: number;
}

const DEPTH_MAX = 4;
/** Names of lists that say something about the records. */
const ABOUT = /(?:^|\.)(?:columns|fields|headers?|schema|errors|warnings|messages|links|meta|included)$/i;

/**
 * Finds all lists of records in a JSON text, the largest first: of objects, of lists below their names, of
 * objects by their key, of columns.
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
        Number(ABOUT.test(one.title)) - Number(ABOUT.test(other.title)) || other.total - one.total,
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
      typeof value === 'string' && value.startsWith(MARK)
        ? new Digits(value.slice(MARK.length))
        : unwrapped(value),
    );
  } catch {
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return undefined;
    const values: unknown[] = [];
    for (const line of lines) {
      const value = /^\s*[[{].*[\]}],?\s*$/.test(line) ? parseExact(line.replace(/,\s*$/, '')) : undefined;
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }
}

/** Unwraps typed values: `{"$date":…}`, `{"$oid":…}` of MongoDB, `{"stringValue":…}` of Firestore. */
function unwrapped(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const [entry, another] = Object.entries(value);
  if (!entry || another) return value;
  const [name, inner] = entry;
  if (/^(?:boolean|null|double)Value$/.test(name) && !isRecord(inner)) return inner;
  const text = inner instanceof Digits ? inner.text : inner;
  if (typeof text !== 'string') return value;
  if (/^(?:\$number(?:Decimal|Double|Int|Long)|integerValue|doubleValue)$/.test(name))
    return new Digits(text);
  if (/^(?:string|timestamp|reference)Value$/.test(name)) return text;
  if (name === '$date') {
    const date = new Date(/^-?\d+$/.test(text) ? Number(text) : text);
    return inner instanceof Digits && !Number.isNaN(date.getTime()) ? date.toISOString() : text;
  }
  return name === '$oid' || name === '$uuid' ? text : value;
}

/** No text in a file of JSON begins so: a line feed is written as an escape there. */
const MARK = '\u0000';
/** A text that does not end takes all that is left: it is looked at once. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

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
const isPlain = (value: unknown): value is Json =>
  isRecord(value) && !Array.isArray(value) && !(value instanceof Digits);

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
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const width = Math.min(widest, COLUMNS_MAX);
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
    total: body.length,
    dropped: 0,
    cut: Math.max(0, widest - COLUMNS_MAX),
  };
}

/** @param keys of the objects, where each has one */
function ofObjects(title: string, given: readonly Json[], keys?: readonly string[]): JsonRows {
  const objects = opened(given);
  const all = new Set(objects.flatMap((one) => Object.keys(one)));
  const own = [...(keys ? ['key'] : []), ...all].slice(0, COLUMNS_MAX);
  const columns = new Map(own.map((name, index) => [name, index]));
  // Each record fills what it has: a file may have a name of its own in each.
  const rows = objects.slice(0, ROWS_MAX).map((one, index) => {
    const row = own.map(() => EMPTY);
    if (keys) row[0] = { text: keys[index] ?? '' };
    for (const [name, value] of Object.entries(one)) {
      const column = columns.get(name);
      if (column !== undefined) row[column] = cellOf(value);
    }
    return row;
  });
  const cut = all.size + (keys ? 1 : 0) - own.length;
  return { title, columns: own, rows, total: objects.length, dropped: 0, cut };
}

const EMPTY: Cell = { text: '' };

/** What records are wrapped in, each in one: of GeoJSON, JSON:API, Airtable, search engines, GraphQL. */
const WRAPPERS = ['properties', 'attributes', 'fields', '_source', 'node'];
/** What a wrapper says of itself, and no record is told by. */
const OF_WRAPPERS = /^(?:type|_index|_type|_score|cursor|links|__typename)$/;

/** Unwraps records, and makes the parts of objects in them columns of their own, one level in. */
function opened(objects: readonly Json[]): readonly Json[] {
  const wrapper = WRAPPERS.find((name) => objects.every((one) => isPlain(one[name])));
  const bare = wrapper
    ? objects.map(({ [wrapper]: inner, ...others }) => {
        const beside = Object.entries(others).filter(([name]) => !OF_WRAPPERS.test(name));
        return {
          ...(inner as Json),
          ...Object.fromEntries(beside.filter(([name]) => !Object.hasOwn(inner as Json, name))),
        };
      })
    : objects;
  const held = new Map<string, unknown[]>();
  for (const one of bare)
    for (const [name, value] of Object.entries(one))
      if (value !== null) {
        const values = held.get(name);
        if (values) values.push(value);
        else held.set(name, [value]);
      }
  const parts = new Set([...held].filter(([, values]) => hasParts(values)).map(([name]) => name));
  if (parts.size === 0) return bare;
  return bare.map((one) =>
    Object.fromEntries(
      Object.entries(one).flatMap(([name, value]) =>
        parts.has(name) && isPlain(value)
          ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner] as const)
          : [[name, value] as const],
      ),
    ),
  );
}

/** Whether a column has nothing but objects of a few values, of the same names. */
function hasParts(objects: readonly unknown[]): boolean {
  if (!objects.every(isPlain)) return false;
  const names = new Set(objects.flatMap((one) => Object.keys(one)));
  return (
    names.size > 0 &&
    names.size <= PARTS_MAX &&
    haveSameKeys(objects) &&
    objects.every((one) => Object.values(one).every(isScalar))
  );
}

const PARTS_MAX = 20;

function ofColumns(title: string, names: string[], columns: readonly unknown[][]): JsonRows {
  const rows = (columns[0] ?? []).map((_, index) => columns.map((column) => cellOf(column[index])));
  return { title, columns: names, rows, total: rows.length, dropped: 0, cut: 0 };
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
