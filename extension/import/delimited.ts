import Papa from 'papaparse';
import { stripInvisible } from '../capture/invisible-characters.ts';
import { fileSource, sourcesOfRows, usualWidth } from './file-rows.ts';
import { type JsonRows, rowsOfJson } from './json-rows.ts';
import { type Cell, COLUMNS_MAX, type Source, type SourceNote } from './page-data.ts';

/** Size limit of a file, in bytes. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

export type FileReading =
  /** `others`: further lists in the file. */
  | { ok: true; source: Source; others: Source[] }
  /** `line`: where it begins, from 1. */
  | { ok: false; problem: 'no-rows' | 'not-json' | 'open-quote'; line?: number };

/**
 * Parses a text file as rows: lists of records in JSON or JSON Lines, or values separated by commas,
 * semicolons, tabs or bars, with or without a line of names and lines before it.
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
  const [source, ...others] = lists.map(({ title, columns, rows, total, dropped, cut }) => {
    const notes = [
      { kind: 'dropped' as const, count: dropped },
      { kind: 'columns' as const, count: cut },
    ];
    return { ...fileSource([name, title].filter(Boolean).join(' · '), columns, rows, notes), total };
  });
  return source ? { ok: true, source, others } : { ok: false, problem: 'no-rows' };
}

const SEPARATOR_LINE = /^"?sep=(.|\\t)"?[\s;,]*\n/i;

function readLines(name: string, text: string): FileReading {
  const lines = text.replace(/\r\n?/g, '\n');
  const [line = '', separator] = SEPARATOR_LINE.exec(lines) ?? [];
  const body = lines.slice(line.length);
  const parsed = rowsOfDrawn(body) ?? parseSeparated(name, body, separator);
  if ('problem' in parsed) return { ok: false, ...parsed, line: parsed.line + (line ? 1 : 0) };
  // What is beyond the bound is counted, and not looked at.
  const rows = parsed.rows.map((row) =>
    row.map((cell, index): Cell => ({ text: index < COLUMNS_MAX ? clean(cell) : cell })),
  );
  const [source, ...others] = sourcesOfRows(name, rows, parsed.notes);
  return source ? { ok: true, source, others } : { ok: false, problem: 'no-rows' };
}

function parseSeparated(name: string, body: string, separator: string | undefined): Parsed {
  const delimiter = separator === '\\t' ? '\t' : (separator ?? separatorOf(name, body));
  // A space before a quote would make the quote a part of its cell.
  const tight = body.replace(/"[^"]*(?:"|$)|(.) {1,9}(?=")/g, (whole, mark) =>
    mark === delimiter ? mark : whole,
  );
  return parseLines(tight, delimiter);
}

/** A line of a drawn table that only parts others. */
const RULE = /^(?=.*[-=]{2})[-=+|: ]{3,10000}$/;
const COUNTED = /^\s*(?:\(\d+ rows?\)|\d+ rows? in set.*)$/;

/** Parses a table drawn with bars and lines, as Markdown, an outline and database terminals write one. */
function rowsOfDrawn(body: string): Parsed | null {
  const lines = body
    .trim()
    .replace(/[│┃║]/g, '|')
    .replace(/[─━═]/g, '-')
    .replace(/[┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╭╮╰╯]/g, '+')
    .split('\n')
    .map((line) => line.trim());
  const at = RULE.test(lines[0] ?? '') ? 1 : 0;
  if (!lines[at]?.includes('|') || !/[|+]/.test(lines[at + 1] ?? '') || !RULE.test(lines[at + 1] ?? ''))
    return null;
  const rows = lines
    .filter((line) => !RULE.test(line) && !COUNTED.test(line))
    .map((line) =>
      line
        .replace(/^\||(?<!\\)\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
  return { rows, notes: [] };
}

type Parsed = { rows: string[][]; notes: SourceNote[] } | { problem: 'open-quote'; line: number };

/** Quotes of a cell that are not closed would swallow the rows below it. */
function parseLines(text: string, delimiter: string): Parsed {
  const parse = (more: Papa.ParseConfig<string[]>) =>
    Papa.parse<string[]>(text, { delimiter, newline: '\n', ...more });
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
const SAMPLE_CHARS = 200_000;
/** What speaks for a separator beside the share of lines with equally many cells. */
const IN_FIRST_LINE = 0.2;
const BY_ENDING = 0.15;

/** Finds the separator that gives most lines as many cells as most others, or as a first line with it. */
function separatorOf(name: string, text: string): string {
  const isUsual = (delimiter: string) =>
    /\.tsv$|\.tab$/i.test(name) ? delimiter === '\t' : /\.csv$/i.test(name) && /[,;]/.test(delimiter);
  const fits = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text.slice(0, SAMPLE_CHARS), {
      ...{ delimiter, newline: '\n' as const, preview: SAMPLE_ROWS, skipEmptyLines: 'greedy' as const },
    });
    const usual = usualWidth(data);
    const first = data[0]?.length ?? 0;
    const alike = data.filter(({ length }) => length > 1 && (length === usual || length === first)).length;
    const share = usual > 1 || first > 1 ? alike / Math.max(1, data.length) : 0;
    const others = (first > 1 ? IN_FIRST_LINE : 0) + (isUsual(delimiter) ? BY_ENDING : 0);
    return { delimiter, share: alike > 1 || data.length === 1 ? share && share + others : 0 };
  });
  const best = fits.reduce((one, other) => (other.share > one.share ? other : one));
  return best.share > 0 ? best.delimiter : ',';
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
    .replace(/^'(?=\s*[=＝+＋\-－@＠][^']*$)/, '')
    .trim();
