import type { Box } from '../recognition/page.ts';
import type { Cell, Row } from '../recognition/rows.ts';
import { fuller } from './labels.ts';
import { booleanIn, dateIn, numberIn } from './parse-value.ts';
import type { Wanted } from './wanted.ts';

/** Distance between two rows, in heights of a row, from which on the table has ended. */
const GAP = 3.5;
const SUMS = /^\W*(sub\s?total|total|net|vat|tax|amount due|balance|shipping|discount)\b/i;

interface Column {
  box: Box;
  name: string | undefined;
  wanted: Wanted | undefined;
}

/** The rows under a heading that names the columns, each as an object; undefined when there is no such heading. */
export function findTable(
  document: readonly Row[][],
  columns: ReadonlyMap<string, Wanted>,
): Record<string, unknown>[] | undefined {
  const tables = document.flatMap((rows) => tableOf(rows, columns) ?? []);
  return tables.length === 0 ? undefined : tables;
}

function tableOf(
  rows: readonly Row[],
  wanted: ReadonlyMap<string, Wanted>,
): Record<string, unknown>[] | undefined {
  const headings = rows.map((row) => headingOf(row, wanted));
  const namedIn = (heading: Column[] | undefined) =>
    heading?.filter(({ name }) => name !== undefined).length ?? 0;
  const best = headings.reduce(
    (a, b) => (namedIn(b) > namedIn(a) ? b : a),
    undefined as Column[] | undefined,
  );
  if (best === undefined || namedIn(best) < Math.min(2, wanted.size)) return undefined;
  const start = headings.indexOf(best);
  const entries: Record<string, unknown>[] = [];
  let above = rows[start];
  for (const row of rows.slice(start + 1)) {
    const [firstCell] = row.cells;
    if (above === undefined || firstCell === undefined || SUMS.test(firstCell.text)) break;
    if (row.box.y - above.box.y > GAP * Math.max(above.box.height, 1)) break;
    const entry = entryOf(row, best);
    const last = entries.at(-1);
    if (isContinuation(row, best) && last !== undefined) continueText(last, row, best);
    else if (Object.keys(entry).length > 0) entries.push(entry);
    above = row;
  }
  return entries;
}

function headingOf(row: Row, wanted: ReadonlyMap<string, Wanted>): Column[] {
  const left = new Map(wanted);
  return row.cells.map((cell) => {
    for (const [name, one] of left) {
      if (!one.labels.some((label) => isHeading(cell.text, label))) continue;
      left.delete(name);
      return { box: cell.box, name, wanted: one };
    }
    return { box: cell.box, name: undefined, wanted: undefined };
  });
}

/** The label and hardly more: `Price (EUR)` is a heading, a sentence that begins with it is none. */
function isHeading(text: string, label: string): boolean {
  const found = fuller(label).exec(text);
  return found !== null && text.length <= label.length + 12 && found.index <= 6;
}

function entryOf(row: Row, columns: readonly Column[]): Record<string, unknown> {
  const texts = new Map<Column, string>();
  for (const cell of row.cells) {
    const column = columnOf(cell, columns);
    if (column !== undefined) texts.set(column, `${texts.get(column) ?? ''} ${cell.text}`.trim());
  }
  const entries = [...texts].flatMap(([{ name, wanted }, text]) => {
    const value = name === undefined || wanted === undefined ? undefined : readCell(wanted, text);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** The column that a cell overlaps most, or whose heading is nearest. */
function columnOf({ box }: Cell, columns: readonly Column[]): Column | undefined {
  const distance = (column: Column) => {
    const overlap =
      Math.min(box.x + box.width, column.box.x + column.box.width) - Math.max(box.x, column.box.x);
    return -overlap;
  };
  return columns.toSorted((a, b) => distance(a) - distance(b))[0];
}

function readCell(wanted: Wanted, text: string): unknown {
  switch (wanted.kind) {
    case 'number':
    case 'amount':
      return numberIn(text);
    case 'date':
      return dateIn(text);
    case 'boolean':
      return booleanIn(text);
    case 'enum':
      return wanted.values.find((value) => fuller(value).test(text));
    case 'text':
    case 'code':
      return text;
    case 'list':
      return text.split(/\s*[,;]\s*/);
    case 'table':
    case 'object':
      return undefined;
  }
}

/** A row with text in one column only continues the row above. */
function isContinuation(row: Row, columns: readonly Column[]): boolean {
  const [cell, ...others] = row.cells;
  if (cell === undefined || others.length > 0 || columns.length < 2) return false;
  return columnOf(cell, columns)?.wanted?.kind === 'text';
}

function continueText(entry: Record<string, unknown>, row: Row, columns: readonly Column[]): void {
  const [cell] = row.cells;
  const name = cell && columnOf(cell, columns)?.name;
  if (cell !== undefined && name !== undefined && typeof entry[name] === 'string')
    entry[name] += ` ${cell.text}`;
}
