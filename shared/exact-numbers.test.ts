import { expect, test } from 'vitest';
import {
  asKeptNumber,
  bodyInMessage,
  isKeptNumber,
  isNumberAsText,
  parseKeepingDigits,
  parseWithDigits,
} from './exact-numbers.ts';

const WRITTEN =
  '{"id":9007199254740993,"sum":-12345678901234567.89,"safe":9007199254740991,"far":1e300,"text":"9007199254740993"}';

test('each number is written again with the digits that it came with', () => {
  expect(JSON.stringify(parseKeepingDigits(WRITTEN))).toBe(WRITTEN.replace('1e300', '1e+300'));
  const { id, safe } = parseKeepingDigits(WRITTEN) as Record<string, unknown>;
  expect([isKeptNumber(id), isKeptNumber(safe), isKeptNumber({ rawJSON: '1' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test('where it is shown it is a text of these digits, and what a number holds is a number', () => {
  expect(parseWithDigits(WRITTEN)).toEqual({
    id: '9007199254740993',
    sum: '-12345678901234567.89',
    safe: 9007199254740991,
    far: 1e300,
    text: '9007199254740993',
  });
});

test('what is no JSON is none', () => expect(() => parseWithDigits('{')).toThrow(SyntaxError));

test('a text is such a number only as JSON writes one, and where no number holds it', () => {
  const texts = ['9007199254740993', '-12345678901234567.89', '9007199254740991', '007', '1e99', '0x9', ''];
  expect(texts.filter(isNumberAsText)).toEqual(['9007199254740993', '-12345678901234567.89']);
  expect(JSON.stringify({ id: asKeptNumber('9007199254740993'), name: asKeptNumber('12') })).toBe(
    '{"id":9007199254740993,"name":"12"}',
  );
});

test('a message carries a body as JSON only where it has such a number', () => {
  expect(bodyInMessage({ a: [1, { b: asKeptNumber('9007199254740993') }] })).toEqual({
    json: '{"a":[1,{"b":9007199254740993}]}',
  });
  expect(bodyInMessage({ a: '9007199254740993' })).toEqual({ body: { a: '9007199254740993' } });
  expect(bodyInMessage(undefined)).toEqual({});
});
