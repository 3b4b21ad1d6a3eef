import { expect, test } from 'vitest';
import { isFound, searchable } from './searchable.ts';

test.each([
  ['Čajovna U Žižků', 'cajovna u zizku'],
  ['by e\u2011mail', 'by e-mail'],
  ['3\u20135 min', '3-5 min'],
  ['MÜNCHEN', 'munchen'],
])('%j is found by %j', (text, typed) => expect(searchable(text)).toBe(typed));

test('finds each of the words typed, in whatever order and case', () => {
  expect(isFound('Recipe box: the run failed', 'failed recipe')).toBe(true);
  expect(isFound('Recipe box: the run failed', 'RECIPE  ')).toBe(true);
  expect(isFound('Recipe box: the run failed', '')).toBe(true);
  expect(isFound('Recipe box: the run failed', 'recipe live')).toBe(false);
});
