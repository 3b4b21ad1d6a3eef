import { describe, expect, test } from 'vitest';
import { controlOf, parseField } from './values.ts';

describe('a value keeps its type when it is edited', () => {
  test.each([
    [7, 'text', 'number'],
    ['7', 'number', 'text'],
    [true, null, 'boolean'],
    [['a'], null, 'json'],
    [null, 'INTEGER', 'number'],
    [null, 'jsonb', 'json'],
    [undefined, null, 'text'],
  ] as const)('%j in a column of type %s: %s', (value, type, control) =>
    expect(controlOf(value, type)).toBe(control),
  );

  test.each([
    ['12', 'number', { value: 12 }],
    ['twelve', 'number', null],
    ['', 'number', { value: null }],
    ['12', 'text', { value: '12' }],
    ['{"a":1}', 'json', { value: { a: 1 } }],
    ['{a', 'json', null],
    ['false', 'boolean', { value: false }],
  ] as const)('%j typed as %s', (text, control, parsed) => expect(parseField(text, control)).toEqual(parsed));
});
