import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, type Source } from '../page-data.ts';
import { findIn, pathOf, type Root, titleOf } from './place.ts';
import { isSeen, type LeftOut, notesOf, readCell } from './read-cell.ts';
import { declaredRows, EMPTY, type Line, sourceOfLines } from './read-tables.ts';

const GRID = '[role=grid], [role=table], [role=treegrid]';
const CELL = '[role=gridcell], [role=cell], [role=rowheader], [role=columnheader]';
/** More rows than any grid draws. */
const ROWS_READ_MAX = 6_000;

/**
 * Tables of other elements than `table`, by their roles. A row may have several parts, one for each fixed or
 * scrolled area of columns; rows and cells stand in any order, most are not drawn: their index tells.
 */
export function readGrids(root: Root): Source[] {
  return findIn(root, GRID)
    .filter((grid) => dom.localName(grid) !== 'table' && isSeen(grid))
    .flatMap((grid) => {
      const hidden: LeftOut = { count: 0 };
      const source = sourceOfLines(linesOf(grid, hidden), declaredRows(grid), hidden);
      const place = { title: titleOf(grid), hidden: hidden.count, path: pathOf(grid) };
      return source ? [{ ...source, ...place, ...notesOf(hidden) }] : [];
    });
}

function linesOf(grid: Element, hidden: LeftOut): Line[] {
  const parts = [...grid.querySelectorAll('[role=row]')]
    .filter((row) => row.closest(GRID) === grid)
    .slice(0, ROWS_READ_MAX);
  const rows = Map.groupBy(parts, (row) => indexOf(row, 'row') ?? row);
  const isIndexed = [...rows.keys()].every((key) => typeof key === 'number');
  const ordered = [...rows].sort(([one], [other]) => (isIndexed ? Number(one) - Number(other) : 0));
  const lines = ordered.map(([, parts]) => placedCells(parts, hidden)).filter(({ length }) => length > 0);
  const columns = [...new Set(lines.flat().flatMap(({ at }) => at))].sort((one, other) => one - other);
  if (columns.length > COLUMNS_MAX) hidden.columns = columns.length - COLUMNS_MAX;
  const column = new Map(columns.slice(0, COLUMNS_MAX).map((at, index) => [at, index]));
  return lines.map((placed) => {
    const cells: Cell[] = Array.from({ length: column.size }, () => EMPTY);
    for (const { at, cell } of placed)
      for (const one of at) if (column.has(one)) cells[column.get(one)!] = cell;
    const isHead = placed.every(({ isHead }) => isHead);
    const [first] = placed;
    const isHeading = !isHead && placed.length === 1 && (first?.at.length ?? 0) > 1;
    return { cells, isHead, heading: isHeading ? (first?.cell.text ?? '') : null };
  });
}

interface PlacedCell {
  cell: Cell;
  /** The columns that it covers, by their number in the whole grid. */
  at: number[];
  isHead: boolean;
}

function placedCells(parts: Element[], hidden: LeftOut): PlacedCell[] {
  const placed: PlacedCell[] = [];
  let next = 1;
  for (const part of parts) {
    for (const element of part.querySelectorAll(CELL)) {
      if (element.closest('[role=row]') !== part) continue;
      const from = indexOf(element, 'col') ?? next;
      const across = Math.min(Number(dom.attribute(element, 'aria-colspan')) || 1, COLUMNS_MAX);
      next = from + across;
      if (!isSeen(element)) {
        hidden.count += 1;
        continue;
      }
      placed.push({
        cell: readCell(element, hidden),
        at: Array.from({ length: across }, (_, index) => from + index),
        isHead: dom.attribute(element, 'role') === 'columnheader',
      });
    }
  }
  return placed;
}

function indexOf(element: Element, of: 'row' | 'col'): number | null {
  const index = dom.attribute(element, `aria-${of}index`);
  return index === null ? null : Number(index);
}
