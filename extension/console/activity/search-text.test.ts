// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isFound } from './search-text.ts';

it('finds each of the words typed, in whatever order and case', () => {
  expect(isFound('Recipe box: the run failed', 'failed recipe')).toBe(true);
  expect(isFound('Recipe box: the run failed', 'RECIPE  ')).toBe(true);
  expect(isFound('Recipe box: the run failed', '')).toBe(true);
  expect(isFound('Recipe box: the run failed', 'recipe live')).toBe(false);
});
