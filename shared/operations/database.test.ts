import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DATABASE_OPERATORS } from '../builder-api/database.ts';
import { parseRequest, type RequestResult } from '../request-schema.ts';
import { databaseOperations } from './database.ts';

const { queryRows, queryTable } = databaseOperations;
/** What JSON can carry: it has no infinity. */
const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const column = fc.constantFrom('id', 'seats', 'day of arrival', 'größe', 'a.b');
const isNamed = (operator: string) => (DATABASE_OPERATORS as readonly string[]).includes(operator);
/** Operators of databases and of query languages, and any word. */
const otherOperator = fc
  .oneof(
    fc.constantFrom(
      'ne',
      'gt',
      'lt',
      'lte',
      'in',
      'nin',
      'like',
      'regex',
      'contains',
      'startsWith',
      'or',
      'not',
    ),
    fc.constantFrom('$gt', '$where', '$eq', 'EQ', 'eq ', '__proto__', 'constructor', 'toString', ''),
    fc.string(),
  )
  .filter((operator) => !isNamed(operator));

const rows = (filter: unknown) => parseRequest(queryRows.body, { env: 'production', table: 't', filter });
const older = (_filter: unknown) =>
  parseRequest(queryTable.body, { tableName: 't', queryOptions: { _filter } });
const wordsOf = (result: RequestResult<unknown>) => (result.ok ? null : result.problem.words);

test('conditions with the operators of the reference pass as they are', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DATABASE_OPERATORS), column, scalar, (op, name, value) => {
      const filter = { and: [{ column: name, op, value }] };
      expect(rows(filter)).toMatchObject({ ok: true, value: { filter } });
      const conditions = { [name]: { [op]: value } };
      expect(older(conditions)).toMatchObject({ ok: true, value: { queryOptions: { _filter: conditions } } });
      expect(older({ [name]: value }).ok).toBe(true);
    }),
  );
});

test('any other operator is refused, with those that are taken', () => {
  fc.assert(
    fc.property(otherOperator, column, scalar, (op, name, value) => {
      const beside = { column: 'id', op: 'eq', value: 1 };
      expect(wordsOf(rows({ and: [beside, { column: name, op, value }] }))).toContain('eq and gte');
      if (op === '__proto__') return;
      expect(wordsOf(older({ id: 1, [name]: { gte: 1, [op]: value } }))).toContain('eq and gte');
    }),
  );
});

test.each<[string, unknown]>([
  ['alternatives', { or: [{ column: 'id', op: 'eq', value: 1 }] }],
  ['a negation', { not: { and: [] } }],
  ['conditions by column', { seats: { gte: 2 } }],
  ['a value that is an operator', { and: [{ column: 'id', op: 'eq', value: { $ne: null } }] }],
  ['a list of values', { and: [{ column: 'id', op: 'eq', value: [1, 2] }] }],
  [
    'a condition with more than its three fields',
    { and: [{ column: 'id', op: 'eq', value: 1, flags: 'i' }] },
  ],
  ['a condition in a condition', { and: [{ and: [] }] }],
])('of the current engine, what is no documented filter is refused: %s', (_, filter) =>
  expect(rows(filter).ok).toBe(false),
);

test.each<[string, unknown]>([
  ['alternatives', { _or: [{ id: 1 }] }],
  ['an alternative', { _or: { eq: 1 } }],
  ['an operator of the database', { $where: 'true' }],
  ['a list of values', { id: [1, 2] }],
  ['no operator', { id: {} }],
  ['an operator in an operator', { id: { gte: { gte: 1 } } }],
  ['a password', { password: { gte: 'a' } }],
])('of the older engine, what is no documented filter is refused: %s', (_, filter) =>
  expect(older(filter).ok).toBe(false),
);

test.each<[string, Record<string, unknown>]>([
  ['groups', { groupBy: ['seats'] }],
  ['an order by another field', { sort: [{ column: 'seats', dir: 'asc', nulls: 'last' }] }],
  ['an order by a password', { sort: [{ column: 'my password', dir: 'asc' }] }],
  ['a position', { page: { limit: 5, offset: 5 } }],
  ['no rows at all', { page: { limit: 0 } }],
])('a question has the fields of the reference alone: %s', (_, asked) =>
  expect(parseRequest(queryRows.body, { env: 'production', table: 't', ...asked }).ok).toBe(false),
);
