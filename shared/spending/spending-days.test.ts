import { expect, it } from 'vitest';
import { spendingDays, spendingQuery } from './spending-days.ts';

const NOW = Date.UTC(2026, 10, 4, 9);
const day = (date: string, development: number) => ({ date, development, infrastructure: 1 });

it('fills days that were not reported with none, and leaves today apart', () => {
  const result = [day('2026-11-04', 7), day('2026-11-01', 5)];
  expect(spendingDays(result, ({ development }) => development, null, NOW)).toEqual({
    days: [5, 0, 0].map((credits, at) => ({ at: Date.UTC(2026, 10, 1 + at), credits, isCut: false })),
    spentToday: 7,
  });
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
