import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, utcDay } from '../time.ts';
import { type BalanceChange, periodOf, statementOf } from './statement.ts';

const DAY = Date.UTC(2026, 10, 19);
const PERIOD = { from: DAY, to: DAY + DAY_MS };
const at = (hours: number): InstantMs => DAY + hours * HOUR_MS;
const fall = (hours: number, credits: number): BalanceChange => ({
  since: at(hours) - 30 * MINUTE_MS,
  at: at(hours),
  credits: -credits,
});
const run = (hours: number, credits: number | null, refunded = false) => ({
  ...{ kind: 'run' as const, begunAt: at(hours) - HOUR_MS, endedAt: at(hours), credits, refunded },
  over: 'reading' as const,
});
const known = {
  ...{ watchedSince: DAY - DAY_MS, until: at(24), changes: [], daily: [], rows: [] },
  deployCredits: 10,
};
const day = (development: number, infrastructure: number) => [
  { date: '2026-11-19', development, infrastructure },
];

test('parts add up to what fell, and what none explains is other', () => {
  const changes = [fall(9, 14), fall(12, 6), fall(3.7, 26.8), fall(20, 5)];
  const facts = statementOf(PERIOD, { ...known, changes, daily: day(20, 5), rows: [run(9, 14), run(12, 5)] });
  expect(facts).toMatchObject({
    fell: 51.8,
    runs: 19,
    acts: 1,
    apps: 5,
    other: 26.8,
    daysLeftOut: 0,
  });
});

test('what is within rounding makes no part negative', () => {
  const facts = statementOf(PERIOD, { ...known, changes: [fall(9, 13.97)], rows: [run(9, 14)] });
  expect(facts).toMatchObject({ fell: 13.97, runs: 13.97, acts: 0, apps: 0, other: 0 });
});

test('a run counts for the day on which it ended', () => {
  const changes = [fall(0.5, 14)];
  expect(statementOf(PERIOD, { ...known, changes, rows: [run(0.5, 14)] })).toMatchObject({
    runs: 14,
    other: 0,
  });
  const before = { from: DAY - DAY_MS, to: DAY };
  const facts = statementOf(before, {
    ...known,
    watchedSince: DAY - 3 * DAY_MS,
    changes,
    rows: [run(0.5, 14)],
  });
  expect(facts).toMatchObject({ runs: 0, runCount: 0 });
});

test('what a failed run gave back is neither fallen nor bought, and a run whose cost was missed is named', () => {
  const back = { since: at(10), at: at(10) + 1, credits: 8 };
  const changes = [fall(9, 8), back, { ...back, at: at(11), credits: 500 }, fall(12, 4)];
  const facts = statementOf(PERIOD, {
    ...known,
    changes,
    daily: day(4, 0),
    rows: [run(9, 8, true), run(12, null)],
  });
  expect(facts).toMatchObject({ fell: 4, rose: 500, runs: 0, acts: 4, notSeen: 1, other: 0 });
});

test('what a failed deployment gave back is neither fallen nor bought, nor other', () => {
  const back = { since: at(10), at: at(10) + 1, credits: 10 };
  const changes = [fall(9, 10), back, fall(12, 10), fall(13, 4)];
  const deploy = (hours: number, refunded: boolean | null) => ({
    ...{ kind: 'deploy' as const, begunAt: at(hours) - HOUR_MS, endedAt: at(hours), credits: null },
    ...{ over: 'event' as const, refunded },
  });
  const rows = [deploy(10, true), deploy(12, null), run(13, 4)];
  const facts = statementOf(PERIOD, { ...known, changes, daily: day(14, 0), rows });
  expect(facts).toMatchObject({ fell: 14, rose: 0, runs: 4, acts: 10, other: 0 });
  const unpriced = statementOf(PERIOD, { ...known, changes, daily: day(14, 0), rows, deployCredits: 0 });
  expect(unpriced, 'where its price is not known').toMatchObject({ fell: 24, rose: 10, other: 10 });
});

test('days on which the balance was not watched from their beginning, and what was not read yet, are left out', () => {
  const month = periodOf('2026-11')!;
  const changes = [fall(-3, 50), fall(5, 10), fall(30, 7)];
  const facts = statementOf(month, {
    ...known,
    watchedSince: DAY - 5 * HOUR_MS,
    until: at(32),
    changes,
    daily: [{ date: '2026-11-18', development: 99, infrastructure: 0 }, ...day(10, 0)],
  });
  expect(facts).toMatchObject({ from: DAY, daysLeftOut: 18, fell: 10, acts: 10, other: 0 });
  expect(statementOf(PERIOD, { ...known, watchedSince: null })).toMatchObject({ from: PERIOD.to, fell: 0 });
});

test('of a former month, days that are older than what the service was asked for are left out', () => {
  const until = Date.UTC(2026, 11, 29, 12);
  const days = Array.from({ length: 30 }, (_, n) => Date.UTC(2026, 10, n + 1));
  const asked = days.slice(-16);
  const facts = statementOf(periodOf('2026-11')!, {
    ...known,
    watchedSince: Date.UTC(2026, 9),
    until,
    changes: days.map((from) => ({ since: from, at: from + HOUR_MS, credits: -10 })),
    daily: asked.map((from) => ({ date: utcDay(from), development: 10, infrastructure: 0 })),
  });
  expect(facts).toMatchObject({ from: asked[0], daysLeftOut: 14, fell: 160, acts: 160, other: 0 });
});

const gone = (since: number, until: number, credits: number): BalanceChange => ({
  ...{ since: at(since), at: at(until), credits: -credits },
});

test('three days that could not be read are left out, with what the balance lost meanwhile and the runs of then', () => {
  const changes = [fall(-30, 7), gone(-14, 50, 90), fall(60, 14), fall(80, 6)];
  const facts = statementOf(periodOf('2026-11')!, {
    ...known,
    ...{ watchedSince: Date.UTC(2026, 10, 14), until: at(96), changes },
    daily: [
      { date: '2026-11-17', development: 7, infrastructure: 0 },
      { date: '2026-11-18', development: 30, infrastructure: 0 },
      { date: '2026-11-20', development: 60, infrastructure: 0 },
      { date: '2026-11-21', development: 14, infrastructure: 0 },
      { date: '2026-11-22', development: 6, infrastructure: 0 },
    ],
    rows: [run(30, 60), run(75, 6)],
  });
  const missed = { fell: 13, runs: 6, acts: 7, other: 0 };
  expect(facts).toMatchObject({ from: Date.UTC(2026, 10, 14), daysLeftOut: 13, daysUnread: 4, ...missed });
  for (const day of [-24, 0, 24, 48])
    expect(
      statementOf(
        { from: at(day), to: at(day) + DAY_MS },
        { ...known, watchedSince: 0, until: at(96), changes },
      ),
      'of none of them anything is said',
    ).toMatchObject({ from: at(day), to: at(day), fell: 0 });
});

test('a silence within a day, one over midnight that is short, and one in which nothing changed leave out nothing', () => {
  const changes = [gone(5, 9, 10), gone(23.8, 24.2, 5)];
  const facts = statementOf(PERIOD, { ...known, changes, daily: day(10, 0) });
  expect(facts).toMatchObject({ daysUnread: 0, fell: 10, acts: 10, other: 0 });
});

test('whatever is known, the parts add up', () => {
  const credits = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
  const hour = fc.integer({ min: 0, max: 23 });
  const facts = fc.record({
    changes: fc.array(
      fc.tuple(
        hour,
        fc.oneof(
          credits,
          credits.map((one) => -one),
        ),
      ),
    ),
    daily: fc.tuple(credits, credits),
    rows: fc.array(fc.tuple(hour, credits, fc.boolean())),
  });
  fc.assert(
    fc.property(facts, ({ changes, daily, rows }) => {
      const { fell, runs, acts, apps, other } = statementOf(PERIOD, {
        ...known,
        changes: changes.map((one) => fall(...one)),
        daily: day(...daily),
        rows: rows.map((one) => run(...one)),
      });
      expect(runs + acts + apps + other).toBeCloseTo(fell, 1);
    }),
  );
});

test('a period is a month or a day of UTC', () => {
  expect(periodOf('2026-11')).toEqual({ from: Date.UTC(2026, 10), to: Date.UTC(2026, 11) });
  expect(periodOf('2026-11-19')).toEqual(PERIOD);
  for (const none of ['', '2026', '2026-13', '2026-11-32', '2026-02-30', 'x'.repeat(10)])
    expect(periodOf(none)).toBeNull();
});
