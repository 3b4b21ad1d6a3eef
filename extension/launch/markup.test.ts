import { expect, test } from 'vitest';
import { markupIn } from './markup.ts';

test.each([
  ['Show <b>new</b> classes', '<b>'],
  ['Closed </p> only', '</p>'],
  ['Write <!-- a note --> there', '<!-- a note -->'],
  ['<!---->', '<!---->'],
  ['<!-- a <b> in a note -->', '<!-- a <b> in a note -->'],
  ['<b> before <!-- a note -->', '<b>'],
  ['<!-- never closed <b>', '<b>'],
  ['<!-->', null],
  ['a < b and c > d', null],
  ['<a <b', null],
  [`<a href="https://example.org/${'x'.repeat(90)}">`, '<a href="https://examp…>'],
])('the first markup of %j is %j', (text, found) => {
  expect(markupIn(text)).toBe(found);
});

/** Milliseconds for the same number of characters in so many texts. */
function timeOf(texts: number, text: string): number {
  const from = performance.now();
  for (let i = 0; i < texts; i++) markupIn(text);
  return performance.now() - from;
}

test.each(['<', '<!--', '<a ', '</', '-->'])(
  'a text of ten times the length takes about ten times as long, also when it is all %j',
  (piece) => {
    const of = (chars: number) => piece.repeat(chars / piece.length);
    timeOf(20, of(20_000));
    const ratios = Array.from({ length: 5 }, () => timeOf(20, of(200_000)) / timeOf(200, of(20_000)));
    expect(Math.min(...ratios)).toBeLessThan(4);
  },
);
