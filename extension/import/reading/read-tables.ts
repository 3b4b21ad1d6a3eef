import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, isFramed, newSource, ROWS_MAX, type Source } from '../page-data.ts';
import { findIn, pathOf, type Root, titleOf } from './place.ts';
import { isSeen, type LeftOut, notesOf, readCell } from './read-cell.ts';

/** Every table of data of a page or tree, in its order. A table that only lays out a page is none. */
export function readTables(root: Root): Source[] {
  let before: HTMLTableElement | null = null;
  return findIn(root, 'table').flatMap((element) => {
    const table = element as HTMLTableElement;
    const head = before && isHeadOf(before, table) ? before : null;
    before = table;
    const found = readTable(table, { head });
    return found ? [found] : [];
  });
}

/** Levels between the two tables of one whose head stays in place. */
const HEAD_LEVELS_MAX = 4;

/** Whether a table is nothing but the head of the next one, which has none. */
function isHeadOf(head: HTMLTableElement, { rows, tHead, parentElement }: HTMLTableElement): boolean {
  const heads = [...head.rows];
  const isAllHead = heads.length > 0 && heads.every((row) => isIn(row, 'thead') || isHeadRow(row));
  const hasOwn = [...(rows[0]?.cells ?? [])].some((cell) => dom.localName(cell) === 'th');
  if (!isAllHead || tHead || hasOwn) return false;
  const width = (row: HTMLTableRowElement | undefined) =>
    [...(row?.cells ?? [])].reduce((sum, { colSpan }) => sum + colSpan, 0);
  // A head may have one more, above the bar that scrolls.
  const more = width(heads.at(-1)) - width([...rows].at(-1));
  if (more !== 0 && more !== 1) return false;
  let above = parentElement;
  for (let level = 0; above && level < HEAD_LEVELS_MAX; level += 1) {
    if (dom.contains(above, head)) return true;
    above = dom.parentElement(above);
  }
  return false;
}

/** One row of a table or grid. */
export interface Line {
  cells: Cell[];
  isHead: boolean;
  /** The one cell of a row that goes over the whole width: a heading within the table. */
  heading: string | null;
  /** The page shows it as a total: all of it as headings, or its label over several columns. */
  isApart?: boolean;
  /** Its first cell alone is a heading. */
  isNamed?: boolean;
}

export const EMPTY: Cell = { text: '' };
/** An empty row higher than this stands for rows that are not drawn. */
const SPACER_MIN_PX = 150;

/**
 * Reads one table as rows: cells that span rows are repeated in each, headings of several rows become one, a
 * heading over the whole width becomes a column of the rows below it, and details one of the row above.
 * @param only reads just these rows
 * @param head a table with its headings
 */
export function readTable(
  table: HTMLTableElement,
  { only, head }: { only?: (row: Element) => boolean; head?: HTMLTableElement | null } = {},
): Source | null {
  const role = dom.attribute(table, 'role');
  if (role === 'presentation' || role === 'none' || !isSeen(table)) return null;
  const hidden: LeftOut = { count: 0 };
  const rows = [...table.rows];
  const laysOutTables = (row: HTMLTableRowElement) =>
    row.cells.length < 3 && [...row.cells].some((cell) => cell.querySelector('table') !== null);
  const hasHead = table.tHead !== null || (rows[0] !== undefined && rows.length > 1 && isHeadRow(rows[0]));
  if (!hasHead && table.querySelector('table') && rows.some(laysOutTables)) return null;
  const above = head ? linesOf([...head.rows], hidden).map((line) => ({ ...line, isHead: true })) : [];
  const lines = [...above, ...linesOf(rows, hidden, only)];
  const source = sourceOfLines(lines, only ? 0 : declaredRows(table), hidden);
  if (!source) return null;
  // Empty rows in place of those that are out of view.
  const isPartlyDrawn = source.isPartlyDrawn || (!only && rows.some(isSpacer));
  return {
    ...source,
    title: table.caption ? readCell(table.caption, hidden).text : source.title || titleOf(table),
    hidden: hidden.count,
    ...notesOf(hidden),
    path: pathOf(table),
    ...(isPartlyDrawn && { isPartlyDrawn }),
  };
}

/** How many rows a table says that it has, headings included; 0 if it does not say. */
export const declaredRows = (table: Element): number =>
  Number(dom.attribute(table.closest('[aria-rowcount]') ?? table, 'aria-rowcount')) || 0;

const isSpacer = (row: HTMLTableRowElement): boolean =>
  row.cells.length <= 1 && dom.textContent(row).trim() === '' && dom.box(row).height >= SPACER_MIN_PX;

/**
 * The rows of a table or grid without what is a heading.
 * @param declared how many rows it says that it has, headings included; 0 or less if it does not say
 */
export function sourceOfLines(
  lines: readonly Line[],
  declared: number,
  hidden: LeftOut = { count: 0 },
): Source | null {
  const width = Math.min(COLUMNS_MAX, Math.max(0, ...lines.map(({ cells }) => cells.length)));
  const heads = lines.filter(({ isHead }) => isHead);
  // Rows without anything in them measure widths, or keep others apart.
  const isBlank = ({ cells }: Line) => cells.every(({ text, image }) => text === '' && image === undefined);
  const body = lines.filter((line) => !line.isHead && line.heading === null && !isBlank(line));
  if (heads.length === 0 && looksLikeHead(body.map(({ cells }) => cells))) heads.push(body.shift()!);
  // A heading over the whole width names the table, not its columns.
  const isTitle = ({ cells }: Line) => width > 1 && cells.length === width && new Set(cells).size === 1;
  const title = heads.length > 1 ? heads.filter(isTitle) : [];
  const head = heads.filter((line) => !title.includes(line));
  // Long tables repeat their headings.
  const isRepeated = (line: Line) => head.some((one) => isSameLine(one, line));
  const data = new Set(body.filter((line) => !isRepeated(line)));
  if (data.size === 0 || width < 2) return null;
  const across = lines.filter((line) => line.heading !== null || data.has(line));
  const meaning = acrossOf(across);
  if (meaning === 'unknown') hidden.across = across.filter(({ heading }) => heading).length;
  const hasHeadings = meaning === 'headings' || meaning === 'details';
  const columns = Array.from({ length: width }, (_, index) => headOf(head, index));
  let heading = '';
  const filled: Cell[][] = [];
  const apart: number[] = [];
  const endsApart = [...data].findLastIndex(({ isApart }) => !isApart);
  for (const line of across) {
    if (line.heading && meaning === 'headings') heading = line.heading;
    const last = filled.at(-1)?.[width];
    if (line.heading && meaning === 'details' && last)
      filled.at(-1)![width] = { text: [last.text, line.heading].filter(Boolean).join(' ') };
    if (!data.has(line)) continue;
    if (filled.length >= ROWS_MAX) break;
    const cells = Array.from({ length: width }, (_, index) => line.cells[index] ?? EMPTY);
    if (line.isApart && filled.length > endsApart) apart.push(filled.length);
    filled.push(hasHeadings ? [...cells, { text: heading }] : cells);
  }
  const isPartlyDrawn = declared < 0 || declared - heads.length > data.size;
  const source = newSource({
    kind: 'table',
    title: title.map(({ cells }) => cells[0]?.text).join(' · '),
    columns: hasHeadings ? [...columns, ''] : columns,
    rows: filled,
    total: Math.max(data.size, declared - heads.length),
    ...(isPartlyDrawn && { isPartlyDrawn }),
    ...(apart.length > 0 && apart.length < filled.length && { apart }),
  });
  return withoutEmptyColumns(turned(lines, withoutLetters(source)));
}

/** Tells whether rows over the whole width are headings, with rows below them, or details, with one above. */
function acrossOf(lines: readonly Line[]): 'none' | 'headings' | 'details' | 'unknown' {
  const isAcross = lines.map(({ heading }) => heading !== null);
  if (!lines.some(({ heading }) => heading)) return 'none';
  if (isAcross[0]) return 'headings';
  // Nothing below: it is no heading. Each row with its own: neither are they.
  const isBelowEach = isAcross.every((across, index) => across || isAcross[index + 1] === true);
  return isAcross.at(-1) || isBelowEach ? 'details' : 'unknown';
}

const isSameLine = (one: Line, other: Line): boolean =>
  one.cells.length === other.cells.length &&
  one.cells.every(({ text }, index) => text === other.cells[index]?.text);

function linesOf(rows: HTMLTableRowElement[], hidden: LeftOut, only?: (row: Element) => boolean): Line[] {
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
    const put = (cell: Cell, span: { rows: number }) => {
      if (span.rows > 1) next[cells.length] = { cell, rows: span.rows - 1 };
      cells.push(cell);
    };
    const fill = () => {
      for (let above = reaching[cells.length]; above; above = reaching[cells.length]) put(above.cell, above);
    };
    const elements = row.cells;
    let hasSpan = false;
    // By index: an iterator of such a collection takes as long as reading the texts.
    for (let at = 0; at < elements.length; at += 1) {
      const element = elements[at]!;
      fill();
      if (cells.length >= COLUMNS_MAX) {
        hidden.columns = Math.max(hidden.columns ?? 0, elements.length - COLUMNS_MAX);
        break;
      }
      const cell = isCellSeen(element, cells.length) ? readCell(element, hidden) : EMPTY;
      if (cell === EMPTY && dom.textContent(element).trim() !== '') hidden.count += 1;
      const { colSpan, rowSpan } = element;
      hasSpan ||= colSpan > 1;
      const across = Math.min(colSpan, COLUMNS_MAX - cells.length);
      const down = rowSpan === 0 ? ROWS_MAX : rowSpan;
      for (let index = 0; index < across; index += 1) put(cell, { rows: down });
    }
    fill();
    reaching = next;
    const isHead = hasHead ? isIn(row, 'thead') : beforeData && isHeadRow(row);
    if (!isHead) beforeData = false;
    if (!isHead && only && !only(row)) continue;
    const isApart =
      !isHead &&
      (isHeadRow(row) ||
        dom.attribute(row, 'class')?.includes('sortbottom') === true ||
        (hasSpan && spans(row)));
    lines.push({
      cells,
      isHead,
      heading: isHead ? null : headingOf(cells, elements.length),
      isApart,
      isNamed: isNamed(row),
    });
  }
  return lines;
}

const isFilled = ({ text, image }: Cell): boolean => text !== '' || image !== undefined;

/** The text of the one cell that goes over the whole row, empty where all are; null: the row has several. */
function headingOf(cells: readonly Cell[], elements: number): string | null {
  const filled = cells.find(isFilled);
  // Nearly all rows end here, and there are thousands of them.
  if (filled && cells.some((cell) => cell !== filled && isFilled(cell))) return null;
  const across = cells.filter((cell) => cell === (filled ?? cells[0])).length;
  // Beside it there may be an empty cell, below the button that unfolds it.
  const isWhole = across === cells.length - (filled && elements > 1 ? 1 : 0);
  return across > 1 && isWhole ? (filled?.text ?? '') : null;
}

const isNamed = ({ cells }: HTMLTableRowElement): boolean =>
  cells.length > 1 &&
  dom.localName(cells[0]!) === 'th' &&
  [...cells].every((cell, index) => (dom.localName(cell) === 'th') === (index === 0));

/** Whether the first cell that has something in it is over several columns, and others stand beside it. */
function spans(row: HTMLTableRowElement): boolean {
  const { cells } = row;
  const first = [...cells].find((cell) => dom.textContent(cell).trim() !== '');
  return first !== undefined && first.colSpan > 1 && cells.length > 1;
}

/** Source without the column letters and row numbers of a spreadsheet, whose first row then has the names. */
function withoutLetters(source: Source): Source {
  const beside = source.rows.map(([first]) => first?.text ?? '');
  if (!isFramed(source.columns, beside)) return source;
  const [names = [], ...rows] = source.rows.map((row) => row.slice(1));
  return { ...source, columns: names.map(({ text }) => text), rows, total: source.total - 1 };
}

/**
 * Turns a table whose records stand beside each other, as in comparisons: each row begins with its name, and
 * has either numbers or words, which its columns have both of.
 */
function turned(lines: readonly Line[], source: Source): Source {
  const rows = lines.filter((line) => line.isNamed);
  if (rows.length !== lines.length || rows.length < 2 || (rows[0]?.cells.length ?? 0) < 3) return source;
  const kinds = rows.map(({ cells }) => new Set(cells.slice(1).map(({ text }) => /\d/.test(text))));
  const isTurned =
    kinds.every(({ size }) => size === 1) && new Set(kinds.flatMap((kind) => [...kind])).size > 1;
  if (!isTurned || kinds[0]?.has(true)) return source;
  const records = Array.from({ length: rows[0]!.cells.length - 1 }, (_, index) =>
    rows.map(({ cells }) => cells[index + 1] ?? EMPTY),
  );
  return {
    ...source,
    columns: rows.map(({ cells }) => cells[0]?.text ?? ''),
    rows: records,
    total: records.length,
  };
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

const isHeadRow = ({ cells }: HTMLTableRowElement): boolean =>
  cells.length > 0 && isHeadCell(cells[0]!) && [...cells].every(isHeadCell);

const isHeadCell = (cell: HTMLTableCellElement): boolean =>
  dom.localName(cell) === 'th' || dom.textContent(cell).trim() === '';

/** Finds a head without marks: a first row of different words above columns of which one is all numbers. */
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
  if (kept.length === source.columns.length) return source;
  return {
    ...source,
    columns: kept.map(({ name }) => name),
    rows: source.rows.map((row) => kept.map(({ index }) => row[index] ?? EMPTY)),
  };
}
