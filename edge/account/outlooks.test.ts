import { describe, expect, test } from 'vitest';
import { DAY_MS, nextMonth } from '../../shared/time.ts';
import { capOutlook } from './outlooks.ts';

const NOW = Date.parse('2026-11-12T12:00:00Z');
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const daily = (credits: number, days = 20) =>
  Array.from({ length: days }, (_, at) => ({
    date: dayOf(NOW - (days - 1 - at) * DAY_MS),
    development: credits,
    infrastructure: 0,
  }));
const about = (cap: number | null, used: number, credits: number, days?: number) =>
  capOutlook({
    projectId: 'shop',
    category: 'development',
    cap,
    used,
    daily: daily(credits, days),
    now: NOW,
  });

describe('where a cap is heading', () => {
  test('a steady pace that reaches it before the reset is a crossing, with its day', () =>
    expect(about(200, 120, 10)).toMatchObject({
      state: 'crossing',
      at: Date.parse('2026-11-20T00:00:00Z'),
      resetsAt: nextMonth(NOW),
    }));

  test('one that does not is healthy, and so is a project without a cap', () => {
    expect(about(5000, 220, 10)).toMatchObject({ state: 'healthy', at: null });
    expect(about(null, 120, 10)).toMatchObject({ state: 'healthy' });
  });

  test.each([
    ['a cap that is reached', 100, 120, 10, 20],
    ['a history that is too short', 200, 30, 10, 3],
    ['too little of the cap used', 5000, 20, 1, 20],
  ])('nothing is said of %s', (_, cap, used, credits, days) =>
    expect(about(cap, used, credits, days)).toBeNull(),
  );
});
