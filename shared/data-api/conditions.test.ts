import { expect, test } from 'vitest';
import { parseRequest } from '../request-schema.ts';
import { dataCatalogue } from './catalogue.ts';
import { filterProblem } from './conditions.ts';
import { pipelineProblem } from './pipeline.ts';
import { readTables, writtenId } from './records.ts';

test.each([
  [[{ status: 'open' }]],
  [[{ total: { gte: 10, lt: 20 } }, { createdAt: { gt: '2026-01-01T00:00:00Z' } }]],
  [[{ name: { regex: 'mug', options: 'i' } }]],
  [[{ or: [{ sku: 'A' }, { sku: 'B' }, [{ price: { ne: null } }]] }]],
  [{ note: null }],
])('the documented grammar passes: %j', (filter) => expect(filterProblem(filter)).toBeNull());

test.each([
  [[{ $where: 'sleep(1000)' }]],
  [[{ name: { $ne: null } }]],
  [[{ name: { regex: 'x'.repeat(201) } }]],
  [[{ name: { regex: 'a', options: 'g' } }]],
  [[{ name: { size: 3 } }]],
  [[{ or: {} }]],
  [[{ or: [] }]],
  [[{ 'a.$b': 1 }]],
  ['status'],
  [[1]],
  [[{ name: {} }]],
  [[{ or: [{ or: [{ or: [{ or: [{ or: [{ or: [{ or: [{ a: 1 }] }] }] }] }] }] }] }]],
  [Array.from({ length: 201 }, () => ({ a: 1 }))],
])('what is no documented condition is refused: %j', (filter) =>
  expect(filterProblem(filter)).not.toBeNull(),
);

test('lists within lists are refused however deep they are', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(filterProblem(JSON.parse(nested))).toBe('is nested too deeply');
  expect(pipelineProblem(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).not.toBeNull();
});

test.each([
  [[{ $match: { total: { $gt: 3 } } }, { $group: { _id: '$status', n: { $sum: 1 } } }]],
  [[{ $lookup: { from: 'data_order', localField: '_id', foreignField: 'customer', as: 'orders' } }]],
  [[{ $facet: { a: [{ $count: 'n' }] } }]],
  [
    [
      {
        $project: {
          month: { $dateToString: { format: '%Y-%m', date: '$$NOW' } },
          big: { $filter: { input: '$lines', as: 'line', cond: { $gt: ['$$line.total', 3] } } },
        },
      },
    ],
  ],
  [
    [
      {
        $lookup: {
          from: 'data_order',
          let: { me: '$_id' },
          pipeline: [{ $match: { $expr: { $eq: ['$customer', '$$me'] } } }],
          as: 'x',
        },
      },
    ],
  ],
])('a pipeline that reads passes: %j', (stages) =>
  expect(pipelineProblem(JSON.stringify(stages))).toBeNull(),
);

test.each([
  [[{ $out: 'copy' }]],
  [[{ $merge: { into: 'copy' } }]],
  [[{ $match: { $where: 'true' } }]],
  [[{ $project: { x: { $function: { body: 'x', args: [], lang: 'js' } } } }]],
  [[{ $group: { _id: 1, x: { $accumulator: {} } } }]],
  [[{ $lookup: { from: 'data_order', pipeline: [{ $out: 'copy' }], as: 'x' } }]],
  [[{ $facet: { a: [{ $merge: 'copy' }] } }]],
  [[{ $unionWith: { coll: 'data_order', pipeline: [{ $indexStats: {} }] } }]],
  [[{ $currentOp: {} }]],
  [[{ $lookup: { from: 'users', as: 'x' } }]],
  [[{ $lookup: { from: { db: 'admin', coll: 'data_x' }, as: 'x' } }]],
  [[{ $unionWith: 'users' }]],
  [[{ $facet: { a: [{ $graphLookup: { from: 'sessions', as: 'x' } }] } }]],
  [[{ $project: { p: '$password' } }]],
  [[{ $match: {}, $limit: 1 }]],
  [[{ $project: { x: { $range: [0, 1_000_000_000] } } }]],
  [[{ $project: { x: { $map: { input: [1, 2], in: '$a' } } } }]],
  [[{ $project: { x: { $reduce: { input: [1, 2], initialValue: [], in: '$$value' } } } }]],
  [[{ $set: { x: { $concatArrays: ['$x', '$x'] } } }]],
  [[{ $project: { x: { $objectToArray: '$a' } } }]],
  [[{ $project: { x: { $getField: { $concat: ['a', 'b'] } } } }]],
  [[{ $match: { $jsonSchema: {} } }]],
  [[{ $project: { x: '$$ROOT' } }]],
  [[{ $project: { x: { $newInSomeVersion: 1 } } }]],
  [Array.from({ length: 31 }, () => ({ $skip: 1 }))],
  [
    [
      {
        $facet: {
          a: Array.from({ length: 15 }, () => ({ $skip: 1 })),
          b: Array.from({ length: 15 }, () => ({ $skip: 1 })),
        },
      },
    ],
  ],
  [Array.from({ length: 6 }, () => ({ $unionWith: 'data_order' }))],
  [{ $match: {} }],
])(
  'a pipeline that writes, runs code, takes records as a whole, makes lists of any length, or asks for passwords or for what is no table is refused: %j',
  (stages) => expect(pipelineProblem(JSON.stringify(stages))).not.toBeNull(),
);

test('letters written as escapes hide nothing', () => {
  expect(pipelineProblem('[{"\\u0024out":"copy"}]')).not.toBeNull();
  expect(pipelineProblem('[{"$project":{"p":"$\\u0070assword"}}]')).not.toBeNull();
});

test('JSON in a parameter is checked as in a body, and the problem names the parameter', () => {
  const { query } = dataCatalogue.listRecords;
  expect(parseRequest(query, { filter: '[{"a":1}]', sort: '{"a":-1}', pagination: '{"limit":20}' }).ok).toBe(
    true,
  );
  expect(parseRequest(query, { filter: '[{"$where":"1"}]' })).toMatchObject({ problem: { field: 'filter' } });
  expect(parseRequest(query, { pagination: '{"limit":501}' })).toMatchObject({
    problem: { field: 'pagination' },
  });
  expect(parseRequest(query, { filter: '[' })).toMatchObject({ problem: { words: 'is not JSON' } });
});

test('a record with a name that starts with $ is refused, however deep', () => {
  expect(parseRequest(dataCatalogue.createRecord.body, { name: 'x', tags: ['a'] }).ok).toBe(true);
  expect(parseRequest(dataCatalogue.createRecord.body, { a: [{ b: { $set: 1 } }] }).ok).toBe(false);
});

test('tables read the same whether properties come as a map or as a list (gaps page, table structures)', () => {
  const property = { name: 'sku', label: 'SKU', propertyType: 'string', canRepeat: false };
  const form = (properties: unknown) => [{ _id: 't1', type: 'product', properties }, 'odd'];
  const read = readTables(form([property]));
  expect(read).toEqual(readTables(form({ sku: { label: 'SKU', propertyType: 'string', canRepeat: false } })));
  expect(read[0]).toMatchObject({ type: 'product', label: 'product', properties: [{ name: 'sku' }] });
});

test('a written record is known by either answer (gaps page, create a record)', () => {
  expect(writtenId({ _id: 'a', name: 'x' })).toBe('a');
  expect(writtenId({ insertedId: 'b' })).toBe('b');
  expect(writtenId({ ok: true })).toBeNull();
});
