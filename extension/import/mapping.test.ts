import { describe, expect, it } from 'vitest';
import type { DataRecord, TableProperty } from '../../shared/data-api/records.ts';
import { columnFacts } from './column.ts';
import { convert, languageOnly } from './convert.ts';
import { isSentByDefault, planRows, valuesOf } from './difference.ts';
import { changeMapping, missingRequired, proposeMapping } from './mapping.ts';
import type { Cell, Source } from './page-data.ts';

/** Every row was compared with what the table has. */
const ALL = { has: () => true };

const property = (name: string, propertyType: string, more: Partial<TableProperty> = {}): TableProperty => ({
  name,
  propertyType,
  canRepeat: true,
  ...more,
});
const level = property('level', 'options', {
  typeExtras: { options: [{ value: 'all' }, { value: 'beginner' }] },
});
const PROPERTIES = [
  property('name', 'string', { required: true, canRepeat: false }),
  property('price', 'number', { label: 'Price (€)', required: true }),
  property('validFrom', 'date'),
  level,
  property('notes', 'long-string'),
  property('photo', 'file'),
  property('barbers', 'objectReference'),
];
const sourceOf = (columns: string[], ...rows: string[][]): Source => ({
  kind: 'table',
  title: '',
  columns,
  rows: rows.map((row) => row.map((text) => ({ text }))),
  total: rows.length,
  hidden: 0,
  path: null,
});
const CLASSES = sourceOf(
  ['Class title', 'Preis', 'ab', 'Niveau', 'Hinweis', 'photo'],
  ['Vinyasa 60', '18,00', '1. Dezember 2026', 'all', 'Mats are there', 'a.png'],
  ['Yin 75', '21,00', '1. Dezember 2026', 'beginner', '', 'b.png'],
  ['Power flow', 'auf Anfrage', '1. Dezember 2026', 'expert', '', 'c.png'],
);

describe('the proposed mapping', () => {
  it('goes by names in either language, and by what the values are', () => {
    expect(proposeMapping(CLASSES, PROPERTIES, 'de')).toEqual([
      'name',
      'price',
      'validFrom',
      'level',
      'notes',
      null,
    ]);
  });

  it('offers no reference that is set elsewhere, and gives no property to two columns', () => {
    const mapping = proposeMapping(
      sourceOf(['Name', 'name', 'barbers', 'photo'], ['a', 'b', 'c', 'd']),
      PROPERTIES,
      'en',
    );
    expect(mapping).toEqual(['name', null, null, null]);
    expect(changeMapping(mapping, 1, 'name')).toEqual([null, 'name', null, null]);
  });

  it('does not take a name for it where the values say otherwise', () => {
    expect(proposeMapping(sourceOf(['Price'], ['cheap'], ['dear']), PROPERTIES, 'en')).toEqual([null]);
  });

  it('says which required properties nothing fills', () => {
    expect(missingRequired(['name', null], PROPERTIES).map(({ name }) => name)).toEqual(['price']);
  });
});

describe('a cell in a property', () => {
  it.each([
    [{ text: 'Beginner ' }, level, { kind: 'value', value: 'beginner' }],
    [
      { text: 'US' },
      property('place', 'options', { typeExtras: { options: [{ value: 'us' }, { value: 'US' }] } }),
      { kind: 'value', value: 'US' },
    ],
    [
      { text: 'expert' },
      level,
      { kind: 'problem', problem: { kind: 'not-an-option', options: ['all', 'beginner'] } },
    ],
    [{ text: '' }, level, { kind: 'empty' }],
    [{ text: '' }, PROPERTIES[0]!, { kind: 'problem', problem: { kind: 'missing' } }],
    [{ text: '18.00 €', value: '1234.5' }, PROPERTIES[1]!, { kind: 'value', value: 1234.5 }],
    [{ text: 'tomorrow', value: '2026-11-23' }, PROPERTIES[2]!, { kind: 'value', value: '2026-11-23' }],
    [
      { text: 'Shop', link: 'https://e.org/' },
      property('site', 'string', { typeExtras: { string: { type: 'link' } } }),
      { kind: 'value', value: 'https://e.org/' },
    ],
    [
      { text: 'all; beginner' },
      { ...level, typeExtras: { ...level.typeExtras, optionsConfig: { multiple: true } } },
      { kind: 'value', value: ['all', 'beginner'] },
    ],
    [{ text: 'ja' }, property('open', 'boolean'), { kind: 'value', value: true }],
  ])('%o', (cell, into, converted) => {
    expect(convert(cell, into, languageOnly('de'))).toEqual(converted);
  });
});

describe('a column of a property', () => {
  const into = (propertyType: string, more = {}) =>
    property('p', propertyType as 'string', { required: false, ...more });
  const converted = (of: TableProperty, texts: (string | Cell)[], language: string | null = null) => {
    const rows = texts.map((text) => [typeof text === 'string' ? { text } : text]);
    const facts = columnFacts({ rows }, 0, of, language);
    return rows.map(([cell]) => convert(cell!, of, languageOnly(language), facts));
  };
  const value = (one: unknown) => ({ kind: 'value', value: one });
  const empty = { kind: 'empty' };

  it('is empty where programs have written what they have for nothing', () => {
    expect(converted(into('string'), ['Ada', 'NULL', '\\N', 'nan', 'None', 'undefined', 'n/a'])).toEqual([
      value('Ada'),
      ...Array.from({ length: 6 }, () => empty),
    ]);
    expect(converted(into('string'), ['None', 'Nuts', 'n/a']), 'words that a person writes').toEqual([
      value('None'),
      value('Nuts'),
      value('n/a'),
    ]);
    expect(converted(into('number'), ['NULL', '1,5', '2'], 'de')).toEqual([empty, value(1.5), value(2)]);
  });

  it('tells an error of a spreadsheet at its place', () => {
    for (const kind of ['string', 'number', 'date'])
      expect(converted(into(kind), ['#REF!', '#N/A', '#DIV/0!'])).toEqual(
        Array.from({ length: 3 }, () => ({ kind: 'problem', problem: { kind: 'spreadsheet-error' } })),
      );
    expect(converted(into('string'), ['#1', '#REF'])).toEqual([value('#1'), value('#REF')]);
  });

  it('has no where a list of ticks has none', () => {
    expect(converted(into('boolean'), ['checked', '', 'checked'])).toEqual([
      value(true),
      value(false),
      value(true),
    ]);
    expect(converted(into('boolean'), ['yes', '', 'no'])).toEqual([value(true), empty, value(false)]);
  });

  it('has the day that is shown, not that of another time zone behind it', () => {
    const shown: Cell[] = [
      { text: '9 July 2026, 00:00', value: '2026-07-08T22:00:00Z' },
      { text: '3 days ago', value: '2026-07-08T10:00:00Z' },
    ];
    expect(converted(into('date'), shown, 'en')).toEqual([value('2026-07-09'), value('2026-07-08')]);
    expect(
      converted(into('date', { typeExtras: { date: { includeHour: true } } }), shown.slice(0, 1), 'en'),
    ).toEqual([value('2026-07-08T22:00:00.000Z')]);
  });

  it('is no single day where two are named, or a time before or after one', () => {
    const none = { kind: 'problem', problem: { kind: 'not-a-date' } };
    const ranges = [
      'July 9, 2026 → July 11, 2026',
      '9–11 July 2026',
      '2026-07-09/2026-07-11',
      'before 9 July 2026',
    ];
    expect(converted(into('date'), ['July 9, 2026', ...ranges], 'en')).toEqual([
      value('2026-07-09'),
      ...ranges.map(() => none),
    ]);
  });

  it('asks of a column of nothing but local midnights', () => {
    const asked = (after: string, day: string) => ({
      kind: 'ambiguous',
      choices: [after, day],
      doubt: 'midnight',
    });
    expect(converted(into('date'), ['2026-07-08T22:00:00Z', '2026-12-08T23:00:00.000Z'])).toEqual([
      asked('2026-07-09', '2026-07-08'),
      asked('2026-12-09', '2026-12-08'),
    ]);
    expect(converted(into('date'), ['2026-07-08T22:00:00Z', '2026-07-08T09:30:00Z'])).toEqual([
      value('2026-07-08'),
      value('2026-07-08'),
    ]);
  });

  it('does not take .312 for 312 where the decimal is a comma', () => {
    expect(converted(into('number'), ['.312', '1,50'], 'de')[0]).toMatchObject({
      kind: 'ambiguous',
      choices: [0.312],
    });
    expect(converted(into('number'), ['.312', '1.50'], 'en-US')[0]).toEqual(value(0.312));
  });

  it('finds the address beside a name, and parts of a list as JSON writes it', () => {
    const link = into('string', { typeExtras: { string: { type: 'link' } } });
    expect(converted(link, ['Plan (https://e.org/p-1)', 'A (https://e.org/a), B (https://e.org/b)'])).toEqual(
      [value('https://e.org/p-1'), value('A (https://e.org/a), B (https://e.org/b)')],
    );
    const several = into('options', {
      typeExtras: { options: [{ value: 'red' }, { value: 'blue' }], optionsConfig: { multiple: true } },
    });
    expect(converted(several, ['["red","blue"]', '[]'])).toEqual([value(['red', 'blue']), empty]);
  });
});

describe('keys', () => {
  const code = property('code', 'string', { canRepeat: false });
  const title = property('title', 'string', { canRepeat: true });
  const plan = (rows: string[][], records: object[]) =>
    planRows(
      sourceOf(['code', 'title'], ...rows),
      ['code', 'title'],
      [code, title],
      languageOnly('en'),
      {},
      [],
      records as DataRecord[],
      ALL,
    ).map(({ state }) => state);

  it('that differ by case, width or spaces are of different records', () => {
    const records = [
      { _id: '1', code: 'xY7a', title: 'One' },
      { _id: '2', code: 'XY7a', title: 'Two' },
    ];
    expect(
      plan(
        [
          ['XY7a', 'Two new'],
          ['xY7a', 'One new'],
        ],
        records,
      ),
    ).toEqual([
      { kind: 'changed', recordId: '2', before: { title: 'Two' } },
      { kind: 'changed', recordId: '1', before: { title: 'One' } },
    ]);
    expect(
      plan(
        [
          ['xY7a', 'a'],
          ['xy7A', 'b'],
          ['Ｘ7', 'c'],
          ['X7', 'd'],
        ],
        [],
      ),
    ).toEqual(Array.from({ length: 4 }, () => ({ kind: 'new' })));
    expect(
      plan(
        [['Kids', 'x']],
        [
          { _id: '1', code: 'kids', title: 'x' },
          { _id: '2', code: 'KIDS', title: 'x' },
        ],
      ),
      'similar to two',
    ).toEqual([{ kind: 'new' }]);
  });

  it('found, a correction of case, width or a power is a change', () => {
    const records = [{ _id: '1', code: 'A1', title: 'ada, 20 km2' }];
    expect(plan([['A1', 'Ada, 20 km²']], records)).toEqual([
      { kind: 'changed', recordId: '1', before: { title: 'ada, 20 km2' } },
    ]);
  });
});

describe('the difference to what the table has', () => {
  const mapping = ['name', 'price', 'validFrom', 'level', null, null];
  const records = [
    { _id: '1', name: 'vinyasa 60', price: 18, validFrom: '2026-12-01T00:00:00.000Z', level: 'all' },
    { _id: '2', name: 'Yin 75', price: 19 },
  ] as DataRecord[];
  const plan = (source: Source, edits = {}, clears: string[] = []) =>
    planRows(source, mapping, PROPERTIES, languageOnly('de'), edits, clears, records, ALL);

  it('is reported row by row: the same, changed from what, or to be mended', () => {
    const rows = plan(CLASSES);
    expect(rows.map(({ state }) => state)).toEqual([
      { kind: 'same', recordId: '1' },
      { kind: 'changed', recordId: '2', before: { price: 19, validFrom: undefined, level: undefined } },
      { kind: 'problem', count: 2 },
    ]);
    expect(rows.map(isSentByDefault)).toEqual([false, false, false]);
  });

  it('is not known of a row without its unique value, nor of one of files alone', () => {
    const free = { ...PROPERTIES[0]!, required: false };
    const nameless = sourceOf(['name', 'price'], ['', '5'], ['Kids', '6']);
    const states = (from: Source, into: string[], properties: TableProperty[]) =>
      planRows(from, into, properties, languageOnly('de'), {}, [], records, ALL).map(
        ({ state }) => state.kind,
      );
    expect(states(nameless, ['name', 'price'], [free, PROPERTIES[1]!])).toEqual(['unknown', 'new']);
    const pictures = sourceOf(['photo'], ['https://e.org/a.png']);
    expect(states(pictures, ['photo'], [PROPERTIES[5]!])).toEqual(['unknown']);
  });

  it('is mended in the cell, by other words or by the meaning that is chosen', () => {
    const edits = { 2: { price: { value: 25 }, level: { text: 'all' } } };
    const row = plan(CLASSES, edits)[2]!;
    expect(row.state).toEqual({ kind: 'new' });
    expect(valuesOf(row)).toEqual({ name: 'Power flow', price: 25, validFrom: '2026-12-01', level: 'all' });
  });

  it('finds the row that the page has twice', () => {
    const twice = sourceOf(CLASSES.columns, ['Kids', '12', '', ''], ['kids ', '14', '', '']);
    expect(plan(twice).map(({ state }) => state)).toEqual([{ kind: 'new' }, { kind: 'repeated', of: 0 }]);
  });

  it('leaves alone what an empty cell says nothing of, and clears it where the user says so', () => {
    const empty = sourceOf(CLASSES.columns, ['Vinyasa 60', '18', '', 'all'], ['Kids', '12', '', '']);
    expect(plan(empty).map(({ state }) => state.kind)).toEqual(['same', 'new']);
    const [known, fresh] = plan(empty, {}, ['validFrom', 'level']);
    expect(known?.state).toEqual({
      kind: 'changed',
      recordId: '1',
      before: { validFrom: '2026-12-01T00:00:00.000Z' },
    });
    expect(valuesOf(known!)).toEqual({ name: 'Vinyasa 60', price: 18, validFrom: null, level: 'all' });
    expect(valuesOf(fresh!)).toEqual({ name: 'Kids', price: 12 });
  });

  it('without a unique property, knows a row again only when all of it is equal', () => {
    const free = PROPERTIES.map((one) => ({ ...one, canRepeat: true }));
    const states = planRows(CLASSES, mapping, free, languageOnly('de'), {}, [], records, ALL).map(
      ({ state }) => state.kind,
    );
    expect(states).toEqual(['same', 'new', 'problem']);
  });
});
