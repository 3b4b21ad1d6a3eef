/** More columns of a cell are none that anybody could see. */
const COLUMNS_MAX = 200;
/** Spans reach no further: a page of small cells that each span everything would take minutes. */
const SPANNED_MAX = 500;

/**
 * The rows of a table, each cell in all of the places that it spans. One that spans a whole row is there
 * once, and no column is made by a span alone.
 */
export function tableGrid<E extends Element>(rows: readonly Element[]): (E | undefined)[][] {
  const grid: (E | undefined)[][] = rows.map(() => []);
  let width = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row.children as Iterable<Element> as Iterable<E>) {
      while (grid[at]?.[column]) column += 1;
      width = Math.max(width, column + 1);
      const across = Math.min(span(cell, 'colspan', COLUMNS_MAX), Math.max(1, SPANNED_MAX - column));
      const down = column < SPANNED_MAX ? span(cell, 'rowspan', rows.length - at) : 1;
      for (let below = at; below < Math.min(rows.length, at + down); below += 1)
        for (let beside = column; beside < column + across; beside += 1) {
          const line = grid[below];
          if (line) line[beside] ??= cell;
        }
      column += across;
    }
  });
  return grid.map((line, at) => {
    const isAlone = rows[at]?.children.length === 1 && new Set(line.slice(0, width)).size === 1;
    return isAlone ? line.slice(0, 1) : line.slice(0, width);
  });
}

/** How many rows or columns a cell takes; 0 means the rest of them. */
function span(cell: Element, name: 'rowspan' | 'colspan', rest: number): number {
  const count = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return count === 0 && name === 'rowspan' ? rest : Math.min(Math.max(1, count || 1), rest);
}
