import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from '../page-data.ts';
import { pathOf, titleOf } from './place.ts';
import { isSeen, readCell } from './read-cell.ts';

/** Every table of data on a page, in its order. A table that only lays out a page is none. */
export function readTables(document: Document): Source[] {
  return dom.findAll(document, 'table').flatMap((table) => {
    const found = readTable(table as HTMLTableElement);
    return found ? [found] : [];
  });
}

interface Line {
  cells: Cell[];
  isHead: boolean;
  /** The one cell of a row that goes over the whole width: a heading within the table. */
  heading: string | null;
}

const EMPTY: Cell = { text: '' };

/**
 * Reads one table as rows: cells that span rows are repeated in each of them, headings of several rows become one, a
 * heading over the whole width becomes a column of the rows below it.
 * @param only reads just these rows
 */
export function readTable(table: HTMLTableElement, only?: (row: Element) => boolean): Source | null {
  const role = dom.attribute(table, 'role');
  if (role === 'presentation' || role === 'none' || !isSeen(table)) return null;
  const hidden = { count: 0 };
  const rows = [...table.rows];
  const laysOutTables = (row: HTMLTableRowElement) =>
    row.cells.length < 3 && [...row.cells].some((cell) => cell.querySelector('table') !== null);
  if (table.querySelector('table') && rows.some(laysOutTables)) return null;
  const lines = linesOf(rows, hidden, only);
  const width = Math.min(COLUMNS_MAX, Math.max(0, ...lines.map(({ cells }) => cells.length)));
  const head = lines.filter(({ isHead }) => isHead);
  const body = lines.filter(({ isHead, heading }) => !isHead && heading === null);
  const firstIsHead = head.length === 0 && looksLikeHead(body.map(({ cells }) => cells));
  if (firstIsHead) head.push(body[0]!);
  const data = firstIsHead ? body.slice(1) : body;
  if (data.length === 0 || width < 2) return null;
  const hasHeadings = lines.some(({ heading }) => heading !== null);
  const columns = Array.from({ length: width }, (_, index) => headOf(head, index));
  const within = firstIsHead ? new Set([head[0]!]) : new Set<Line>();
  let heading = '';
  const filled: Cell[][] = [];
  for (const line of lines) {
    if (line.heading !== null) heading = line.heading;
    if (line.isHead || line.heading !== null || within.has(line) || filled.length >= ROWS_MAX) continue;
    const cells = Array.from({ length: width }, (_, index) => line.cells[index] ?? EMPTY);
    filled.push(hasHeadings ? [...cells, { text: heading }] : cells);
  }
  const source: Source = {
    kind: 'table',
    title: table.caption ? readCell(table.caption, hidden).text : titleOf(table),
    columns: hasHeadings ? [...columns, ''] : columns,
    rows: filled,
    total: data.length,
    hidden: hidden.count,
    path: pathOf(table),
  };
  return withoutEmptyColumns(source);
}

function linesOf(
  rows: HTMLTableRowElement[],
  hidden: { count: number },
  only?: (row: Element) => boolean,
): Line[] {
  const lines: Line[] = [];
  /** By column: a cell from a row above that reaches further down. */
  let reaching: ({ cell: Cell; rows: number } | undefined)[] = [];
  const hasHead = rows.some((row) => isIn(row, 'thead'));
  let beforeData = true;
  const isCellSeen = cellsSeen();
  for (const row of rows) {
    if (isIn(row, 'tfoot')) continue;
    if (!isSeen(row)) {
      hidden.count += 1;
      continue;
    }
    const cells: Cell[] = [];
    const next: typeof reaching = [];
    let widest = 0;
    const put = (cell: Cell, span: { rows: number }) => {
      if (span.rows > 1) next[cells.length] = { cell, rows: span.rows - 1 };
      cells.push(cell);
    };
    const fill = () => {
      for (let above = reaching[cells.length]; above; above = reaching[cells.length]) put(above.cell, above);
    };
    for (const element of row.cells) {
      fill();
      if (cells.length >= COLUMNS_MAX) break;
      const cell = isCellSeen(element, cells.length) ? readCell(element, hidden) : EMPTY;
      if (cell === EMPTY && dom.textContent(element).trim() !== '') hidden.count += 1;
      const across = Math.min(element.colSpan, COLUMNS_MAX - cells.length);
      const down = element.rowSpan === 0 ? ROWS_MAX : element.rowSpan;
      widest = Math.max(widest, across);
      for (let index = 0; index < across; index += 1) put(cell, { rows: down });
    }
    fill();
    reaching = next;
    const isHead = hasHead ? isIn(row, 'thead') : beforeData && isHeadRow(row);
    if (!isHead) beforeData = false;
    if (!isHead && only && !only(row)) continue;
    const isHeading = !isHead && row.cells.length === 1 && widest > 1 && widest === cells.length;
    lines.push({ cells, isHead, heading: isHeading ? (cells[0]?.text ?? '') : null });
  }
  return lines;
}

const MARKS = ['class', 'style', 'hidden'];

/**
 * Whether cells of visible rows are visible. It is measured once for all cells of a column with equal markup:
 * measuring each takes as long as everything else together.
 */
function cellsSeen(): (cell: Element, column: number) => boolean {
  const known = new Map<string | number, boolean>();
  return (cell, column) => {
    const isMarked = cell.hasAttributes();
    const alike = isMarked ? `${column} ${MARKS.map((name) => dom.attribute(cell, name)).join(' ')}` : column;
    const seen = known.get(alike) ?? isSeen(cell);
    known.set(alike, seen);
    return seen;
  };
}

const isIn = (row: Element, name: string): boolean => {
  const parent = dom.parentElement(row);
  return parent !== null && dom.localName(parent) === name;
};

const isHeadRow = (row: HTMLTableRowElement): boolean =>
  row.cells.length > 0 &&
  [...row.cells].every((cell) => dom.localName(cell) === 'th' || dom.textContent(cell).trim() === '');

/** Without any mark of a heading: a first row of different words above columns of which one is all numbers. */
function looksLikeHead([first, ...others]: Cell[][]): boolean {
  if (!first || others.length < 2) return false;
  const texts = first.map(({ text }) => text);
  const isNumber = (text: string) => /\d/.test(text);
  if (texts.some((text) => text === '' || isNumber(text)) || new Set(texts).size < texts.length) return false;
  return texts.some((_, index) => others.every((row) => isNumber(row[index]?.text ?? '')));
}

/** The headings of a column from top to bottom, each once. */
function headOf(head: Line[], index: number): string {
  const texts = head.map(({ cells }) => cells[index]?.text ?? '').filter(Boolean);
  return [...new Set(texts)].join(' · ');
}

function withoutEmptyColumns(source: Source): Source | null {
  const kept = source.columns
    .map((name, index) => ({ name, index }))
    .filter(
      ({ name, index }) => name !== '' || source.rows.some((row) => row[index]?.text || row[index]?.image),
    );
  if (kept.length < 2) return null;
  return {
    ...source,
    columns: kept.map(({ name }) => name),
    rows: source.rows.map((row) => kept.map(({ index }) => row[index] ?? EMPTY)),
  };
}
