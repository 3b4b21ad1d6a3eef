import { expect, test } from 'vitest';
import { searchable } from './searchable.ts';

test.each([
  ['Čajovna U Žižků', 'cajovna u zizku'],
  ['by e\u2011mail', 'by e-mail'],
  ['3\u20135 min', '3-5 min'],
  ['MÜNCHEN', 'munchen'],
])('%j is found by %j', (text, typed) => expect(searchable(text)).toBe(typed));
