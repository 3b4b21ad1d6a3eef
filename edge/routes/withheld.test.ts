import { afterEach, beforeEach, expect, test } from 'vitest';
import { pairWithData } from '../testing/data.ts';
import { callEdge, type Paired } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

const SECRET = 'canary-hunter2';
let owner: Paired;
let builder: Paired;
let memberId: string;
let columnId: string;
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
  await control('addTables', 'shop', [
    {
      type: 'member',
      label: 'Members',
      properties: [{ name: 'name' }, { name: 'password' }, { name: 'scan', propertyType: 'file' }],
    },
  ]);
  const [id] = await control<string[]>('addRecords', 'shop', 'member', [{ name: 'Ann', password: SECRET }]);
  memberId = id ?? '';
  const structure = (await builder.ask('GET', '/data/shop/data-structure')).data;
  const { properties } = structure.find(({ type }: { type: string }) => type === 'member');
  columnId =
    (Object.values(properties) as { id: string; name: string }[]).find(({ name }) => name === 'password')
      ?.id ?? '';
  expect(columnId).not.toBe('');
});
afterEach(() => reset());

const aggregate = (type: string, stages: unknown) =>
  builder.ask('POST', '/data/shop/filter/custom-mongo-aggregation-query', {
    type,
    customMongoQuery: JSON.stringify(stages),
  });

/** What the backend was asked besides the structure of its tables. */
async function asked(): Promise<string[]> {
  return Object.keys(await callsOf()).filter(
    (name) => name.startsWith('data.') && !/getDataStructure|getOrganization/.test(name),
  );
}

test('a record is read without its password, also after it was deleted', async () => {
  const read = await builder.ask('GET', `/data/shop/crud/member/${memberId}`);
  expect(read.data).toMatchObject({ name: 'Ann' });
  await owner.ask('POST', '/write-mode/shop?place=app');
  expect((await owner.ask('DELETE', `/data/shop/crud/member/${memberId}`)).status).toBe(200);
  const deleted = await builder.ask('GET', '/data/shop/data-deleted');
  expect(deleted.data).toHaveLength(1);
  const undone = await owner.ask('PUT', `/data/shop/data-deleted/undo-delete-object/${memberId}`);
  expect(undone.status).toBe(200);
  expect(read.text + deleted.text + undone.text).not.toContain(SECRET);
});

test.each<[string, string, string, unknown?]>([
  ['a condition', 'POST', '/crud/query/member', { filter: [{ password: { regex: '^canary' } }] }],
  [
    'one of several',
    'POST',
    '/crud/query/member',
    { filter: [{ or: [{ name: 'x' }, [{ password: SECRET }]] }] },
  ],
  ['a condition in a query', 'GET', `/crud/member?filter=${encodeURIComponent('[{"password":{"gt":"a"}}]')}`],
  ['an order', 'POST', '/crud/query/member', { sort: { password: 1 } }],
  [
    'a sum',
    'POST',
    '/statistics/get-statistic',
    { query: [], options: { statisticType: 'add', tableName: 'member', propertyName: 'password' } },
  ],
  [
    'a count',
    'POST',
    '/statistics/get-statistic',
    {
      query: [{ password: SECRET }],
      options: { statisticType: 'quantity', tableName: 'member', propertyName: 'name' },
    },
  ],
  [
    'a nested condition',
    'POST',
    '/crud/nested',
    { nestedQuery: { member: { tableFilter: { filter: [{ password: SECRET }] } } } },
  ],
  ['a nested property', 'POST', '/crud/nested', { nestedQuery: { member: { propertyName: 'password' } } }],
  [
    'a condition on another table',
    'POST',
    '/filter/nested-filter',
    { nestedFilter: { member: { tableFilter: [{ password: SECRET }] } }, tableNameToGetResults: 'member' },
  ],
  [
    'an order of results',
    'POST',
    '/filter/nested-filter',
    {
      nestedFilter: { member: {} },
      tableNameToGetResults: 'member',
      filterOptions: { sort: { password: 1 } },
    },
  ],
  ['what a property references', 'GET', '/crud/member/a1/password'],
])('what may not be seen may not be asked about: %s', async (_, method, path, body) => {
  const response = await builder.ask(method, `/data/shop${path}`, body);
  expect([response.status, response.code]).toEqual([400, 'EDGE_INVALID_REQUEST']);
  expect(await asked()).toEqual([]);
});

test.each<[string, unknown[]]>([
  ['$objectToArray', [{ $project: { x: { $objectToArray: '$$ROOT' } } }]],
  ['a computed name', [{ $project: { x: { $getField: { $concat: ['pass', 'word'] } } } }]],
  [
    'a computed name of a field to set',
    [{ $project: { x: { $setField: { field: 'a', input: '$$ROOT', value: 1 } } } }],
  ],
  ['records as a whole', [{ $group: { _id: '$$ROOT', n: { $sum: 1 } } }]],
  [
    'records as a whole under another name',
    [{ $group: { _id: { $let: { vars: { r: '$$CURRENT' }, in: '$$r' } } } }],
  ],
  ['$mergeObjects', [{ $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', {}] } } }]],
  ['a schema of names', [{ $match: { $jsonSchema: { patternProperties: { '^pass': { pattern: '^c' } } } } }]],
  ['what is left', [{ $project: { _id: 0, name: 0 } }, { $sortByCount: '$x' }]],
])('no pipeline reads a table with a password: %s', async (_, stages) => {
  const response = await aggregate('member', stages);
  expect([response.status, response.code]).toEqual([400, 'EDGE_INVALID_REQUEST']);
  expect(await asked()).toEqual([]);
});

test('nor by way of another table, whose own records are computed upon as before', async () => {
  await control('addRecords', 'shop', 'product', [{ sku: 'A', price: 2 }]);
  const members = { from: 'data_member', pipeline: [], as: 'all' };
  for (const stages of [
    [{ $lookup: members }, { $sort: { all: 1 } }],
    [{ $facet: { a: [{ $unionWith: 'data_member' }] } }],
    [{ $lookup: { from: 'data_product', pipeline: [{ $lookup: members }], as: 'x' } }],
  ])
    expect((await aggregate('product', stages)).code).toBe('EDGE_INVALID_REQUEST');
  expect((await aggregate('product', [{ $group: { _id: '$sku', sum: { $sum: '$price' } } }])).data).toEqual([
    { _id: 'A', sum: 2 },
  ]);
});

test('without the structure of the tables no pipeline passes', async () => {
  await control('addFault', {
    operation: 'data.getDataStructure',
    kind: 'error',
    status: 503,
    code: 'DOWN',
    count: 1,
  });
  expect((await aggregate('product', [{ $count: 'n' }])).code).toBe('EDGE_DATA_UNEXPECTED');
  expect(await asked()).toEqual([]);
});

test('a history, whose form no reference shows, is not read where a table has a password', async () => {
  expect((await builder.ask('GET', `/data/shop/updates-record/${memberId}`)).code).toBe(
    'EDGE_INVALID_REQUEST',
  );
  expect(await asked()).toEqual([]);
});

test('nor are all values of a page searched', async () => {
  expect((await builder.ask('GET', `/data/shop/filter/page1?query=${SECRET}`)).code).toBe(
    'EDGE_INVALID_REQUEST',
  );
  expect(await asked()).toEqual([]);
});

test('integrations, which name a property by its id, do not ask about it either', async () => {
  await owner.ask('POST', '/write-mode/shop?place=app');
  const filter = [{ field: columnId, value: SECRET }];
  for (const name of ['search-records', 'get-new-records', 'last-deleted-records', 'delete-records'])
    expect(
      (await owner.ask('POST', `/data/shop/integrations/${name}`, { tableId: 'member', filter })).code,
    ).toBe('EDGE_INVALID_REQUEST');
  const query = new URLSearchParams({
    fileName: 'a.png',
    table: 'member',
    file_field: 'scan',
    filter: btoa(JSON.stringify(filter)),
    limit: '1',
  });
  const linked = await callEdge('POST', `/data/shop/integrations/upload-file?${query}`, {
    headers: { authorization: `Bearer ${owner.token}`, origin: `chrome-extension://${'a'.repeat(32)}` },
    body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(50)]),
  });
  expect(linked.code).toBe('EDGE_INVALID_REQUEST');
  expect(await asked()).toEqual([]);
});
