import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time.ts';
import { creditsByDay, monthCourse, spendingDays, spendingQuery } from './spending-days.ts';

const NOW = Date.UTC(2026, 10, 4, 9);
const day = (date: string, development: number) => ({ date, development, infrastructure: 1 });

it('fills days that were not reported with none, and leaves today apart', () => {
  const result = [day('2026-11-04', 7), day('2026-11-01', 5)];
  expect(spendingDays(result, ({ development }) => development, null, NOW)).toEqual({
    days: [5, 0, 0].map((credits, at) => ({ at: Date.UTC(2026, 10, 1 + at), credits, isCut: false })),
    spentToday: 7,
  });
});

it('sums the rows of one day', () => {
  const rows = [day('2026-11-03', 6), day('2026-11-03T12:00:00Z', 4), day('2026-11-04', 1)];
  expect([...creditsByDay(rows)]).toEqual([
    ['2026-11-03', 12],
    ['2026-11-04', 2],
  ]);
  const { days } = spendingDays(rows, ({ development }) => development, null, NOW);
  expect(days.map(({ credits }) => credits)).toEqual([10]);
});

it('marks days that began with the cap full, again in each month', () => {
  const result = [day('2026-10-29', 60), day('2026-10-30', 50), day('2026-10-31', 0), day('2026-11-01', 20)];
  const { days } = spendingDays(result, ({ development }) => development, 100, NOW);
  expect(days.map(({ isCut }) => isCut)).toEqual([false, false, true, false, false, false]);
});

it('knows nothing of an account without spending', () => {
  expect(spendingDays([], () => 1, 10, NOW)).toEqual({ days: [], spentToday: 0 });
});

it('asks for no more days than the service answers (unlisted reference, spending analytics: at most 90)', () => {
  const query = spendingQuery(NOW, 'shop');
  expect(Object.fromEntries(query)).toEqual({ from: '2026-09-21', to: '2026-11-04', projectId: 'shop' });
});

describe('a month of a project, day by day', () => {
  const now = Date.parse('2026-11-12T12:00:00Z');
  const daily = Array.from({ length: 25 }, (_, at) => ({
    date: new Date(now - (24 - at) * DAY_MS).toISOString().slice(0, 10),
    development: 10,
    infrastructure: 1,
    byType: { agent: 11 },
  }));
  const course = (cap: number | null, used = 120) =>
    monthCourse({ daily, category: 'development', cap, used, now });

  it('has what was used until today, and what is expected from today to the reset', () => {
    const days = course(200);
    expect(days.map(({ date }) => date).filter((_, at) => at % 29 === 0)).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
    expect(days.map(({ used }) => used).slice(9, 13)).toEqual([100, 110, 120, null]);
    expect(days[10]?.expected).toBeNull();
    expect(days[11]?.expected?.middle).toBe(120);
    expect(days[19]?.expected, 'the forecast of the same cap is about that day').toMatchObject({
      middle: 200,
    });
  });

  it('expects nothing above a cap, which stops it', () => {
    const highest = (cap: number | null) =>
      Math.max(...course(cap).map(({ expected }) => expected?.high ?? 0));
    expect(highest(null)).toBeGreaterThan(200);
    expect(highest(200)).toBe(200);
  });

  it('expects nothing where no forecast is shown, and needs no cap', () => {
    expect(
      course(100).every(({ expected }) => expected === null),
      'the cap is reached',
    ).toBe(true);
    expect(course(null).at(-1)?.expected?.middle).toBe(300);
  });
});
