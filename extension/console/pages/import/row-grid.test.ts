import { expect, it } from 'vitest';
import { knownWords } from './row-grid.tsx';

it('rows that only repeat each other are not said to be in the table', () => {
  expect(knownWords(6, 0)).toBe('Hide the 6 rows that the table has');
  expect(knownWords(0, 6)).toBe('Hide the 6 repeated rows');
  expect(knownWords(2, 4)).toBe('Hide 6 rows: 2 are in the table, the others repeat one');
});
