import { describe, expect, it } from 'vitest';
import { readDate } from './dates.ts';
import { readNumber } from './numbers.ts';

describe('a number of a page', () => {
  it.each([
    ['1.234,56 €', 'de', 1234.56],
    ['1.234', 'de', 1234],
    ['1.234', 'en', 1.234],
    ['1,234', 'en-US', 1234],
    ['1,234.50', null, 1234.5],
    ['1.234.567', null, 1_234_567],
    ['€ 39.90', 'en', 39.9],
    ['EUR 12', null, 12],
    ['39,90', null, 39.9],
    ["1'234.50 CHF", 'de-CH', 1234.5],
    ['1 234,50 zł', 'pl', 1234.5],
    ['−5 °C', null, -5],
    ['(120)', 'en', -120],
    ['0.125', null, 0.125],
    ['12 %', null, 12],
    ['٣٬٤٥٠٫٥', 'ar', 3450.5],
    ['१२', 'hi', 12],
  ] as const)('%s in %s is %d', (text, language, value) => {
    expect(readNumber(text, language)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['1,234', null, [1234, 1.234]],
    ['1.234', 'xx-nowhere', [1234, 1.234]],
  ] as const)('%s in %s is asked about', (text, language, choices) => {
    expect(readNumber(text, language)).toEqual({ kind: 'ambiguous', choices });
  });

  it.each(['on request', '', '3 of 4 seats', 'call 0711 1234567 now', '1.2.3,4', '12/13'])(
    '%s is none',
    (text) => {
      expect(readNumber(text, 'en')).toEqual({ kind: 'none' });
    },
  );
});

describe('a date of a page', () => {
  it.each([
    ['2026-11-22', null, '2026-11-22'],
    ['3. Mai 2026', 'de', '2026-05-03'],
    ['Sonntag, 3. Mai 2026', 'de-AT', '2026-05-03'],
    ['3 mai 2026', 'fr', '2026-05-03'],
    ['May 3, 2026', 'en', '2026-05-03'],
    ['Dec 1st, 2026', 'de', '2026-12-01'],
    ['3.4.2026', 'de', '2026-04-03'],
    ['4/3/2026', 'en-US', '2026-04-03'],
    ['04/03/2026', 'en-GB', '2026-03-04'],
    ['22/11/2026', 'en', '2026-11-22'],
    ['2026/4/3', null, '2026-04-03'],
    ['31.12.26', 'de', '2026-12-31'],
    ['2026-11-22T10:00:00Z', null, '2026-11-22'],
    ['2026年11月22日'.replace('年', '-').replace('月', '-').replace('日', ''), 'ja', '2026-11-22'],
  ] as const)('%s in %s is %s', (text, language, value) => {
    expect(readDate(text, language, false)).toEqual({ kind: 'value', value });
  });

  it('is read by the name of its month where the language is unknown, or is said to be another', () => {
    for (const language of [null, 'en', 'nl'])
      expect(readDate('1. Dezember 2026', language, false)).toEqual({ kind: 'value', value: '2026-12-01' });
    expect(readDate('3 août 2026', null, false)).toEqual({ kind: 'value', value: '2026-08-03' });
  });

  it('has both meanings where day and month could be either way round', () => {
    expect(readDate('3/4/2026', 'en', false)).toEqual({
      kind: 'ambiguous',
      choices: ['2026-04-03', '2026-03-04'],
    });
    expect(readDate('3.4.2026', null, false).kind).toBe('ambiguous');
    expect(readDate('4.4.2026', null, false)).toEqual({ kind: 'value', value: '2026-04-04' });
  });

  it('keeps its hour where the property has one', () => {
    const at = (hours: number, minutes: number) => new Date(2026, 4, 3, hours, minutes).toISOString();
    expect(readDate('3. Mai 2026, 14:30 Uhr', 'de', true)).toEqual({ kind: 'value', value: at(14, 30) });
    expect(readDate('May 3, 2026 at 2:30 pm', 'en', true)).toEqual({ kind: 'value', value: at(14, 30) });
    expect(readDate('2026-05-03T10:00:00+02:00', null, true)).toEqual({
      kind: 'value',
      value: '2026-05-03T08:00:00.000Z',
    });
    expect(readDate('2026-05-03', null, true)).toEqual({ kind: 'value', value: at(0, 0) });
  });

  it.each(['32.1.2026', '30.2.2026', 'soon', '', '12', 'Mai', '2026', '3.4.'])('%s is none', (text) => {
    expect(readDate(text, 'de', false)).toEqual({ kind: 'none' });
  });
});
