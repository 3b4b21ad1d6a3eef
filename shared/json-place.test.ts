import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblemAt } from './json-place.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('what JSON.parse reads has no problem', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(3), (text, space) => {
      expect(jsonProblemAt(JSON.stringify(JSON.parse(text), null, space))).toBeNull();
    }),
  );
});

test('a text that is damaged somewhere has a problem exactly when JSON.parse refuses it', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', 'x', '\n', '0'),
      (text, place, put) => {
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + put + text.slice(at + 1);
        expect(jsonProblemAt(damaged) === null).toBe(isJson(damaged));
      },
    ),
  );
});

test.each([
  ['', { line: 1, column: 1 }],
  ['[1,\n 2,]', { line: 2, column: 4 }],
  ['{ "a": 1\n  "b": 2 }', { line: 2, column: 3 }],
  ["{ 'a': 1 }", { line: 1, column: 3 }],
  ['[1] x', { line: 1, column: 5 }],
])('%j stops being JSON at %j', (text, place) => {
  expect(jsonProblemAt(text)).toEqual(place);
});
