// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { SpendingPlot, SpendingTable } from './spending-plot.tsx';

afterEach(cleanup);

const DATES = ['2026-11-24', '2026-11-25'];
const series = [
  { name: 'development' as const, credits: [10, 20], total: 30 },
  { name: 'infrastructure' as const, credits: [5, 0], total: 5 },
];

it('draws each day’s parts on top of each other, and names the last day by its date, which may be over for the reader', () => {
  const { container } = render(<SpendingPlot dates={DATES} series={series} />);
  const bars = [...container.querySelectorAll('rect')];
  expect(bars.map((bar) => bar.getAttribute('class'))).toEqual([
    'series-development',
    'series-infrastructure',
    'series-development today',
  ]);
  const [first, above] = bars.map((bar) => Number(bar.getAttribute('y')));
  expect(above).toBeLessThan(first ?? 0);
  const ends = [...document.querySelectorAll('.plot-days span')].map((end) => end.textContent);
  expect(ends).toEqual(['24 Nov', '25 Nov']);
});

it('the table has the numbers, the latest day first, each day leading to where it is listed', () => {
  render(<SpendingTable dates={DATES} series={series} ofDay={(date) => `#/money/${date}`} />);
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Day', 'Sum', 'Building', 'Running apps'],
    ['25 Nov', '20', '20', '0'],
    ['24 Nov', '15', '10', '5'],
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    DATES.map((date) => `#/money/${date}`).reverse(),
  );
});
