import { expect, it } from 'vitest';
import { runBudgetOf } from './run-budget.ts';

it.each([
  ['', null],
  [' ', null],
  ['none', 'none'],
  ['30', 30],
  ['22,5', 22.5],
  ['15', 15],
  ['14.9', 'invalid'],
  ['thirty', 'invalid'],
] as const)('a budget of "%s" is %s: the edge takes none below 15 credits', (chosen, budget) => {
  expect(runBudgetOf(chosen)).toBe(budget);
});
