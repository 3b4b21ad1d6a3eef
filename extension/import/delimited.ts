import Papa from 'papaparse';
import { stripInvisible } from '../capture/invisible-characters.ts';
import { type JsonRows, rowsOfJson } from './json-rows.ts';
import { type Cell, newSource, ROWS_MAX, type Source, type SourceNote } from './page-data.ts';

/** Size limit of a file, in bytes. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

export type FileReading =
  /** `others`: further lists in the file. */
  | { ok: true; source: Source; others: Source[] }
  /** `line`: where it begins, from 1. */
  | { ok: false; problem: 'no-rows' | 'not-json' | 'open-quote'; line?: number };

/**
 * Parses a text file as rows: lists of records in JSON or JSON Lines, or values separated by commas, semicolons, tabs or bars, with
 * or without a line of names and lines before it.
 */
export function readDelimited(name: string, text: string): FileReading {
  // Files that were put together have marks in between, and their names again.
  const plain = text.replace(/\ufeff/g, '');
  const isJson = /\.(?:json|jsonl|ndjson|geojson)$/i.test(name);
  if (isJson || /^\s*[[{]/.test(plain)) {
    const lists = rowsOfJson(plain);
    if (lists !== null || isJson) return readJson(name, lists);
  }
  return readLines(name, plain);
}

function readJson(name: string, lists: readonly JsonRows[] | null): FileReading {
  if (lists === null) return { ok: false, problem: 'not-json' };
  const [source, ...others] = lists.map(({ title, columns, rows, dropped }) =>
    sourceOf([name, title].filter(Boolean).join(' · '), columns, rows, [{ kind: 'dropped', count: dropped }]),
  );
  return source ? { ok: true, source, others } : { ok: false, problem: 'no-rows' };
}

const SEPARATOR_LINE = /^"?sep=(.|\\t)"?[\s;,]*\n/i;

function readLines(name: string, text: string): FileReading {
  const lines = text.replace(/\r\n?/g, '\n');
  const [line = '', separator] = SEPARATOR_LINE.exec(lines) ?? [];
  const body = lines.slice(line.length);
  const delimiter = separator === '\\t' ? '\t' : (separator ?? separatorOf(body));
  // A space before a quote would make the quote a part of its cell.
  const tight = body.replace(/"[^"]*"|(.) {1,9}(?=")/g, (whole, mark) => (mark === delimiter ? mark : whole));
  const parsed = parseLines(tight, delimiter);
  if ('problem' in parsed) return { ok: false, ...parsed, line: parsed.line + (line ? 1 : 0) };
  const { rows, notes } = parsed;
  const { head, hasNames } = headOf(rows);
  const names = hasNames ? (rows[head] ?? []) : [];
  const below = rows.slice(hasNames ? head + 1 : head);
  const isNames = (row: readonly string[]) => hasNames && row.join('\n').trim() === names.join('\n').trim();
  const data = below.filter((row) => !isNames(row));
  if (data.length === 0) return { ok: false, problem: 'no-rows' };
  const width = Math.max(names.length, ...data.map(filledWidth));
  const filled = data.map((row) =>
    Array.from({ length: width }, (_, index): Cell => ({ text: clean(row[index] ?? '') })),
  );
  const columns = Array.from({ length: width }, (_, index) => clean(names[index] ?? ''));
  const uneven = hasNames ? data.filter((row) => isUneven(row, names.length)).length : 0;
  const source = sourceOf(name, columns, filled, [
    ...notes,
    { kind: 'lead', count: head },
    { kind: 'uneven', count: uneven },
    { kind: 'dropped', count: below.length - data.length },
  ]);
  return { ok: true, source: { ...source, hasNames }, others: [] };
}

/** The number of cells up to the last one that has something in it. */
const filledWidth = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

const isUneven = (row: readonly string[], names: number): boolean =>
  filledWidth(row) > names || row.length < names;

type Parsed = { rows: string[][]; notes: SourceNote[] } | { problem: 'open-quote'; line: number };

/** Quotes of a cell that are not closed would swallow the rows below it. */
function parseLines(text: string, delimiter: string): Parsed {
  const parse = (more: Papa.ParseConfig<string[]>) =>
    Papa.parse<string[]>(text, { delimiter, newline: '\n', skipEmptyLines: 'greedy', ...more });
  const quoted = parse({});
  if (quoted.errors.every(({ type }) => type !== 'Quotes')) return { rows: quoted.data, notes: [] };
  if (text.includes('\\"')) {
    const escaped = parse({ escapeChar: '\\' });
    if (escaped.errors.every(({ type }) => type !== 'Quotes')) return { rows: escaped.data, notes: [] };
  }
  const line = lineOfOpenQuote(text, delimiter);
  // Each line by itself, if every one of them then has as many cells.
  const plain = text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one) =>
      one.split(delimiter).map((cell) => /^\s*"(.*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell),
    );
  return new Set(plain.map(({ length }) => length)).size === 1 && (plain[0]?.length ?? 0) > 1
    ? { rows: plain, notes: [{ kind: 'quote', count: line }] }
    : { problem: 'open-quote', line };
}

function lineOfOpenQuote(text: string, delimiter: string): number {
  const lines = text.split('\n');
  const isOpen = (line: string) =>
    line.split(delimiter).some((cell) => /^\s*"/.test(cell) && !/^\s*"(?:[^"]|"")*"\s*$/.test(cell));
  return lines.findIndex(isOpen) + 1;
}

/** In the order in which they are believed where several fit as well. */
const SEPARATORS = ['\t', ';', '|', ','];
const SAMPLE_ROWS = 60;

/** What separates cells: with it most lines have the same number of them. */
function separatorOf(text: string): string {
  const fits = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, {
      ...{ delimiter, newline: '\n' as const, preview: SAMPLE_ROWS, skipEmptyLines: 'greedy' as const },
    });
    const width = usualWidth(data);
    const share = data.filter(({ length }) => length === width).length / Math.max(1, data.length);
    return { delimiter, share: width > 1 ? share : 0 };
  });
  const best = fits.reduce((one, other) => (other.share > one.share ? other : one));
  return best.share > 0 ? best.delimiter : ',';
}

function usualWidth(rows: readonly string[][]): number {
  const counts = Map.groupBy(rows.slice(0, 500), ({ length }) => length);
  const [usual] = [...counts].toSorted(
    ([one, some], [other, more]) => more.length - some.length || other - one,
  );
  return usual?.[0] ?? 0;
}

/** Rows among which a line of names is looked for. */
const HEAD_ROWS = 30;

/**
 * Which row has the names, after titles, accounts and comments. Without one, the first row of data.
 * @returns `hasNames`: false where that row has numbers or dates as the others do
 */
function headOf(rows: readonly string[][]): { head: number; hasNames: boolean } {
  const width = usualWidth(rows);
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length;
  const isComment = (row: readonly string[]) => /^\s*(?:#|\/\/)/.test(row[0] ?? '') && row.length !== width;
  const first = rows.findIndex((row) => !isComment(row) && filled(row) >= Math.min(2, width));
  const from = Math.max(0, first);
  const isWhole = (row: readonly string[]) => row.length >= width && filled(row) >= width;
  const isBelowLead = (_: unknown, index: number) =>
    index > from && isWhole(rows[index] ?? []) && areNames(rows[index] ?? []) && isAboveValues(rows, index);
  const later = isWhole(rows[from] ?? []) ? -1 : rows.slice(0, HEAD_ROWS).findIndex(isBelowLead);
  const head = later < 0 ? from : later;
  return { head, hasNames: areNames(rows[head] ?? []) };
}

/** Numbers, dates and addresses; a year may name a column. */
const VALUE =
  /^(?!(?:19|20)\d{2}$)[^\p{L}]*\d[^\p{L}]*$|^[^\p{L}]*[.,]\d\d [A-Z]{3}$|^(?:true|false)$|^\d{4}-\d{2}-\d{2}|^https?:|^\S+@\S+\.\S+$/iu;
const areNames = (row: readonly string[]): boolean => row.every((cell) => !VALUE.test(cell.trim()));

/** Whether a column below a row has nothing but values. */
function isAboveValues(rows: readonly string[][], index: number): boolean {
  const below = rows.slice(index + 1, index + 1 + SAMPLE_ROWS);
  return (rows[index] ?? []).some((_, column) => {
    const cells = below.flatMap((row) => row[column]?.trim() || []);
    return cells.length > 0 && cells.every((cell) => VALUE.test(cell));
  });
}

function sourceOf(title: string, columns: string[], rows: Cell[][], notes: readonly SourceNote[]): Source {
  const said = notes.filter(({ count }) => count > 0);
  return newSource({
    kind: 'file',
    title,
    columns: columns.map((name) => name.trim()),
    rows: rows.slice(0, ROWS_MAX),
    total: rows.length,
    ...(said.length > 0 && { notes: said }),
  });
}

/** The same rows with the first as names, or with the names as the first. */
export function withNames(source: Source, hasNames: boolean): Source {
  const [first = [], ...others] = source.rows;
  return hasNames
    ? { ...source, hasNames, columns: first.map(({ text }) => text), rows: others, total: source.total - 1 }
    : {
        ...{ ...source, hasNames, columns: source.columns.map(() => '') },
        rows: [source.columns.map((text) => ({ text })), ...source.rows],
        total: source.total + 1,
      };
}

/** Without what keeps a text from being run or changed by a spreadsheet: ="01067", '+49 */
const clean = (text: string): string =>
  stripInvisible(text)
    .text.trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[=＝+＋\-－@＠][^']*$)/, '');
