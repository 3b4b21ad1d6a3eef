import { expect, test } from 'vitest';
import { parseNearlyJson } from './nearly-json.ts';

test.each([
  ['correct JSON', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  ['commas before the end', '{"a":[1,2,],"b":3,}', { a: [1, 2], b: 3 }],
  ['a comma that is missing', '[{"a":1}\n{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['a value that is missing', '{"a": ,"b": }', { a: null, b: null }],
  ['line breaks and tabs in a text', '{"a":"one\n\ttwo"}', { a: 'one\n\ttwo' }],
  ['an escape that JSON has not', String.raw`{"a":"don\'t","b":"\u00e9\n\"\\"}`, { a: "don't", b: 'é\n"\\' }],
  ['a semicolon after it', '{"a":1};\n', { a: 1 }],
  ['comments', '{ // one\n "a": "//no", /* "b": 2, */ "c": 3 }', { a: '//no', c: 3 }],
  ['CDATA', '<![CDATA[ {"a":[[1]]} ]]>', { a: [[1]] }],
  ['CDATA in comments of a script', '// <![CDATA[\n{"a":"]]>"}\n// ]]>', { a: ']]>' }],
  ['CDATA in a comment on the same line', '//<![CDATA[ {"a":1} //]]>', { a: 1 }],
  [
    'a whole number of more digits than a number keeps',
    '{"a":840245381351497731,"b":"1234567890123456789","c":1.5}',
    { a: '840245381351497731', b: '1234567890123456789', c: 1.5 },
  ],
  ['an HTML comment', '<!-- {"a":"<!-- kept -->"} -->', { a: '<!-- kept -->' }],
])('JSON as sites print it is read: %s', (_what, text, value) => {
  expect(parseNearlyJson(text)).toEqual([value]);
});

test('several values in a row are all read', () => {
  expect(parseNearlyJson('{"a":1}\n{"a":2}')).toEqual([{ a: 1 }, { a: 2 }]);
});

test.each(['{ & #34;a& #34;: 1 }', '{"a":"he said "yes" twice"}', '{"a":1', '{a: 1}', '{"a":"no end'])(
  'what would have to be guessed is refused: %s',
  (text) => {
    expect(() => parseNearlyJson(text)).toThrow(SyntaxError);
  },
);

test('digits after a zero stay as they are', () => {
  expect(parseNearlyJson('{"gtin13":0012345678905,"price":0.5,"stock":0}')).toEqual([
    { gtin13: '0012345678905', price: 0.5, stock: 0 },
  ]);
});

test('a broken text of 2 MB takes linear time', () => {
  const startedAt = performance.now();
  parseNearlyJson(`[${'{"a":"x\n","b":,},'.repeat(100_000)}]`);
  expect(() => parseNearlyJson(`[${'"\\'.repeat(1_000_000)}`)).toThrow(SyntaxError);
  expect(() => parseNearlyJson('/*'.repeat(1_000_000))).toThrow(SyntaxError);
  expect(performance.now() - startedAt, 'quadratic expressions take minutes').toBeLessThan(10_000);
});
