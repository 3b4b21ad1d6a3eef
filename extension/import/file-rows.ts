import { VALUE_MAX_CHARS } from './numbers.ts';
import {
  type Cell,
  COLUMNS_MAX,
  isFramed,
  newSource,
  ROWS_MAX,
  type Source,
  type SourceNote,
} from './page-data.ts';

/**
 * Turns rows of a file or a copied table into sources: lines before the names, the names, and what is below
 * them. A second table below an empty line is a source of its own.
 * @param rows empty ones included
 */
export function sourcesOfRows(
  title: string,
  rows: readonly (readonly Cell[])[],
  notes: readonly SourceNote[] = [],
): Source[] {
  const widest = rows.reduce((most, row) => Math.max(most, filledWidth(row)), 0);
  const bounded = rows.map((row) => (row.length > COLUMNS_MAX ? row.slice(0, COLUMNS_MAX) : row));
  const cut = { kind: 'columns', count: Math.max(0, widest - COLUMNS_MAX) } as const;
  const [first = [], ...beside] = bounded;
  const numbers = beside.filter((row) => !isEmpty(row)).map(([cell]) => textOf(cell));
  const hasFrame = isFramed(first.map(textOf), numbers);
  const { tables, remarks } = tablesIn(hasFrame ? beside.map((row) => row.slice(1)) : bounded);
  return tables.flatMap((table, index) => {
    const source = sourceOf(title, table, remarks, index === 0 ? [...notes, cut] : []);
    return source ? [source] : [];
  });
}

/** A source of rows whose names are known. */
export function fileSource(
  title: string,
  columns: readonly string[],
  rows: Cell[][],
  notes: readonly SourceNote[],
): Source {
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

type Row = readonly Cell[];

const textOf = (cell: Cell | undefined): string => cell?.text.trim().slice(0, VALUE_MAX_CHARS) ?? '';
const isEmpty = (row: Row): boolean => row.every(({ text }) => text.trim() === '');

/**
 * Splits tables at empty lines: each below begins with names of its own, perhaps below its title. `remarks`:
 * rows of one cell below the last empty line.
 */
function tablesIn(rows: readonly Row[]): { tables: Row[][]; remarks: ReadonlySet<Row> } {
  const tables: Row[][] = [];
  let open: Row[] = [];
  let remarks: ReadonlySet<Row> = new Set();
  for (const [index, row] of rows.entries()) {
    if (!isEmpty(row)) {
      open.push(row);
      continue;
    }
    const below = rows.slice(index + 1, index + 1 + SAMPLE_ROWS);
    const end = below.findIndex(isEmpty);
    const block = below.slice(0, end < 0 ? undefined : end);
    const names = block.findIndex((one) => filledCells(one) > 1);
    const mayBegin = names >= 0 && names <= TITLE_ROWS && tables.length < TABLES_MAX;
    const isEnd = index + 1 + below.length === rows.length;
    if (mayBegin && beginsTable(block.slice(names), open, names > 0) && isTable(open)) {
      tables.push(open);
      open = [];
    } else if (isEnd && below.every((one) => filledCells(one) < 2) && isTable(open))
      remarks = new Set([...remarks, ...below]);
  }
  return { tables: [...tables, open], remarks };
}

const filledCells = (row: Row): number => row.filter((cell) => textOf(cell) !== '').length;

/** A table may have so many lines of titles. */
const TITLE_ROWS = 2;
/** More tables below each other are one. */
const TABLES_MAX = 12;

const isTable = (rows: readonly Row[]): boolean => rows.length > 1 && usualWidth(rows) > 1;

/** @param hasTitle whether a line that is no row of the table above stands between them */
function beginsTable(rows: readonly Row[], above: readonly Row[], hasTitle: boolean): boolean {
  const [names = []] = rows;
  const filled = names.map(textOf).filter((text) => text !== '');
  const isNew = filled.join('\n') !== above[0]?.map(textOf).filter(Boolean).join('\n');
  return (
    rows.length > 1 &&
    isNew &&
    filled.length > 1 &&
    filled.length === filledWidth(names) &&
    new Set(filled).size === filled.length &&
    areNames(names) &&
    (hasTitle || isAboveValues(rows, 0)) &&
    filledWidth(rows[1] ?? []) > 1
  );
}

function sourceOf(
  title: string,
  rows: readonly Row[],
  remarks: ReadonlySet<Row>,
  notes: readonly SourceNote[],
): Source | null {
  const { head, hasNames } = headOf(rows);
  const names = hasNames ? (rows[head] ?? []) : [];
  const below = rows.slice(hasNames ? head + 1 : head);
  const joined = names
    .map(({ text }) => text)
    .join('\n')
    .trim();
  const isNames = (row: Row) =>
    hasNames &&
    row
      .map(({ text }) => text)
      .join('\n')
      .trim() === joined;
  const data = below.filter((row) => !isNames(row));
  if (data.length === 0) return null;
  const width = Math.max(names.length, ...data.slice(0, ROWS_MAX).map(filledWidth));
  const filled = data
    .slice(0, ROWS_MAX)
    .map((row) => Array.from({ length: width }, (_, index): Cell => row[index] ?? { text: '' }));
  const columns = Array.from({ length: width }, (_, index) => names[index]?.text ?? '');
  const uneven = hasNames ? data.filter((row) => isUneven(row, names.length)).length : 0;
  const source = fileSource(title, columns, filled, [
    ...notes,
    { kind: 'lead', count: head },
    { kind: 'uneven', count: uneven },
    { kind: 'dropped', count: below.length - data.length },
  ]);
  const apart = data.slice(0, ROWS_MAX).flatMap((row, index) => (remarks.has(row) ? [index] : []));
  return { ...source, total: data.length, hasNames, ...(apart.length > 0 && { apart }) };
}

/** The number of cells up to the last one that has something in it. */
const filledWidth = (row: Row): number => row.findLastIndex(({ text }) => text.trim() !== '') + 1;

const isUneven = (row: Row, names: number): boolean => filledWidth(row) > names || row.length < names;

const SAMPLE_ROWS = 60;

/** How many cells most rows have. */
export function usualWidth(rows: readonly { length: number }[]): number {
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
function headOf(rows: readonly Row[]): { head: number; hasNames: boolean } {
  const width = usualWidth(rows);
  const isComment = (row: Row) => /^\s*(?:#|\/\/)/.test(row[0]?.text ?? '') && row.length !== width;
  const first = rows.findIndex((row) => !isComment(row) && filledCells(row) >= Math.min(2, width));
  const from = Math.max(0, first);
  const isWhole = (row: Row) => row.length >= width && filledCells(row) >= width;
  const isBelowLead = (_: unknown, index: number) =>
    index > from && isWhole(rows[index] ?? []) && areNames(rows[index] ?? []) && isAboveValues(rows, index);
  const later = isWhole(rows[from] ?? []) ? -1 : rows.slice(0, HEAD_ROWS).findIndex(isBelowLead);
  const head = later < 0 ? from : later;
  return { head, hasNames: areNames(rows[head] ?? []) };
}

/** Numbers, dates and addresses; a year may name a column. */
const VALUE =
  /^(?!(?:19|20)\d{2}$)[^\p{L}]*\d[^\p{L}]*$|^[^\p{L}]*[.,]\d\d [A-Z]{3}$|^(?:true|false)$|^\d{4}-\d{2}-\d{2}|^https?:|^[^\s@]+@[^\s@]+\.[^\s@]+$/iu;
const areNames = (row: Row): boolean => row.every((cell) => !VALUE.test(textOf(cell)));

/** Whether a column below a row has nothing but values. */
function isAboveValues(rows: readonly Row[], index: number): boolean {
  const below = rows.slice(index + 1, index + 1 + SAMPLE_ROWS);
  return (rows[index] ?? []).some((_, column) => {
    const cells = below.flatMap((row) => textOf(row[column]) || []);
    return cells.length > 0 && cells.every((cell) => VALUE.test(cell));
  });
}
