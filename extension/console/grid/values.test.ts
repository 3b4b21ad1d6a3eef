import { describe, expect, test, vi } from 'vitest';
import { csvOf } from './csv.tsx';
import {
  briefText,
  bytesOf,
  cellText,
  controlOf,
  decimalsOf,
  fieldText,
  fileCell,
  flagText,
  numberText,
  parseField,
  shownText,
  wholeText,
} from './values.ts';

describe('a value keeps its type when it is edited', () => {
  test.each([
    [7, 'text', 'number'],
    ['7', 'number', 'text'],
    [true, null, 'boolean'],
    [['a'], null, 'json'],
    [null, 'INTEGER', 'number'],
    ['9007199254740993', 'BIGINT', 'number'],
    ['9007199254740993', 'text', 'text'],
    [null, 'jsonb', 'json'],
    [undefined, null, 'text'],
    ['x'.repeat(100), null, 'long-text'],
  ] as const)('%j in a column of type %s: %s', (value, type, kind) =>
    expect(controlOf(value, type).kind).toBe(kind),
  );

  test.each([
    ['12', 'number', { value: 12 }],
    ['twelve', 'number', null],
    ['', 'number', { value: null }],
    ['1,240.50', 'number', { value: 1240.5 }],
    ['-1e3', 'number', { value: -1000 }],
    ['9007199254740993', 'number', { value: '9007199254740993' }],
    ['-9,007,199,254,740,993.5', 'number', { value: '-9007199254740993.5' }],
    ['9007199254740993 kg', 'number', null],
    ['1O', 'number', null],
    ['5 kg', 'number', null],
    ['12', 'text', { value: '12' }],
    ['', 'text', { value: '' }],
    ['{"a":1}', 'json', { value: { a: 1 } }],
    ['{a', 'json', null],
    ['false', 'boolean', { value: false }],
  ] as const)('%j typed as %s', (text, kind, parsed) => expect(parseField(text, { kind })).toEqual(parsed));

  test('a text that is no date stays as it is in a column of dates', () => {
    for (const text of ['5', 'May', '12/2026'])
      expect(fieldText(text, { kind: 'date', withHour: false })).toBe(text);
  });

  test('an instant is filled in the zone of the user; a day is the same day everywhere', () => {
    const hour = { kind: 'date', withHour: true } as const;
    const at = new Date(2026, 4, 3, 17, 30).toISOString();
    expect(fieldText(at, hour)).toBe('2026-05-03T17:30');
    expect(parseField('2026-05-03T17:30', hour)).toEqual({ value: at });
    const day = { kind: 'date', withHour: false } as const;
    for (const kept of ['2026-05-03', '2026-05-03T00:00:00.000Z', new Date(2026, 4, 3).toISOString()])
      expect(fieldText(kept, day), kept).toBe('2026-05-03');
    expect(parseField('2026-05-03', day)).toEqual({ value: '2026-05-03' });
  });

  test('a date is nothing before its year is typed', () => {
    for (const withHour of [true, false]) {
      expect(parseField('someday', { kind: 'date', withHour })).toBeNull();
      expect(parseField(`0202-05-03${withHour ? 'T10:00' : ''}`, { kind: 'date', withHour })).toBeNull();
    }
  });
});

test('a cell shows files by their names, and other objects as they are', () => {
  expect(cellText([{ name: 'a.png' }, { name: 'b.pdf' }])).toBe('a.png, b.pdf');
  expect(cellText({ lat: 1 })).toBe('{"lat":1}');
});

describe('bytes, long and numeric values', () => {
  const buffer = { type: 'Buffer', data: [1, 171] };

  test('bytes are shown by their number in either form of JSON, are not edited, and are whole in a file', () => {
    for (const value of [buffer, { 0: 1, 1: 171 }]) {
      expect(cellText(value)).toBe('2 bytes');
      expect(controlOf(value, 'blob')).toEqual({ kind: 'binary' });
      expect(fileCell(value)).toBe('0x01ab');
    }
    expect(parseField('2 bytes', { kind: 'binary' })).toBeNull();
    expect([{ 0: 'a' }, { 0: 300 }, { 0: 1, x: 2 }, [1, 2]].map(bytesOf)).toEqual([null, null, null, null]);
  });

  test('a text of a megabyte is cut among others, and whole in a file', () => {
    const text = 'x'.repeat(1024 * 1024);
    expect(briefText(text)).toHaveLength(121);
    expect(fileCell(text)).toBe(text);
  });

  test('a file keeps negative numbers, and runs no formula', () => {
    const csv = csvOf(['a', 'b'], [{ a: -5, b: '=1+1' }, { a: { lat: 1 } }]);
    expect(csv.split('\r\n')).toEqual(['a,b', `-5,'=1+1`, '"{""lat"":1}",']);
  });
});

describe('the numbers of a column', () => {
  test('are shown with the decimals of the one that has most', () => {
    expect(decimalsOf([2, 11.5, null, '7.125', -0.25])).toBe(2);
    expect(decimalsOf([1, 2])).toBe(0);
    expect(decimalsOf(['a'])).toBe(0);
  });

  test('are shown as they are where that would cut or invent digits', () => {
    expect(decimalsOf([0.1 + 0.2, 1])).toBe(0);
    expect(decimalsOf([1e21, 1])).toBe(0);
    expect([0.1 + 0.2, 1e21, 1e-25].map((value) => numberText(value, 0))).toEqual([
      '0.30000000000000004',
      '1000000000000000000000',
      '0.0000000000000000000000001',
    ]);
  });
});

describe('in the language of the browser', () => {
  /** The functions as they are where the browser has this language. */
  async function valuesIn(language: string) {
    vi.resetModules();
    const { browser } = await import('wxt/browser');
    Object.assign(browser.i18n, { getUILanguage: () => language });
    return import('./values.ts');
  }

  test('numbers are shown and typed, without groups, which a year or an id has none of', async () => {
    const { numberText: shown, parseField: parse, fieldText: field } = await valuesIn('de');
    const texts = [shown(120.5, 2), shown(2026, 0), field(120.5, { kind: 'number' })];
    expect(texts).toEqual(['120,50', '2026', '120,5']);
    const typed = ['120,5', '1.240,5', '1.240', '120.5', '-3'];
    expect(typed.map((text) => parse(text, { kind: 'number' })?.value)).toEqual([
      120.5, 1240.5, 1240, 120.5, -3,
    ]);
  });

  test.each(['en', 'de', 'de-CH', 'fr', 'sv', 'pl', 'ja', 'hi', 'he', 'ar', 'ar-EG', 'fa', 'ckb'])(
    'a number is the same when its field in %s is edited and left as it was',
    async (language) => {
      const { fieldText: field, parseField: parse } = await valuesIn(language);
      for (const value of [-1234.5, 1234, 1.234, 0.001, -0.5, 0.1 + 0.2, 1e21])
        expect(parse(field(value, { kind: 'number' }), { kind: 'number' }), String(value)).toEqual({ value });
    },
  );
});

describe('a date', () => {
  test('is written alike in a list and in its record', () => {
    const day = { kind: 'date', withHour: false } as const;
    const hour = { kind: 'date', withHour: true } as const;
    expect(wholeText('2026-08-25', day)).toBe(shownText('2026-08-25', day));
    expect(wholeText('2026-08-25T10:15:00Z', hour)).toBe(shownText('2026-08-25T10:15:00Z', hour));
    expect(wholeText('2026-08-25T10:15:00Z', hour)).not.toContain('T');
  });

  test('is written as the field shows it in which it is edited, and what is none as it is', () => {
    expect(wholeText('2026-08-25', { kind: 'date', withHour: false })).toBe('25/08/2026');
    expect(wholeText('2026-08-25T10:15', { kind: 'date', withHour: true })).toMatch(/^25\/08\/2026, 10:15/);
    expect(wholeText('soon', { kind: 'date', withHour: true })).toBe('soon');
  });
});

test('a time in a column of texts is shown in the zone of the user, and edited as it is stored', () => {
  const stored = new Date(2026, 8, 21, 17, 30, 5).toISOString();
  expect([shownText(stored, null), wholeText(stored, { kind: 'text' })]).toEqual([
    '21/09/2026, 17:30:05',
    '21/09/2026, 17:30:05',
  ]);
  expect(fieldText(stored, { kind: 'text' })).toBe(stored);
});

test('yes and no are written alike in a list, in its record and where they are chosen', () => {
  expect([shownText(true, null), wholeText(false, { kind: 'boolean' })]).toEqual(['yes', 'no']);
});

test('the 1 and 0 of a column declared as boolean are yes and no, and stay numbers where they are changed', () => {
  expect([flagText(1, 'BOOLEAN'), flagText(0, 'bool')]).toEqual(['yes', 'no']);
  expect([flagText(2, 'BOOLEAN'), flagText(1, 'INTEGER'), flagText(true, 'BOOLEAN')]).toEqual([
    null,
    null,
    null,
  ]);
  const control = controlOf(1, 'BOOLEAN');
  expect(fieldText(1, control)).toBe('true');
  expect(parseField('false', control)).toEqual({ value: 0 });
  expect(parseField('false', controlOf(true, 'BOOLEAN'))).toEqual({ value: false });
});
