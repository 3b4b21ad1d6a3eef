import { expect, test } from 'vitest';
import { isSameValue } from '../../shared/data-api/same-value.ts';
import { areAlike, conditionsOf, lostConditions, matches, withoutValues } from './compare.ts';

test.each([
  ['Lamp', 'Lamp', true],
  ['Lamp', 'lamp', false],
  [3, 3, true],
  [3, '3', false],
  ['2026-05-03', '2026-05-03T00:00:00.000Z', true],
  ['2026-05-03T10:00:00+02:00', '2026-05-03T08:00:00.000Z', true],
  ['2026-05-03', '2026-05-04T00:00:00.000Z', false],
  ['1999', '1999-01-01', false],
  [null, undefined, true],
  ['', undefined, true],
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  [{ name: 'x.png' }, { name: 'x.png', size: 3 }, true],
  [{ name: 'x.png' }, { name: 'y.png' }, false],
])('what was sent as %j and is kept as %j is the same: %s', (sent, kept, same) =>
  expect(isSameValue(sent, kept)).toBe(same),
);

test('a row is found by the properties that count, and queried by those that can be queried', () => {
  const values = { sku: 'A', price: 3, photo: { name: 'x.png' } };
  expect(conditionsOf(values, ['sku'])).toEqual({ sku: 'A' });
  expect(conditionsOf(values, null)).toEqual({ sku: 'A', price: 3 });
  expect(conditionsOf({ photo: { name: 'x.png' } }, null)).toBeNull();
  expect(matches(values, { _id: '1', sku: 'A', price: 4 }, ['sku'])).toBe(true);
  expect(matches(values, { _id: '1', sku: 'A', price: 4 }, null)).toBe(false);
});

test('a lost row is looked for among the records made since, with room for clocks that differ', () => {
  expect(lostConditions({ sku: 'A' }, Date.UTC(2026, 0, 1, 0, 1))).toEqual({
    sku: 'A',
    createdAt: { gte: '2026-01-01T00:00:00.000Z' },
  });
});

test('rows are alike when their records would be equal', () => {
  expect(areAlike({ a: 1 }, { a: 1, b: null })).toBe(true);
  expect(areAlike({ a: 1 }, { a: 1, b: 2 })).toBe(false);
});

test('a reason that is kept holds none of the values', () => {
  const values = { sku: 'canary-sku', n: 1, note: 'x' };
  const words = withoutValues('sku must be unique: "canary-sku" (canary-sku) is taken, "x" too.', values);
  expect(words).toBe('sku must be unique: "…" (…) is taken, "…" too.');
});
