import { describe, expect, it } from 'vitest';
import { readTables } from '../../../../shared/data-api/records.ts';
import { filterOf } from './filter.ts';
import { filterWords } from './filter-words.ts';
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

describe('a filter in words', () => {
  it('says what the list’s own filter asks for', () => {
    const where = [
      { column: 'seats', op: 'gte' as const, value: 2 },
      { column: 'note', op: 'contains' as const, value: 'a.b' },
      { column: 'seats', op: 'eq' as const, value: 4 },
    ];
    expect(filterWords(filterOf(where), bookings)).toBe('Seats is at least 2, note contains a.b, Seats is 4');
  });

  it('shows one that another tool made as it is', () => {
    expect(filterWords([{ or: [{ seats: 1 }] }], bookings)).toBe('or: [{"seats":1}]');
    expect(filterWords(null, bookings)).toBe('');
  });
});
