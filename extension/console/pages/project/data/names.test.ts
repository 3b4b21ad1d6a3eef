import { describe, expect, it } from 'vitest';
import { filterProblem } from '../../../../../shared/data-api/conditions.ts';
import { readTables } from '../../../../../shared/data-api/records.ts';
import { ANY_COLUMN } from '../../../grid/row-source.ts';
import { filterOf, finding } from './filter.ts';
import { recordName, referencedIds } from './reference-names.tsx';

const TABLES = readTables([
  {
    ...{ _id: 't1', type: 'booking', label: 'Bookings' },
    properties: [
      { name: 'at', propertyType: 'date' },
      { name: 'seats', label: 'Seats', propertyType: 'number' },
      { name: 'guest', propertyType: 'objectReference', objectReference: { objectReferenceTypeId: 't2' } },
      { name: 'tags', propertyType: 'objectReference', objectReference: { objectReferenceTypeId: 't3' } },
      { name: 'lost', propertyType: 'objectReference', objectReference: { objectReferenceTypeId: 'gone' } },
    ],
  },
  {
    ...{ _id: 't2', type: 'guest', label: 'Guests' },
    properties: [
      { name: 'age', propertyType: 'number' },
      { name: 'name', propertyType: 'string' },
    ],
  },
  { _id: 't3', type: 'tag', label: 'Tags', properties: [] },
]);
const [bookings, guests] = TABLES;
if (!bookings || !guests) throw new Error('The tables of this test can’t be read.');

describe('records that rows refer to', () => {
  it('are requested once each, by their table; without a table they stay ids', () => {
    const rows = [
      { guest: 'g1', tags: ['a', 'b'], lost: 'x' },
      { guest: 'g1', tags: [], lost: null },
      { guest: 'g2' },
    ];
    expect(referencedIds(TABLES, bookings, rows).map(({ target, ids }) => [target.type, ids])).toEqual([
      ['guest', ['g1', 'g2']],
      ['tag', ['a', 'b']],
    ]);
  });

  it('go by their first text, by their values where they have none, else by their id', () => {
    expect(recordName({ _id: 'g1', age: 36, name: 'Ada' }, guests)).toBe('Ada');
    expect(recordName({ _id: 'g1', age: 36 }, guests)).toBe('36');
    expect(recordName({ _id: 'g1' }, guests)).toBe('g1');
    expect(recordName({ _id: 'b1', guest: 'g1', seats: 2 }, bookings)).toBe('2');
  });
});

describe('words in any column (data reference, Filter query syntax; gaps page, filter operators)', () => {
  const where = [{ column: ANY_COLUMN, op: 'contains' as const, value: '4.5' }];

  it('are searched in texts as they are, in numbers as a number, in options by those that contain them', () => {
    const properties = readTables([
      {
        ...{ _id: 't1', type: 'sale', label: 'Sales' },
        properties: [
          { name: 'note', propertyType: 'long-string' },
          { name: 'price', propertyType: 'number' },
          { name: 'at', propertyType: 'date' },
          {
            name: 'size',
            propertyType: 'options',
            typeExtras: { options: [{ value: 'XL 4.5' }, { value: 'S' }] },
          },
          { name: 'guest', propertyType: 'objectReference' },
        ],
      },
    ])[0]?.properties;
    expect(filterOf(where, properties)).toEqual([
      {
        or: [{ note: { regex: '4\\.5', options: 'i' } }, { price: 4.5 }, { size: 'XL 4.5' }, { _id: '4.5' }],
      },
    ]);
    expect(filterProblem(filterOf(where, properties))).toBeNull();
  });

  it('are found with and without accents, whichever of both was typed', () => {
    const properties = readTables([
      {
        ...{ _id: 't1', type: 'shop', label: 'Shops' },
        properties: [
          { name: 'name', propertyType: 'string' },
          { name: 'city', propertyType: 'options', typeExtras: { options: [{ value: 'Plzeň' }] } },
        ],
      },
    ])[0]?.properties;
    const asked = (words: string) =>
      filterOf([{ column: ANY_COLUMN, op: 'contains', value: words }], properties);
    expect(asked('plzen')).toEqual([
      { or: [{ name: finding('plzen') }, { city: 'Plzeň' }, { _id: 'plzen' }] },
    ]);
    const expression = (words: string) => new RegExp(finding(words).regex, finding(words).options);
    expect('Čajovna (U Žižků)').toMatch(expression('Cajovna (U ZIZKU'));
    expect('Cajovna, 2 m²').toMatch(expression('čajovna, 2 m²'));
    expect('Zajovna').not.toMatch(expression('cajovna'));
    // What has no room for the letters of all languages is still found as it is typed.
    const long = 'Unaccented words, quite a number of them';
    expect(finding(long)).toEqual({ regex: long, options: 'i' });
    expect(filterProblem(asked('a'.repeat(50)))).toBeNull();
  });

  it('and what a found name is linked by are alternatives of one condition', () => {
    const [any] = where;
    const or = [{ column: 'guest', op: 'eq' as const, value: 'r1' }];
    expect(filterOf([{ ...any, or } as (typeof where)[number]], bookings.properties)).toEqual([
      { or: [{ seats: 4.5 }, { _id: '4.5' }, { guest: 'r1' }] },
    ]);
  });

  it('leave out columns that can’t be asked about so', () => {
    expect(filterOf(where, bookings.properties)).toEqual([{ or: [{ seats: 4.5 }, { _id: '4.5' }] }]);
  });
});
