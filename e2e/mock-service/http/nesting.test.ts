import { expect, it } from 'vitest';
import { nestingOf } from './nesting.ts';

it('counts lists and objects that are open at once', () => {
  expect(nestingOf('1')).toBe(0);
  expect(nestingOf('[{"a":[]},{"b":{}}]')).toBe(3);
});

it('does not count brackets within text', () => {
  expect(nestingOf(JSON.stringify({ a: '[[[[', b: 'a quote " and [ and \\', c: '\\"[[' }))).toBe(1);
});
