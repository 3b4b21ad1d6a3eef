import { expect, test } from 'vitest';
import type { Receipt } from '../../../shared/spending/receipts.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { hasExceeded } from './run-budget.ts';

const DAY_1 = Date.UTC(2026, 10, 11);
const run = (startedAt: number, credits: number | null = null): Receipt => ({
  kind: 'run',
  key: `run:${startedAt}`,
  startedAt,
  endedAt: startedAt + HOUR_MS / 2,
  prompt: null,
  credits,
  ending: 'succeeded',
  versionId: null,
  lastMessage: null,
});
const days = [
  { date: '2026-11-11', development: 44, infrastructure: 3, byType: {} },
  { date: '2026-11-12', development: 12, infrastructure: 0, byType: {} },
];
const hours = (of: number) => DAY_1 + of * HOUR_MS;
const exceeded = (runs: Receipt[], read: typeof days | null = days) =>
  runs.map((one) => hasExceeded(one, runs, read, 30));

test.each<[string, Receipt[], (boolean | null)[]]>([
  ['what a run took is known', [run(hours(1), 31), run(hours(3), 30)], [true, false]],
  ['one run on a day that took more', [run(hours(9))], [true]],
  ['two runs on such a day: nobody knows which of them', [run(hours(9)), run(hours(12))], [null, null]],
  ['any number of runs on a day that took less', [run(hours(30)), run(hours(40))], [false, false]],
  ['a run over midnight took part of both days', [run(hours(23.75)), run(hours(30))], [null, false]],
])('%s', (_, runs, expected) => expect(exceeded(runs)).toEqual(expected));

test('without the spending by day only what was reported is known', () =>
  expect(exceeded([run(hours(1), 31), run(hours(9))], null)).toEqual([true, null]));
