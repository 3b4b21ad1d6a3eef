import { expect, it } from 'vitest';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { whoseWords } from './row.ts';

it('names each project once, the one that is searched for first, and how many more there are', () => {
  paintFrom({}, 0);
  const plain = (words: string) => words.replace(/[\u2068\u2069]/g, '');
  expect(plain(whoseWords(['a', 'b', 'a', null], ''))).toBe('a, b');
  const ids = ['a', 'b', 'c', 'd', 'booking'];
  expect(plain(whoseWords(ids, ''))).toBe('a, b, c and 2 more');
  expect(plain(whoseWords(ids, 'book'))).toBe('booking, a, b and 2 more');
});
