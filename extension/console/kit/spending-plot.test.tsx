// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { SpendingPlot } from './spending-plot.tsx';

const TODAY = Date.UTC(2026, 10, 25);

afterEach(cleanup);

const drawn = (ranges: readonly (readonly [low: number, high: number])[]) => {
  const ahead = ranges.map(([low, high], index) => ({ at: TODAY + (index + 1) * DAY_MS, low, high }));
  const series = [{ name: 'development', credits: [10, 20], total: 30, look: 0 }];
  const plot = (
    <SpendingPlot
      dates={['2026-11-24', '2026-11-25']}
      nameOf={() => 'Building'}
      usual={null}
      {...{ series, ahead }}
    />
  );
  const { container } = render(plot);
  return [...container.querySelectorAll('.plot-area .plot-ahead')].map((box) =>
    Number(box.getAttribute('width')),
  );
};

it('days ahead with the same range are one range, and others stand by themselves', () => {
  const [alike, ...none] = drawn([
    [2, 9],
    [2, 9],
    [2, 9],
  ]);
  expect(none).toEqual([]);
  const widths = drawn([
    [2, 9],
    [2, 9],
    [4, 12],
  ]);
  expect(widths).toHaveLength(2);
  expect(alike).toBeGreaterThan(widths[0] ?? 0);
  expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
});

it('the last day is named by its date, since the service’s day may be over for the reader', () => {
  drawn([]);
  const ends = [...document.querySelectorAll('.plot-days span')].map((end) => end.textContent);
  expect(ends).toEqual(['24 November', '25 November']);
});
