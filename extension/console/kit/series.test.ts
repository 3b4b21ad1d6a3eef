import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSection, snapshotWith } from '../../../shared/attention/fixtures.ts';
import { creditsByDay, creditsOf, rowsByDay, spendingDays } from '../../../shared/spending/spending-days.ts';
import { DAY_MS, utcDay } from '../../../shared/time.ts';
import { balanceView } from '../../now/balance.tsx';
import { byCategory, seriesOf, sum } from './series.ts';

it('tells categories apart, the largest first', () => {
  const days = [
    { development: 1, infrastructure: 20 },
    { development: 1, infrastructure: 2 },
  ];
  expect(seriesOf(days).map(({ name, total }) => [name, total])).toEqual([
    ['infrastructure', 22],
    ['development', 2],
  ]);
});

it('leaves out what cost nothing', () => expect(seriesOf([{ development: 0 }])).toEqual([]));

const amounts = fc.double({ min: 0, max: 500, noNaN: true });
const read = fc.record({
  days: fc.array(fc.record({ development: amounts, infrastructure: amounts }), {
    minLength: 3,
    maxLength: 5,
  }),
});

it('a day has one value in the popup, in forecasts and in Money', () =>
  fc.assert(
    fc.property(read, ({ days }) => {
      const now = Date.UTC(2026, 10, 20, 12);
      const daily = days.map((day, at) => {
        const date = utcDay(now - (days.length - 1 - at) * DAY_MS);
        return { date, ...day };
      });
      const popup = balanceView(snapshotWith(now, { spending: readSection({ daily }, now) }), now).days;
      const values = popup.map(({ spent }) => spent);
      expect(values).toEqual([...creditsByDay(daily).values()]);
      expect(spendingDays(daily, creditsOf, null, now).spentToday).toBe(values.at(-1));
      expect(daily.map((day) => sum(Object.values(byCategory(day))))).toEqual(values);
    }),
  ));

it('several rows of a day are its parts: none is lost', () => {
  const daily = [
    { date: '2026-11-20', development: 3, infrastructure: 1 },
    { date: '2026-11-20T00:00:00Z', development: 4, infrastructure: 0 },
  ];
  expect([...rowsByDay(daily).values()]).toMatchObject([
    { date: '2026-11-20', development: 7, infrastructure: 1 },
  ]);
});

it('the same amounts come to the same sum however they are parted', () => {
  expect(sum([173.65, 4.9])).toBe(178.55);
  expect(sum([100.15, 73.5, 4.9])).toBe(178.55);
});
