import { describe, expect, it } from 'vitest';
import type { DataRecord, TableProperty } from '../../shared/data-api/records.ts';
import { convert, languageOnly } from './convert.ts';
import { isSentByDefault, planRows, valuesOf } from './difference.ts';
import { changeMapping, missingRequired, proposeMapping } from './mapping.ts';
import type { Source } from './page-data.ts';

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
