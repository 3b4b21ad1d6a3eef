import { expect, test } from 'vitest';
import { isNameOrSuffixed } from './resolution.ts';

const LONG = 'a-very-long-name-of-a-shop-project1';

test.each([
  ['shop', 'shop'],
  ['shop-2', 'shop'],
  ['shop-x7k2', 'shop'],
  ['my-shop-3', 'my-shop'],
  [`${LONG.slice(0, 33)}-2`, LONG],
])('%s can be what became of %s (service reference, Launch Project, projectId)', (projectId, requested) => {
  expect(isNameOrSuffixed(projectId, requested)).toBe(true);
});

test.each([
  ['shopping', 'shop'],
  ['shop-of-wonders-and-more', 'shop'],
  ['other-2', 'shop'],
  ['sho-2', 'shop'],
  ['shop', 'shop-2'],
])('%s is not what became of %s', (projectId, requested) => {
  expect(isNameOrSuffixed(projectId, requested)).toBe(false);
});
