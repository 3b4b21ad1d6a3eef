import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSection, snapshotWith } from '../../../shared/attention/fixtures.ts';
import {
  creditsByDay,
  creditsOf,
  type DailySpending,
  spendingDays,
} from '../../../shared/spending/spending-days.ts';
import { DAY_MS, utcDay } from '../../../shared/time.ts';
import { balanceView } from '../../now/balance.tsx';
import { byCategory, byProject, byType, SERIES_MAX, seriesOf, sum } from './series.ts';

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
  expect(seriesOf([day], 7)).toHaveLength(7);
  expect(seriesOf([day], 20).map(({ name }) => name)).not.toContain(null);
  expect(seriesOf([day], 6).map(({ credits }) => credits[0])).toEqual([9, 8, 7, 6, 5, 10]);
});

it('lists separately what no listed project has spent', () => {
  const day = { date: '2026-11-01', development: 10, infrastructure: 2 };
  const shop = { projectId: 'shop', daily: [{ ...day, development: 7 }] };
  expect(byProject(day, [shop])).toEqual({ shop: 9, '': 3 });
  expect(byProject(day, [{ ...shop, daily: [day] }])).toEqual({ shop: 12 });
});

const amounts = fc.double({ min: 0, max: 500, noNaN: true });
const read = fc.record({
  days: fc.array(fc.record({ development: amounts, infrastructure: amounts }), {
    minLength: 3,
    maxLength: 5,
  }),
  /** What the service says of a kind, and of a project that is read earlier or later. */
  shares: fc.array(fc.double({ min: 0, max: 0.7, noNaN: true }), { minLength: 2, maxLength: 2 }),
});

it('a day has one value in the popup, in forecasts and in Money, whichever way it is split', () =>
  fc.assert(
    fc.property(read, ({ days, shares }) => {
      const now = Date.UTC(2026, 10, 20, 12);
      const daily = days.map((day, at) => {
        const date = utcDay(now - (days.length - 1 - at) * DAY_MS);
        const all = day.development + day.infrastructure;
        return { date, ...day, byType: { prompt: all * (shares[0] ?? 0), deploy: all * (shares[1] ?? 0) } };
      });
      const projects = shares.map((share, at) => ({
        projectId: `project-${at}`,
        daily: daily.map((day) => ({ ...day, development: day.development * share })),
      }));
      const popup = balanceView(snapshotWith(now, { spending: readSection({ daily }, now) }), now).days;
      const values = popup.map(({ spent }) => spent);
      expect(values).toEqual([...creditsByDay(daily).values()]);
      expect(spendingDays(daily, creditsOf, null, now).spentToday).toBe(values.at(-1));
      for (const parts of [byCategory, byType, (day: DailySpending[number]) => byProject(day, projects)])
        expect(daily.map((day) => sum(Object.values(parts(day))))).toEqual(values);
    }),
  ));

it('a part keeps its look when its rank changes, and when fewer days are shown', () => {
  const days = [
    { shop: 9, blog: 5, cafe: 1 },
    { shop: 1, blog: 2, cafe: 3 },
  ];
  const looks = (series: ReturnType<typeof seriesOf>) =>
    Object.fromEntries(series.map(({ name, look }) => [name, look]));
  const all = looks(seriesOf(days));
  expect(new Set(Object.values(all)).size).toBe(3);
  expect(looks(seriesOf([...days, { cafe: 50 }]))).toEqual(all);
  const newest = seriesOf(days, SERIES_MAX, 1);
  expect(looks(newest)).toEqual(all);
  expect(newest.map(({ total }) => total)).toEqual([3, 2, 1]);
});

it('no two of the parts told apart look the same, and the others look like none of them', () => {
  const day = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`project-${index}`, index + 1]));
  const looks = seriesOf([day]).map(({ look }) => look);
  expect(new Set(looks).size).toBe(looks.length);
  expect(looks.at(-1)).toBe('others');
});

it('tells apart what was spent most on in the days that are shown', () => {
  const old = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`old-${index}`, 100 + index]));
  const series = seriesOf([old, { fresh: 60, 'old-3': 5 }], SERIES_MAX, 1);
  expect(series.map(({ name, total }) => [name, total])).toEqual([
    ['fresh', 60],
    ['old-3', 5],
  ]);
});

it('a project that comes later changes the look of none before it', () => {
  const names = ['shop', 'blog', 'cafe', 'bar'];
  const day = Object.fromEntries(names.map((name) => [name, 5]));
  const later = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`a-${index}`, 1]));
  const looks = (parts: Record<string, number>[]) =>
    new Map(seriesOf(parts).map(({ name, look }) => [name, look]));
  const [before, after] = [looks([day]), looks([day, { ...day, ...later }])];
  for (const name of names) expect(after.get(name)).toBe(before.get(name));
  expect(new Set(after.values()).size).toBe(9);
});

it('the same amounts come to the same sum however they are parted', () => {
  expect(sum([173.65, 4.9])).toBe(178.55);
  expect(sum([100.15, 73.5, 4.9])).toBe(178.55);
});
