import { expect, it } from 'vitest';
import { byType, seriesOf } from './series.ts';

it('shows the largest kinds apart and the others together, and loses nothing', () => {
  const days = [
    { a: 1, b: 20, c: 3, d: 4, e: 5 },
    { a: 1, b: 2 },
  ];
  const series = seriesOf(days, 4);
  expect(series.map(({ name, total }) => [name, total])).toEqual([
    ['b', 22],
    ['e', 5],
    ['d', 4],
    [null, 5],
  ]);
  expect(series.map(({ credits }) => credits[0])).toEqual([20, 5, 4, 4]);
});

it('has no others where so many kinds are all', () =>
  expect(seriesOf([{ a: 1, b: 2, c: 3, d: 4 }], 4).map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a']));

it('leaves out what cost nothing', () => expect(seriesOf([{ a: 0 }])).toEqual([]));

it('lists separately what the service assigns to no type', () =>
  expect(byType({ date: '2026-11-01', development: 10, infrastructure: 2, byType: { prompt: 9 } })).toEqual({
    prompt: 9,
    '': 3,
  }));

it('a table tells more apart than a plot does', () => {
  const day = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`p${index}`, index + 1]));
  expect(seriesOf([day])).toHaveLength(7);
  expect(seriesOf([day], 20).map(({ name }) => name)).not.toContain(null);
  expect(seriesOf([day], 6).map(({ credits }) => credits[0])).toEqual([9, 8, 7, 6, 5, 10]);
});
