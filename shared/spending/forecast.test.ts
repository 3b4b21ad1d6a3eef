import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS } from '../time.ts';
import {
  expectedSpending,
  type Forecast,
  type ForecastQuestion,
  forecast,
  ownRule,
  type PaceRule,
  paceBy,
  type SpendingDay,
} from './forecast.ts';

/** A Monday, UTC. */
const FIRST = Date.UTC(2026, 10, 2);
const days = (credits: readonly number[], cutFrom = Number.POSITIVE_INFINITY): SpendingDay[] =>
  credits.map((amount, day) => ({ at: FIRST + day * DAY_MS, credits: amount, isCut: day >= cutFrom }));
const flat = (count: number, amount = 10) => Array.from({ length: count }, () => amount);

function ask(of: readonly SpendingDay[], more: Partial<ForecastQuestion> = {}): Forecast {
  const now = FIRST + of.length * DAY_MS;
  return forecast({ days: of, now, spentToday: 0, left: 100, cap: 1000, until: now + 30 * DAY_MS, ...more });
}

/** The day after the history, zero-based. */
const inDays = (count: number, history: number) => FIRST + (history + count) * DAY_MS;

describe('when an amount is used up', () => {
  it.each<[string, Forecast, object]>([
    ['an even pace is a date without spread', ask(days(flat(14))), { kind: 'about', at: inDays(9, 14) }],
    [
      'what was spent today is taken off the day',
      ask(days(flat(14)), { spentToday: 10, left: 90 }),
      { at: inDays(9, 14) },
    ],
    ['four days are no history', ask(days(flat(4))), { kind: 'too-early', days: 4 }],
    [
      'days before anything was spent are no history',
      ask(days([...flat(30, 0), 10, 10])),
      { kind: 'too-early', days: 2 },
    ],
    [
      'a pace that ended reaches nothing',
      ask(days([...flat(20), ...flat(3, 0)])),
      { kind: 'not-before', ground: { rule: 'yesterday' } },
    ],
    [
      'days off as long as earlier ones end no pace',
      ask(days([...flat(8), ...flat(3, 0), ...flat(8), ...flat(3, 0)])),
      { ground: { rule: 'trimmed' } },
    ],
    ['nothing was ever spent', ask(days(flat(30, 0))), { kind: 'too-early', days: 0 }],
    ['less than 3 % of the cap is used', ask(days(flat(14)), { left: 971 }), { kind: 'too-little' }],
    ['exactly 3 % is enough', ask(days(flat(14)), { left: 970 }), { kind: 'not-before' }],
    ['the balance has no such floor', ask(days(flat(14)), { cap: null, left: 100 }), { kind: 'about' }],
    ['nothing is left', ask(days(flat(14)), { left: 0 }), { kind: 'reached' }],
    ['more than that is used', ask(days(flat(14)), { left: -3 }), { kind: 'reached' }],
    [
      'not before the reset',
      ask(days(flat(14)), { left: 600 }),
      { kind: 'not-before', earliest: null, until: inDays(30, 14) },
    ],
    [
      'days at a full cap are cut off, not low',
      ask(days([...flat(14), ...flat(6, 0)], 14)),
      { kind: 'about', at: inDays(9, 20), ground: { days: 14 } },
    ],
    [
      'without that mark they contradict the pace: a range that held too rarely hides the forecast',
      ask(days([...flat(14), ...flat(6, 0)])),
      { kind: 'unreliable' },
    ],
    [
      'three weeks that show weekdays are told by them',
      ask(days([...Array(4)].flatMap(() => [0, 0, 0, 0, 0, 50, 50])), { left: 100 }),
      { kind: 'about', at: inDays(6, 28), ground: { rule: 'weekday' } },
    ],
    [
      'two weeks show no pattern yet',
      ask(days([...Array(2)].flatMap(() => [1, 2, 1, 2, 1, 50, 50]))),
      { ground: { rule: expect.not.stringMatching('weekday') } },
    ],
    [
      'a single burst does not set the pace',
      ask(days([...flat(7), 500, ...flat(6)])),
      { at: inDays(9, 14), ground: { rule: 'trimmed' } },
    ],
  ])('%s', (_, result, expected) => expect(result).toMatchObject(expected));
});

const spending = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 60 });
const question = fc.record({
  left: fc.double({ min: 0.1, max: 5000, noNaN: true }),
  spentToday: fc.double({ min: 0, max: 50, noNaN: true }),
  horizon: fc.integer({ min: 1, max: 60 }),
});

const forecastOf = (
  credits: number[],
  { left, spentToday, horizon }: { left: number; spentToday: number; horizon: number },
) => {
  const now = FIRST + credits.length * DAY_MS + DAY_MS / 3;
  return ask(days(credits), { now, left, spentToday, cap: null, until: now + horizon * DAY_MS });
};

/** How far off the weeks' sums were, as each of the last 21 days would have told; null = by our own rule. */
function offBy(known: readonly SpendingDay[], rule: PaceRule | null): number {
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const last = known.length - 7;
  const ends = Array.from({ length: last + 1 }, (_, end) => end).filter((end) => end >= 5 && end > last - 21);
  return sum(
    ends.map((end) => {
      const seen = known.slice(0, end);
      const week = known.slice(end, end + 7);
      const pace = paceBy(rule ?? ownRule(seen), seen);
      return Math.abs(sum(week.map(({ credits }) => credits)) - sum(week.map(({ at }) => pace.of(at))));
    }),
  );
}

describe('whatever was spent', () => {
  test('the rule in use was never further off, on the weeks that it was tried on, than a plain one', () =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 25, maxLength: 60 }),
        question,
        (amounts, given) => {
          const credits = amounts.map((amount) => amount + 1);
          const result = forecastOf(credits, given);
          if (!('ground' in result) || result.ground.score.of < 7) return;
          const known = days(credits);
          const isOwn = result.ground.rule === ownRule(known);
          const used = offBy(known, isOwn ? null : result.ground.rule);
          expect(used).toBeLessThanOrEqual(Math.min(offBy(known, 'mean'), offBy(known, 'yesterday')));
        },
      ),
      { numRuns: 200 },
    ));

  test('a date lies within its range, the range within the horizon, and nothing is in the past', () =>
    fc.assert(
      fc.property(spending, question, (credits, given) => {
        const result = forecastOf(credits, given);
        if (result.kind !== 'about') return;
        const today = FIRST + credits.length * DAY_MS;
        expect(result.from).toBeGreaterThanOrEqual(today);
        expect(result.at).toBeGreaterThanOrEqual(result.from);
        expect(result.to ?? result.at).toBeGreaterThanOrEqual(result.at);
        expect(result.to ?? result.at).toBeLessThan(today + (given.horizon + 1) * DAY_MS);
        expect(result.ground.score.held).toBeLessThanOrEqual(result.ground.score.of);
      }),
      { numRuns: 300 },
    ));

  test('more that is left never brings the day nearer', () =>
    fc.assert(
      fc.property(
        spending,
        question,
        fc.double({ min: 0, max: 500, noNaN: true }),
        (credits, given, more) => {
          const [less, longer] = [
            forecastOf(credits, given),
            forecastOf(credits, { ...given, left: given.left + more }),
          ];
          if (longer.kind === 'about') expect(less.kind).toBe('about');
          if (less.kind === 'about' && longer.kind === 'about')
            expect(longer.at).toBeGreaterThanOrEqual(less.at);
        },
      ),
      { numRuns: 300 },
    ));

  test('the same answer whatever the currency of a credit', () =>
    fc.assert(
      fc.property(spending, question, (credits, given) => {
        const one = forecastOf(credits, given);
        const eight = forecastOf(
          credits.map((amount) => amount * 8),
          { ...given, left: given.left * 8, spentToday: given.spentToday * 8 },
        );
        expect(eight).toEqual(one);
      }),
      { numRuns: 200 },
    ));
});

it('shows what is expected until the reset, without what was spent today; nothing without history', () => {
  const until = FIRST + 20 * DAY_MS;
  const now = FIRST + 14 * DAY_MS;
  expect(expectedSpending({ days: days(flat(14)), now, spentToday: 4, until })).toBe(56);
  expect(expectedSpending({ days: days(flat(4)), now, spentToday: 0, until })).toBeNull();
});

it('nothing is forecast where work begins again today after idle days', () => {
  const idle = days([...flat(8), 0, 0, 0, 0]);
  expect(ask(idle)).toMatchObject({ kind: 'not-before' });
  expect(ask(idle, { spentToday: 70, left: 30 })).toEqual({ kind: 'resumed' });
  expect(ask(idle, { spentToday: 1, left: 9_000, cap: 9_100 }), 'also far from a cap').toEqual({
    kind: 'resumed',
  });
});

it('what a month is expected to take is unknown where work begins again today after idle days', () => {
  const until = FIRST + 20 * DAY_MS;
  const idle = days([...flat(8), 0, 0, 0, 0]);
  const now = FIRST + 12 * DAY_MS;
  expect(expectedSpending({ days: idle, now, spentToday: 0, until })).toBe(0);
  expect(expectedSpending({ days: idle, now, spentToday: 70, until })).toBeNull();
});
