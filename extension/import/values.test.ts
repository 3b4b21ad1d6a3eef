import { describe, expect, it } from 'vitest';
import { columnFacts } from './column.ts';
import { convert, languageOnly } from './convert.ts';
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
    ['٣٬٤٥٠٫٥', 'ar', 3450.5],
    ['१२', 'hi', 12],
    // The point or comma first, exponents, fractions.
    ['.75', 'en', 0.75],
    ['-$.40', 'en-US', -0.4],
    [',25', 'de', 0.25],
    ['(.5)', 'en', -0.5],
    ['Rs.250', 'en-IN', 250],
    ['4.2e-07', null, 4.2e-7],
    ['2E+3', null, 2000],
    // What has an exponent has no groups.
    ['1.234e-05', 'de', 1.234e-5],
    ['1,234E+15', 'en', 1.234e15],
    ['3½', 'en', 3.5],
    ['¾', null, 0.75],
    // Groups of India, and of spaces where a language has them.
    ['₹2,34,567.50', 'en-IN', 234567.5],
    ['12 500', 'fr', 12500],
    // Words that count in powers of ten.
    ['3.4k', 'en-US', 3400],
    ['$2,500K', 'en-US', 2_500_000],
    ['1.7M', 'en', 1_700_000],
    ['$4m', 'en-US', 4_000_000],
    ['£2.5bn', 'en-GB', 2_500_000_000],
    ['3,4 Mio. €', 'de', 3_400_000],
    ['3,4 Mrd. €', 'en', 3_400_000_000],
    ['12 Tsd.', 'de', 12_000],
    ['12 T€', 'de', 12_000],
    ['7 mil', 'es', 7000],
    ['2 mil millones', 'es', 2_000_000_000],
    ['6万', 'ja', 60_000],
    ['1.5亿元', 'zh', 150_000_000],
    ['₹5 Cr', 'en-IN', 50_000_000],
    // Units and marks of notes change nothing.
    ['80 km²', 'en', 80],
    ['90 km/h', 'de', 90],
    ['12,50 €/kg', 'de', 12.5],
    ['12,99 €*', 'de', 12.99],
    ['19,- €', 'de', 19],
    ['1 200:-', 'sv', 1200],
    ['Rs. 1,000/-', 'en-IN', 1000],
    ['$3.99/lb', 'en-US', 3.99],
    ['１２．５', 'ja', 12.5],
  ] as const)('%s in %s is %d', (text, language, value) => {
    expect(readNumber(text, language)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['1,234', null, [1234, 1.234]],
    ['1.234', 'xx-nowhere', [1234, 1.234]],
    // Of money, three decimals are less likely than a page that says the wrong language.
    ['1.450 €', 'en', [1450, 1.45]],
    ['12 %', null, [12, 0.12]],
    ['90¢', 'en-US', [90, 0.9]],
    ['5 m', 'en', [5, 5_000_000]],
    ['8.00 DR', null, [-8, 8]],
    ['8.00 CR', null, [8, -8]],
    ['7,50 S', 'de', [-7.5, 7.5]],
    ['149 199', 'en-US', [149199]],
    ['3 dozen', 'en', [3]],
    ['$9/month', 'en', [9]],
    // A credit, or crores; minutes, or millions; a thousand in Spanish, a million in English.
    ['₹1,234.56 Cr', 'en-IN', [1234.56, 12_345_600_000]],
    ['12 mn', 'fr', [12, 12_000_000]],
    ['12 mil', 'en', [12]],
    // A unit that is a power of ten in the page's language too.
    ['5t', 'da', [5, 5000]],
    ['5.5L', 'en-IN', [5.5, 550_000]],
    ['5 mi', 'pt-BR', [5, 5_000_000]],
  ] as const)('%s in %s is asked about', (text, language, choices) => {
    expect(readNumber(text, language)).toMatchObject({ kind: 'ambiguous', choices });
  });

  it.each([
    ...['on request', '', '3 of 4 seats', 'call 0711 1234567 now', '1.2.3,4', '12/13', '12⁹⁹', '2,3451'],
    ...['<5', '~5', '5+', '±5', 'from 5', '12 left over', '2E10', '0x1F', '12:30', '5 1/2', '-(5)', '(5'],
    ...['2.5½', '5/A', '5/', '$5/6'],
  ])('%s is none', (text) => {
    expect(readNumber(text, 'en')).toEqual({ kind: 'none' });
  });

  it('of more digits than a number keeps is none, and says so', () => {
    expect(readNumber('9007199254740993', null)).toEqual({
      ...{ kind: 'none', isTooLong: true },
      written: '9007199254740993',
    });
    expect(readNumber('-9.007.199.254.740.993,50', 'de')).toMatchObject({ written: '-9007199254740993.50' });
    expect(readNumber('1e400', null)).toEqual({ kind: 'none', isTooLong: true });
    expect(readNumber('9007199254740991', null)).toEqual({ kind: 'value', value: 9007199254740991 });
  });
});

/** What becomes of a column of texts in a property: values, choices in brackets, or why not. */
function column(propertyType: string, language: string | null, ...texts: string[]): unknown[] {
  const property = { name: 'p', propertyType, canRepeat: true };
  const rows = texts.map((text) => [{ text }]);
  return rows.map(([cell]) => {
    const facts = columnFacts({ rows }, 0, property, language);
    const converted = convert(cell!, property, languageOnly(language), facts);
    if (converted.kind === 'ambiguous') return converted.choices;
    return converted.kind === 'value' ? converted.value : converted.kind;
  });
}

describe('a column', () => {
  it('decides what separates decimals before the language of the page; where it denies itself, it is asked', () => {
    expect(column('number', 'en', '1.450 €', '3.299,50 €', '79,90 €')).toEqual([1450, 3299.5, 79.9]);
    expect(column('number', 'de', '1.450', '3,299.50')).toEqual([1.45, 3299.5]);
    expect(column('number', 'en', '1.450', '2,5', '2.5')).toEqual([[1450, 1.45], 2.5, 2.5]);
    expect(column('number', 'en', '1.450', '2.2.2026'), 'a date shows none').toEqual([1.45, 'problem']);
  });

  it('of several units or currencies is asked, and bare numbers are taken', () => {
    expect(column('number', 'en', '500 g', '1.5 kg')).toEqual([[500], [1.5]]);
    expect(column('number', 'en', '12 €', '$14', '3')).toEqual([[12], [14], 3]);
    expect(column('number', 'de', '12 €', '14 EUR')).toEqual([12, 14]);
  });

  it('decides whether the day or the month stands first; where it denies itself, it is asked', () => {
    expect(column('date', 'en', '03/04/2026', '22/11/2026')).toEqual(['2026-04-03', '2026-11-22']);
    expect(column('date', 'en-US', '03/04/2026', '22/11/2026')).toEqual(['2026-04-03', '2026-11-22']);
    expect(column('date', 'de', '03/04/2026', '22/11/2026', '11/22/2026')[0]).toEqual([
      '2026-04-03',
      '2026-03-04',
    ]);
    const mixed = column('date', 'en', '1.2.2026', '2/13/2026');
    expect(mixed, 'each separator may have its own order').toEqual([
      ['2026-02-01', '2026-01-02'],
      '2026-02-13',
    ]);
  });

  it('of nothing but yes and no gives letters and signs their meaning', () => {
    expect(column('boolean', null, 'Y', 'N', 't', 'f', '1', '0')).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(column('boolean', null, 'VRAI', 'faux', '✅', '❌', '✔️')).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(column('boolean', null, 'F', 'M')).toEqual([[false], 'problem']);
    expect(column('boolean', null, '✓', 'x', '–')).toEqual([true, [true], [false]]);
    expect(column('boolean', null, 'x', '-')).toEqual([true, false]);
    expect(column('boolean', null, 'yes', 'no', '-')).toEqual([true, false, [false]]);
    expect(column('boolean', null, 'yes', 'no', 'x')).toEqual([true, false, [true]]);
    expect(column('boolean', null, '✓', '×', '-')).toEqual([true, [false], [false]]);
    expect(column('boolean', null, '×', '')).toEqual([[false], 'empty']);
    expect(column('boolean', null, 'x', '×')).toEqual([[true], [false]]);
    expect(column('boolean', null, 'Y', 'N', 'n/a')).toEqual([true, false, 'problem']);
    expect(column('boolean', 'sv', 'SANT', 'Nej')).toEqual([true, false]);
  });
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
    ['2026年11月22日', 'ja', '2026-11-22'],
    ['2026年11月22日(日)', null, '2026-11-22'],
    ['2026년 11월 22일', 'ko', '2026-11-22'],
    ['2026年11月22日 14時30分', null, '2026-11-22'],
    ['20261122', null, '2026-11-22'],
    ['So., 22.11.2026', 'de', '2026-11-22'],
    ['Sun 11/22/26', 'en-US', '2026-11-22'],
    // Short days of the week that look like a month.
    ['mar. 9 juin 2026', 'fr', '2026-06-09'],
    ['mar 9 giu 2026', 'it', '2026-06-09'],
    ['mar, 9 jun 2026', 'es', '2026-06-09'],
    ['9 mar 2026', 'es', '2026-03-09'],
    ['di 9 mrt 2026', 'nl', '2026-03-09'],
    // Other short forms, and letters without their accents.
    ['9 Mrz 2026', 'de', '2026-03-09'],
    ['9 aout 2026', 'fr', '2026-08-09'],
    ['9 fevr. 2026', 'fr', '2026-02-09'],
  ] as const)('%s in %s is %s', (text, language, value) => {
    expect(readDate(text, language, false)).toEqual({ kind: 'value', value });
  });

  it('is read by a short name of a month only in its own language', () => {
    for (const language of ['it', 'pt-BR', null])
      expect(readDate('set 3 2026', language, false)).toEqual({ kind: 'value', value: '2026-09-03' });
    for (const text of ['set 3 2026', 'out 5 2026', 'fev 5 2026'])
      expect(readDate(text, 'en', false).kind, text).not.toBe('value');
  });

  it('is read by the name of its month where the language is unknown, or is said to be another', () => {
    for (const language of [null, 'en', 'nl'])
      expect(readDate('1. Dezember 2026', language, false)).toEqual({ kind: 'value', value: '2026-12-01' });
    for (const text of ['3 août 2026', '3 agosto 2026', '3 augustus 2026', '3 ago 2026'])
      expect(readDate(text, null, false)).toEqual({ kind: 'value', value: '2026-08-03' });
  });

  it('has both meanings where day and month could be either way round', () => {
    expect(readDate('3/4/2026', 'en', false)).toMatchObject({
      kind: 'ambiguous',
      choices: ['2026-04-03', '2026-03-04'],
    });
    expect(readDate('3.4.2026', null, false).kind).toBe('ambiguous');
    expect(readDate('26-04-03', null, false)).toMatchObject({ choices: ['2003-04-26', '2026-04-03'] });
    expect(readDate('4.4.2026', null, false)).toEqual({ kind: 'value', value: '2026-04-04' });
  });

  it('has the century that a year of two digits is in, or both', () => {
    const read = (text: string, isBirth: boolean) => {
      const reading = readDate(text, 'de', false, { isBirth, thisYear: 2026 });
      return reading.kind === 'value' ? reading.value : reading.kind === 'ambiguous' ? reading.choices : null;
    };
    expect(read('1.2.27', false)).toBe('2027-02-01');
    expect(read('1.2.74', false)).toEqual(['1974-02-01', '2074-02-01']);
    expect(read('1. Mai 74', false)).toEqual(['1974-05-01', '2074-05-01']);
    expect(read('1.2.74', true)).toBe('1974-02-01');
    expect(read('1.2.05', true)).toBe('2005-02-01');
    expect(read('1.2.24', true)).toEqual(['1924-02-01', '2024-02-01']);
  });

  it('keeps its hour where the property has one', () => {
    const at = (hours: number, minutes: number) => new Date(2026, 4, 3, hours, minutes).toISOString();
    expect(readDate('3. Mai 2026, 14:30 Uhr', 'de', true)).toEqual({ kind: 'value', value: at(14, 30) });
    expect(readDate('May 3, 2026 at 2:30 pm', 'en', true)).toEqual({ kind: 'value', value: at(14, 30) });
    expect(readDate('2026-05-03T10:00:00+02:00', null, true)).toEqual({
      kind: 'value',
      value: '2026-05-03T08:00:00.000Z',
    });
    for (const [text, instant] of [
      ['Sun, 03 May 2026 10:00:00 +0200', '2026-05-03T08:00:00.000Z'],
      ['Sun, 03 May 2026 10:00:00 GMT (UTC)', '2026-05-03T10:00:00.000Z'],
      ['2026-05-03 10:00:00 UTC', '2026-05-03T10:00:00.000Z'],
      ['2026-05-03 10:00:00+02', '2026-05-03T08:00:00.000Z'],
      ['Sun May 03 2026 10:00:00 GMT+0200 (Central European Summer Time)', '2026-05-03T08:00:00.000Z'],
      ['2026-05-03T10:00:07.250Z', '2026-05-03T10:00:07.250Z'],
    ] as const)
      expect(readDate(text, null, true)).toEqual({ kind: 'value', value: instant });
    for (const text of ['2026-05-03 25:00', '2026-05-03 10:00-12:00', '3. Mai 2026 9:30-10:15'])
      expect(readDate(text, null, true)).toEqual({ kind: 'none' });
    expect(readDate('2026-05-03T01:00-02:00', null, true)).toEqual({
      kind: 'value',
      value: '2026-05-03T03:00:00.000Z',
    });
    expect(readDate('2026-05-03', null, true)).toEqual({ kind: 'value', value: at(0, 0) });
  });

  it.each([
    ...['32.1.2026', '30.2.2026', 'soon', '', '12', 'Mai', '2026', '3.4.', '03052026'],
    ...['bis 3. Mai 2026', '3. Mai 2026?', '~ 3. Mai 2026', '3.–5. Mai 2026', 'vor dem 3. Mai 2026'],
  ])('%s is none', (text) => {
    expect(readDate(text, 'de', false)).toEqual({ kind: 'none' });
  });

  it('of a year that only another calendar has is none', () => {
    expect(readDate('3/6/2569', 'th', false)).toEqual({ kind: 'none' });
    expect(readDate('1405/3/13', 'fa', false)).toEqual({ kind: 'none' });
    expect(readDate('05/03/13', 'fa', false)).toEqual({ kind: 'none' });
    expect(readDate('3/6/69', 'th', false)).toEqual({ kind: 'none' });
  });

  it.each(['2569-06-03', '1447-12-03', '1405-03-13'])('of a year far from ours is asked: %s', (text) => {
    expect(readDate(text, null, false)).toMatchObject({ kind: 'ambiguous', choices: [text] });
  });
});
