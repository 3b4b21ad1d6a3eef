import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../world/random.ts';
import type { DataRecord } from '../backend/backend.ts';
import { structuresOf } from '../structure/table-structure.ts';
import { listRecords, readListQuery } from './list-query.ts';

const RUNS = 2_000;
const TIMEOUT_MS = 60_000;

const [structure] = structuresOf(
  [
    {
      type: 'thing',
      properties: [
        { name: 'name' },
        { name: 'size', propertyType: 'number' },
        { name: 'open', propertyType: 'boolean' },
        { name: 'day', propertyType: 'date' },
        { name: 'tags', options: ['a', 'b', 'c'], multiple: true },
      ],
    },
  ],
  new Map(),
  createRandom(1),
);
if (structure === undefined) throw new Error('There is no table to filter');

const DAYS = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-02T12:30:00.000Z'];
const NAMES = ['', 'a', 'A', 'ab', 'b\na', 'ä'];
const VALUES = {
  name: fc.constantFrom(...NAMES),
  size: fc.constantFrom(-1, 0, 0.5, 1, 2),
  open: fc.boolean(),
  day: fc.constantFrom(...DAYS),
};

const record = fc
  .record({ ...VALUES, tags: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) }, { requiredKeys: [] })
  .map((values): Record<string, unknown> => values);

/** A value as a caller may write it: a day may be a day only. */
const operand = {
  name: VALUES.name,
  size: VALUES.size,
  open: VALUES.open,
  day: fc.constantFrom(...DAYS, '2026-01-02', '2026-01-02T13:30:00+01:00'),
};
const comparable = <T>(value: fc.Arbitrary<T>) =>
  fc
    .record({ gt: value, gte: value, lt: value, lte: value, ne: value }, { requiredKeys: [] })
    .filter((operators) => Object.keys(operators).length > 0);
const regex = fc.record(
  {
    regex: fc.constantFrom('a', '^a$', 'A|b', '.a', '^b.a$'),
    options: fc.constantFrom('', 'i', 'm', 's', 'is'),
  },
  { requiredKeys: ['regex'] },
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 8, nil: null });

/** One condition, seldom two: with more of them nothing would ever be found. */
const fields = fc
  .array(
    fc.oneof(
      fc.record({ name: fc.oneof(orNull(operand.name), fc.record({ ne: orNull(operand.name) }), regex) }),
      fc.record({ size: fc.oneof(orNull(operand.size), comparable(operand.size)) }),
      fc.record({ open: fc.oneof(orNull(operand.open), fc.record({ ne: orNull(operand.open) })) }),
      fc.record({ day: fc.oneof(orNull(operand.day), comparable(operand.day)) }),
      fc.record({
        tags: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.record({ ne: fc.constantFrom('a', 'b', 'c') })),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts): Record<string, unknown> => Object.assign({}, ...parts));

type Filter = Record<string, unknown>[];
const filter = fc.letrec<{ list: Filter; condition: Record<string, unknown> }>((tie) => ({
  list: fc.array(tie('condition'), { maxLength: 2 }),
  condition: fc.oneof(
    { maxDepth: 3 },
    fields,
    fc
      .array(fc.oneof(tie('condition'), tie('list')), { minLength: 1, maxLength: 3 })
      .map((or): Record<string, unknown> => ({ or })),
    fc.tuple(fields, tie('condition')).map(([own, more]) => ({ ...own, ...more })),
  ),
})).list;

/** The grammar as in the reference, without a query language. */
function holds(values: Record<string, unknown>, condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.every((one) => holds(values, one));
  return Object.entries(condition as Record<string, unknown>).every(([name, wanted]) => {
    if (name === 'or') return (wanted as unknown[]).some((one) => holds(values, one));
    const own = values[name] ?? null;
    if (typeof wanted !== 'object' || wanted === null) return isEqual(own, wanted);
    return Object.entries(wanted).every(([operator, value]) => applies(operator, own, value, wanted));
  });
}

function applies(operator: string, own: unknown, value: unknown, wanted: object): boolean {
  const [a, b] = [numberOf(own), numberOf(value)];
  switch (operator) {
    case 'ne':
      return !isEqual(own, value);
    case 'regex':
      return (
        typeof own === 'string' &&
        new RegExp(String(value), String(Reflect.get(wanted, 'options') ?? '')).test(own)
      );
    case 'options':
      return true;
    case 'gt':
      return own !== null && a > b;
    case 'gte':
      return own !== null && a >= b;
    case 'lt':
      return own !== null && a < b;
    default:
      return own !== null && a <= b;
  }
}

function isEqual(own: unknown, value: unknown): boolean {
  if (Array.isArray(own)) return own.includes(value);
  const isDay = typeof own === 'string' && DAYS.includes(own) && value !== null;
  return isDay ? numberOf(own) === numberOf(value) : own === value;
}

/** A number, or the time that a date is. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value));
}

it('a filter finds just what a plain evaluation of the grammar finds', { timeout: TIMEOUT_MS }, async () => {
  let foundSome = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 4, maxLength: 12 }), filter, async (things, wanted) => {
      const at = DAYS[0] ?? '';
      const records = things.map(
        (values, index): DataRecord => ({ _id: String(index), ...values, createdAt: at, updatedAt: at }),
      );
      const { page } = await listRecords(records, readListQuery(structure, { filter: wanted }));
      expect(page).toEqual(records.filter((one) => holds(one, wanted)));
      if (page.length > 0 && page.length < records.length) foundSome += 1;
    }),
    { numRuns: RUNS },
  );
  expect(foundSome, 'many filters neither find all nor nothing').toBeGreaterThan(RUNS / 8);
});
