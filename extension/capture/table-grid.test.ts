// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { tableGrid } from './table-grid.ts';

const gridOf = (html: string): (string | undefined)[][] => {
  const table = document.createElement('table');
  table.innerHTML = html;
  return tableGrid([...table.rows]).map((row) => Array.from(row, (cell) => cell?.textContent ?? undefined));
};

it('has a cell in each place that it spans, and one that spans a whole row once', () => {
  expect(
    gridOf(
      '<tr><td>a<td rowspan=2>b</tr><tr><td>c</tr><tr><td colspan=2>group</tr><tr><td>d<td>e<td rowspan=0>f</tr>',
    ),
  ).toEqual([['a', 'b'], ['c', 'b'], ['group'], ['d', 'e', 'f']]);
});

it('keeps each cell of a table that is wider than any span reaches', () => {
  const [row] = gridOf(`<tr>${'<td rowspan=9>x'.repeat(700)}</tr><tr><td>y</tr>`);
  expect(row).toHaveLength(700);
});

it('is made in a second of 250 kB of cells that each span everything', () => {
  const cell = { getAttribute: () => '9999' } as unknown as Element;
  const row = { children: [cell] } as unknown as Element;
  const began = process.cpuUsage();
  const grid = tableGrid(Array.from({ length: 7_000 }, () => row));
  expect(Math.max(...grid.map((line) => line.length))).toBeLessThan(8_000);
  expect(process.cpuUsage(began).user / 1_000, 'milliseconds of the processor').toBeLessThan(3_000);
});
