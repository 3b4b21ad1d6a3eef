import { expect, test } from 'vitest';
import { readTables } from '../../../../../shared/data-api/records.ts';
import { type Level, levelOf, onlyRequest, togetherRequest, waysOf } from './nested-question.ts';

const refersTo = (name: string, table: string) => ({
  ...{ name, propertyType: 'objectReference', objectReference: { objectReferenceTypeId: table } },
});
const TABLES = readTables([
  {
    ...{ _id: 't1', type: 'booking', label: 'Bookings' },
    properties: [{ name: 'day', propertyType: 'date' }, refersTo('guest', 't2')],
  },
  {
    ...{ _id: 't2', type: 'guest', label: 'Guests' },
    properties: [{ name: 'name', propertyType: 'string' }, refersTo('city', 't3')],
  },
  { _id: 't3', type: 'city', label: 'Cities', properties: [{ name: 'name', propertyType: 'string' }] },
]);
const tableOf = (type: string) => {
  const table = TABLES.find((one) => one.type === type);
  if (!table) throw new Error(`The tables of this test have no ${type}.`);
  return table;
};
/** A chain of tables by the ids of the ways between them. */
const chain = (first: string, ...ways: string[]): Level[] =>
  ways.reduce<Level[]>(
    (levels, id) => {
      const above = levels.at(-1)?.table ?? tableOf(first);
      const way = waysOf(TABLES, above).find((one) => one.id === id);
      if (!way) throw new Error(`${above.type} has no way ${id}.`);
      return levels.concat(levelOf(way.other, way));
    },
    [levelOf(tableOf(first), null)],
  );

test('tables are joined by a property of either', () => {
  expect(waysOf(TABLES, tableOf('guest')).map(({ id }) => id)).toEqual(['>city', '<booking.guest']);
});

test('each table is asked for by its own conditions, order and page, inside the one above it', () => {
  const [booking, guest, city] = chain('booking', '>guest', '>city') as [Level, Level, Level];
  const levels: Level[] = [
    { ...booking, where: [{ column: 'day', op: 'gte', value: '2026-11-01' }], page: 3 },
    {
      ...guest,
      where: [
        { column: 'name', op: 'contains', value: 'A. (x)' },
        { column: 'name', op: 'eq', value: 'Ada', or: [{ column: 'name', op: 'ne', value: 'Bob' }] },
      ],
    },
    { ...city, sort: [{ column: 'name', dir: 'desc' }], page: 1 },
  ];
  expect(togetherRequest(levels)).toEqual({
    path: '/crud/nested',
    body: {
      nestedQuery: {
        booking: {
          tableFilter: {
            filter: [{ day: { gte: '2026-11-01' } }],
            pagination: { limit: 20, page: 3 },
          },
          guest: {
            propertyName: 'guest',
            tableFilter: {
              filter: [
                { name: { regex: 'A\\. \\(x\\)', options: 'i' } },
                { or: [{ name: 'Ada' }, { name: { ne: 'Bob' } }] },
              ],
              pagination: { limit: 10, page: 0 },
            },
            city: {
              propertyName: 'city',
              tableFilter: { sort: { name: -1 }, pagination: { limit: 10, page: 1 } },
            },
          },
        },
      },
    },
  });
});

test('records of one table are asked for by the conditions of all, in the order and page of that one', () => {
  const [city, guest] = chain('city', '<guest.city') as [Level, Level];
  const levels: Level[] = [
    { ...city, where: [{ column: 'name', op: 'eq', value: 'Delft' }] },
    { ...guest, sort: [{ column: 'name', dir: 'asc' }], page: 2 },
  ];
  expect(onlyRequest(levels, levels[1] as Level)).toEqual({
    path: '/filter/nested-filter',
    body: {
      nestedFilter: {
        city: {
          tableFilter: [{ name: 'Delft' }],
          guest: { tableFilter: [], propertyName: 'city' },
        },
      },
      tableNameToGetResults: 'guest',
      filterOptions: { sort: { name: 1 }, pagination: { limit: 20, page: 2 } },
    },
  });
});
