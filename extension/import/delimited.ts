import Papa from 'papaparse';
import { stripInvisible } from '../capture/invisible-characters.ts';
import { CELL_MAX_CHARS, type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from './page-data.ts';

/** Size limit of a file, in bytes. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

export type FileProblem = 'too-large' | 'no-rows' | 'not-json';
export type FileReading = { ok: true; source: Source } | { ok: false; problem: FileProblem };

/**
 * Parses a text file as rows: a JSON array of objects, or values separated by commas, semicolons or tabs with a
 * header line.
 */
export function readDelimited(name: string, text: string): FileReading {
  const plain = text.replace(/^\ufeff/, '');
  return /\.json$/i.test(name) || /^\s*[[{]/.test(plain) ? readJson(name, plain) : readLines(name, plain);
}

function readLines(name: string, text: string): FileReading {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const [head = [], ...rows] = data;
  if (rows.length === 0 || head.length === 0) return { ok: false, problem: 'no-rows' };
  return { ok: true, source: sourceOf(name, head, rows.slice(0, ROWS_MAX), rows.length) };
}

function readJson(name: string, text: string): FileReading {
  const list = rowsOfJson(text);
  if (list === null) return { ok: false, problem: 'not-json' };
  const objects = list.filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
  const columns = [...new Set(objects.slice(0, ROWS_MAX).flatMap((one) => Object.keys(one)))];
  if (objects.length === 0 || columns.length === 0) return { ok: false, problem: 'no-rows' };
  const rows = objects.slice(0, ROWS_MAX).map((one) => columns.map((column) => textOf(one[column])));
  return { ok: true, source: sourceOf(name, columns, rows, objects.length) };
}

/** A list, or the first list in a wrapper object. */
function rowsOfJson(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    if (typeof value !== 'object' || value === null) return null;
    return Object.values(value).find(Array.isArray) ?? [value];
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

function sourceOf(title: string, columns: string[], rows: string[][], total: number): Source {
  const width = Math.min(columns.length, COLUMNS_MAX);
  return {
    kind: 'file',
    title,
    columns: columns.slice(0, width).map((name) => name.trim()),
    rows: rows.map((row) =>
      Array.from({ length: width }, (_, index): Cell => ({ text: clean(row[index] ?? '') })),
    ),
    total,
    hidden: 0,
    path: null,
  };
}

const clean = (text: string): string => stripInvisible(text.slice(0, CELL_MAX_CHARS)).text.trim();
