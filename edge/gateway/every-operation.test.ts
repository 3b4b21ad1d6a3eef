import { afterEach, beforeEach, expect, test } from 'vitest';
import { filledEdgePath, isOfData } from '../../shared/catalogues/address.ts';
import { LISTED, type ListedOperation } from '../../shared/catalogues/listed.ts';
import { formOf, requestOf } from '../../shared/catalogues/request-form.ts';
import { keepDataKey, PRODUCT_TABLE } from '../testing/data.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let known: Record<string, string>;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await control('addProject', { projectId: 'shop', engine: 'v2' });
  await control('addProject', { projectId: 'old-shop', engine: 'legacy' });
  await control('addTables', 'shop', [
    PRODUCT_TABLE,
    { type: 'tag', label: 'Tags', properties: [{ name: 'word' }] },
  ]);
  await keepDataKey(owner, 'shop');
  await control('addGroup', { groupId: 'group-1', own: true, full: false });
  await control('startRun', 'shop');
  await control('addRows', 'shop', 'development', 'bookings', [{ id: 'b1', seats: 2 }]);
  await control('addRows', 'old-shop', 'production', 'bookings', [{ _id: 'b1', seats: 2 }]);
  const [record = ''] = await control<string[]>('addRecords', 'shop', 'product', [{ sku: 'L-1', price: 3 }]);
  const webhook = await owner.ask('PUT', '/service/webhooks', {
    url: 'https://a.example/x',
    event: 'project.paused',
  });
  const user = await memberOf(owner);
  const tables = (await owner.ask('GET', '/data/shop/integrations/get-tables')).data as {
    id: string;
    label: string;
  }[];
  known = {
    ...{
      record,
      user,
      webhook: webhook.data.id,
      tableId: tables.find(({ label }) => label === 'Products')?.id ?? '',
    },
  };
});
afterEach(() => reset());

/** A user of the app, and write mode for what is written. */
async function memberOf(paired: Paired): Promise<string> {
  for (const place of ['app', 'development', 'production'])
    await paired.ask('POST', `/write-mode/shop?place=${place}`);
  const user = { name: 'Ann', email: 'a@b.example', password: 'x', role: 'user' };
  const made = await paired.ask('POST', '/data/shop/user', user);
  return made.data._id;
}

/** What is typed into a form, by field; an id of a record or a user by what the operation is about. */
function textsFor({ name, operation }: ListedOperation): Record<string, string> {
  const isOld = !isOfData(operation) && operation.engine === 'legacy';
  const id = /[Uu]ser/.test(name) ? known.user : known.record;
  return {
    ...{ 'path.projectId': isOld ? 'old-shop' : 'shop', 'path.typeId': 'product', 'path.id': id ?? '' },
    ...{
      'path.groupId': 'group-1',
      'path.webhookId': known.webhook ?? '',
      'path.objectId': known.record ?? '',
    },
    ...{
      'path.fileName': 'a.pdf',
      'path.idPage': 'page-1',
      'path.propertyName': 'photo',
      'path.recordId': 'b1',
    },
    ...{
      'query.from': name === 'getSpending' ? '2026-11-01' : '2026-11-28T00:00:00Z',
      'query.to': '2026-11-20',
    },
    ...{ 'query.commitSha': 'abcdef0', 'query.id': known.tableId ?? '', 'body.tableId': known.tableId ?? '' },
    ...{
      'body.env': 'development',
      'body.table': 'bookings',
      'body.tableName': 'bookings',
      'body.type': 'product',
    },
    ...{
      'body.customMongoQuery': '[{"$group":{"_id":null,"n":{"$sum":"$price"}}}]',
      'body.sql': 'select 1 as n',
    },
    ...{ 'body.nestedQuery': '{"product":{}}', 'body.nestedFilter': '{"product":{}}' },
    ...{
      'body.tableNameToGetResults': 'product',
      'body.options': '{"statisticType":"quantity","tableName":"product"}',
    },
  };
}

/** Runs an operation as its form would. */
async function run(paired: Paired, one: ListedOperation, texts: Record<string, string>, key?: string) {
  const fields = formOf(one.operation);
  const mine = Object.fromEntries(
    fields.flatMap(({ id }) => (texts[id] === undefined ? [] : [[id, texts[id]]])),
  );
  const made = requestOf(one.operation, fields, { ...mine, file: 'x' });
  if (!made.ok) throw new Error(`${one.name}: ${JSON.stringify(made.problems)}`);
  const { parameters, query, body } = made.request;
  return paired.ask(
    one.operation.method,
    filledEdgePath(one.operation, parameters, query),
    body,
    key === undefined ? {} : { 'idempotency-key': key },
  );
}

/** What the local service refuses, by its own code: nothing was published, scanned, saved or backed up. */
const REFUSED: Record<string, string> = {
  getVersionDiff: 'INVALID_COMMIT_SHA',
  getProductionLogs: 'PROD_LOGS_WORKER_ERROR',
  'data.getBackup': 'EDGE_DATA_NOT_FOUND',
  'data.downloadFile': 'EDGE_DATA_NOT_FOUND',
  'data.filterPage': 'EDGE_DATA_NOT_FOUND',
  'data.getDeletedData': 'EDGE_DATA_NOT_FOUND',
  'data.listReferencedRecords': 'EDGE_SERVICE_REFUSED',
};

const isReading = ({ name, operation }: ListedOperation): boolean =>
  isOfData(operation)
    ? operation.effect === 'read'
    : operation.reach === 'gateway' &&
      (operation.method === 'GET' || ['queryRows', 'queryTable', 'runSql'].includes(name));

test('every read of both catalogues is made by its form, and answered as its row says', async () => {
  const reads = LISTED.filter(isReading);
  expect(reads.length).toBeGreaterThan(50);
  const refused: string[] = [];
  for (const one of reads) {
    const reply = await run(owner, one, textsFor(one));
    if (reply.status === 200) {
      const { data } = one.operation;
      expect([one.name, data.safeParse(reply.data).error?.issues ?? []]).toEqual([one.name, []]);
    } else {
      expect([one.name, reply.code]).toEqual([one.name, REFUSED[one.name]]);
      refused.push(one.name);
    }
  }
  expect(refused.toSorted()).toEqual(Object.keys(REFUSED).toSorted());
});

test.each([
  ['updateProject', { 'body.label': 'Shop 2' }],
  ['createGroup', { 'body.name': 'Mine' }],
  ['setRateLimit', { 'body.perIpPerMinute': '600' }],
  ['setEngineOptIn', { 'body.v2OptIn': 'true' }],
  ['registerWebhook', { 'body.url': 'https://b.example/x', 'body.event': 'deployment.finished' }],
  ['setProjectWebhook', { 'body.url': 'https://c.example/x' }],
  ['createSecret', { 'body.secretName': 'KEY', 'body.secretValue': "it's $(x)" }],
  ['stopAgent', {}],
  ['createRecord', { 'body.tableName': undefined, 'body.data': '{"id":"b2","seats":1}' }],
  ['data.createRecord', { body: '{"sku":"L-2","name":"Lamp"}' }],
  ['data.editRecord', { body: '{"name":"Lamp"}' }],
  [
    'data.createUser',
    { 'body.name': 'Bo', 'body.email': 'b@b.example', 'body.password': 'x', 'body.role': 'user' },
  ],
  ['data.deleteRecord', {}],
  ['deleteProject', {}],
] as const)('a free write is made by its form: %s', async (name, typed) => {
  const one = LISTED.find((listed) => listed.name === name);
  if (!one) throw new Error(name);
  const texts = { ...textsFor(one), ...typed } as Record<string, string>;
  const reply = await run(owner, one, texts);
  expect([reply.code, reply.status < 300]).toEqual([undefined, true]);
});

/** What else must be typed, where a name or a number is none. */
const TYPED: Record<string, Record<string, string>> = {
  createProject: { 'body.projectId': 'new-shop' },
  updateProject: { 'body.label': 'Shop 2' },
  updateGroup: { 'body.name': 'Mine' },
  startAgent: { 'body.prompt': 'Paint it' },
  uploadFile: { 'body.content': 'eA==' },
  setFeatureLimits: { 'body.features': '{"ai":{"enabled":true}}' },
  registerWebhook: { 'body.url': 'https://b.example/x', 'body.event': 'deployment.finished' },
  setProjectWebhook: { 'body.url': 'https://c.example/x' },
  runSql: { 'body.sql': 'update bookings set seats = 1' },
  'data.editUser': { 'body.email': 'b@b.example' },
  'data.createUser': { 'body.email': 'b@b.example' },
  'data.uploadAndLinkFile': { 'query.limit': '1', 'query.filter': btoa('[{"field":"x","value":1}]') },
  'data.updateRecords': { 'body.newProperties': '[]', 'body.filter': '[]' },
  'data.deleteRecords': { 'body.filter': '[]' },
};
const ANY = { text: 'x', number: '1', boolean: 'true', json: '{}', file: 'x' };

/** A form with all that it needs, and no more. */
function completed(one: ListedOperation): Record<string, string> {
  const typed = { ...textsFor(one), 'body.fileName': 'a.pdf', 'query.fileName': 'a.pdf' };
  const needed = formOf(one.operation)
    .filter(({ isRequired }) => isRequired)
    .map(({ id, kind, choices }) => [
      id,
      (typed as Record<string, string>)[id] || (kind === 'choice' ? (choices[0] ?? '') : ANY[kind]),
    ]);
  return { ...Object.fromEntries(needed), ...TYPED[one.name] };
}

/** What the gateway, or an app's data, takes from browsers. */
const taken = LISTED.filter(({ operation }) => isOfData(operation) || operation.reach === 'gateway');

test('what a form makes passes nowhere that its role does not reach, whichever operation', async () => {
  const viewer = await pairAs(owner, 'viewer');
  const builder = await pairAs(owner, 'builder');
  const passed: string[] = [];
  for (const one of taken) {
    const { role } = one.operation;
    for (const [who, paired] of [
      ['viewer', viewer],
      ['builder', builder],
    ] as const) {
      if (role === 'viewer' || role === who) continue;
      const { code } = await run(paired, one, completed(one));
      if (code !== 'EDGE_ROLE_FORBIDDEN') passed.push(`${one.name} of ${who}: ${code}`);
    }
  }
  expect(passed).toEqual([]);
});

test('what a form writes waits for write mode, whichever operation, and reaches no service before', async () => {
  for (const place of ['app', 'development', 'production'])
    await owner.ask('DELETE', `/write-mode/shop?place=${place}`);
  const writes = taken.filter(({ name, operation }) =>
    isOfData(operation)
      ? operation.effect === 'change' || operation.effect === 'delete'
      : operation.changesRows || name === 'runSql',
  );
  expect(writes.length).toBeGreaterThan(20);
  const before = await callsOf();
  const passed: string[] = [];
  for (const one of writes) {
    const { code } = await run(owner, one, completed(one));
    if (code !== 'EDGE_WRITE_MODE_OFF') passed.push(`${one.name}: ${code}`);
  }
  expect(passed).toEqual([]);
  const after = await callsOf();
  expect(writes.filter(({ name }) => after[name] !== before[name]).map(({ name }) => name)).toEqual([]);
});

test('what is withheld is in no answer to a form, and no form asks about it, whichever operation', async () => {
  const secret = 'canary-hunter2';
  const named = [{ name: 'title' }, { name: 'password' }];
  await control('addTables', 'shop', [{ type: 'member', label: 'Members', properties: named }]);
  const [id = ''] = await control<string[]>('addRecords', 'shop', 'member', [
    { title: 'Ann', password: secret },
  ]);
  for (const [project, env] of [
    ['shop', 'development'],
    ['old-shop', 'production'],
  ] as const)
    await control('addRows', project, env, 'members', [{ id: 'm1', _id: 'm1', password: secret }]);
  const tables = (await owner.ask('GET', '/data/shop/integrations/get-tables')).data;
  known.tableId = tables.find(({ label }: { label: string }) => label === 'Members').id;
  known.record = id;
  const ofMembers = {
    ...{
      'path.typeId': 'member',
      'body.table': 'members',
      'body.tableName': 'members',
      'body.type': 'member',
    },
    ...{ 'body.nestedQuery': '{"member":{}}', 'body.nestedFilter': '{"member":{}}' },
    ...{ 'body.tableNameToGetResults': 'member' },
  };
  // Statements of SQL are the owner's own, and are answered as they are.
  const reads = taken.filter((one) => isReading(one) && one.name !== 'runSql');
  const asked: Record<string, string> = {
    'query.filter': '[{"password":{"gt":"a"}}]',
    'query.sort': '{"password":1}',
    'body.filter': '[{"password":"x"}]',
    'body.sort': '{"password":1}',
    'body.query': '[{"password":"x"}]',
    'body.nestedQuery': '{"member":{"tableFilter":{"filter":[{"password":"x"}]}}}',
    'body.nestedFilter': '{"member":{"tableFilter":[{"password":"x"}]}}',
    'body.filterOptions': '{"sort":{"password":1}}',
    'body.queryOptions': '{"_filter":{"password":"x"}}',
    'body.customMongoQuery': '[{"$match":{"password":"x"}}]',
    'body.options': '{"statisticType":"add","tableName":"member","propertyName":"password"}',
  };
  const ofRows = {
    'body.filter': '{"and":[{"column":"password","op":"eq","value":"x"}]}',
    'body.sort': '[{"column":"password","dir":"asc"}]',
  };
  const seen: string[] = [];
  const questions: string[] = [];
  for (const one of reads) {
    const texts = { ...textsFor(one), ...ofMembers };
    if ((await run(owner, one, texts)).text.includes(secret)) seen.push(one.name);
    // Filters by ids of properties are held by the edge, which knows their names.
    if (/integrations/.test(one.operation.path)) continue;
    for (const { id: field } of formOf(one.operation)) {
      const text = one.name === 'queryRows' ? (ofRows as typeof asked)[field] : asked[field];
      if (text === undefined) continue;
      questions.push(`${one.name} ${field}`);
      // The form refuses most of them itself.
      const refusal = { status: 400, code: 'EDGE_INVALID_REQUEST' };
      const reply = await run(owner, one, { ...texts, [field]: text }).catch(() => refusal);
      if (reply.status !== 400 || reply.code !== 'EDGE_INVALID_REQUEST')
        seen.push(`${one.name} ${field}: ${reply.status}`);
    }
  }
  expect(questions.length).toBeGreaterThan(12);
  expect(seen).toEqual([]);
});

test('what a form pays for is made once per key, and within the daily limit, whichever operation', async () => {
  await owner.ask('PATCH', `/devices/${owner.deviceId}`, { dailySpendCredits: 0 });
  const paid = taken.filter(({ operation }) => operation.cost === 'credits');
  expect(paid.length).toBeGreaterThan(10);
  const passed: string[] = [];
  for (const [at, one] of paid.entries()) {
    const keyless = await run(owner, one, completed(one));
    if (keyless.code !== 'EDGE_KEY_MISSING') passed.push(`${one.name}: ${keyless.code}`);
    const { code } = await run(owner, one, completed(one), `key-number-${at}-of-this-test`);
    if (code !== 'EDGE_SPEND_GUARD') passed.push(`${one.name} with a key: ${code}`);
  }
  expect(passed).toEqual([]);
});

test('a budget of a feature is set where it is compared, and nowhere else', async () => {
  const budget = { features: { ai: { monthlyCreditCap: 5 } } };
  const reply = await owner.ask('PUT', '/service/projects/shop/limits', budget);
  expect([reply.status, reply.code]).toEqual([400, 'EDGE_INVALID_REQUEST']);
  const compared = { category: 'feature', feature: 'ai', field: 'monthlyCreditCap', expected: null, to: 5 };
  expect((await owner.ask('PUT', '/caps/shop', compared)).status).toBe(200);
});
