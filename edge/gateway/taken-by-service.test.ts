import fc from 'fast-check';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { FEATURES } from '../../shared/builder-api/limits.ts';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { catalogue, type OperationName, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { parseRequest } from '../../shared/request-schema.ts';
import { control } from '../testing/local-service.ts';
import { matchAndCheck } from '../testing/match-and-check.ts';

beforeEach(async () => {
  await control('reset');
  await control('setAccount', { oneTimeCredits: 1e9, plan: { maxProjects: 1e6, creationRates: [] } });
  await control('addGroup', { groupId: 'group-1', own: true, full: false });
  await control('addProject', { projectId: 'shop', engine: 'v2' });
  await control('addProject', { projectId: 'older', engine: 'legacy' });
});
afterAll(() => control('reset'));

/** Any of the fields, each with one of its values; required fields are in `always`. */
function bodyOf(fields: Record<string, fc.Arbitrary<unknown>>, always: Record<string, unknown> = {}) {
  return fc.record(fields, { requiredKeys: [] }).map((some) => ({ ...always, ...some }));
}

/** Mostly a good value: a body with one bad field shows nothing about the others. */
function mostly(good: unknown[], bad: unknown[]) {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}

const word = mostly(['a', 'Größe', 'x'.repeat(80)], ['x'.repeat(900)]);
const cap = mostly([null, 0.5, 1, 5_000], [0, -1]);
const caps = { maxDevelopmentCreditsPerMonth: cap, maxInfrastructureCreditsPerMonth: cap };
const model = {
  model: fc.constantFrom('opus', 'sonnet', 'default', 'a model of tomorrow'),
  effort: fc.constantFrom('low', 'medium', 'high', 'xhigh', 'boundless'),
  fastMode: fc.boolean(),
};
const name = mostly(['four', 'a'.repeat(35), 'shop', 'new-shop'], ['abc', 'Shop', 'a--b']);
const engineVersion = fc.constantFrom('v2', 'legacy');
const file = bodyOf(
  {
    description: word,
  },
  { name: 'a.png' },
).chain((one) =>
  mostly(
    [
      { url: 'https://a.example/a.png' },
      { url: 'HTTP://a.example' },
      { content: 'aGk=' },
      { content: 'data:text/plain;base64,aGk=' },
      { content: 'data:;base64,aGk=' },
    ],
    [{ url: 'nothing' }, { content: 'aGk' }, {}, { url: 'https://a.example', content: 'aGk=' }],
  ).map((source) => Object.assign({}, one, source)),
);
const secret = bodyOf(
  { environment: mostly(['development', 'production', 'both'], ['test']) },
  { secretValue: ' b ' },
).chain((one) => fc.constantFrom('A', 'B', 'C', 'D').map((secretName) => ({ ...one, secretName })));
const feature = bodyOf({ enabled: fc.boolean() });
const rows = { env: 'development', table: 'posts' };
const record = fc.constantFrom(
  { ...rows, data: { title: 'a' } },
  { tableName: 'posts', data: { title: 'a' } },
);
const link = { tableName: 'posts', propertyName: 'tags', referenceId: 't1' };

const designtool = mostly(['fig_0123456789abcdef'], ['x']).map((token) => ({ token }));

/**
 * Bodies as the service's reference and what it leaves out describe them, valid or nearly, for every
 * operation that takes one.
 */
const BODIES: Partial<Record<OperationName, fc.Arbitrary<unknown>>> = {
  setEngineOptIn: bodyOf({ v2OptIn: mostly([true, false], [1]) }),
  launchProject: bodyOf(
    {
      ...model,
      projectId: name,
      prompt: mostly(['Build', 'p'.repeat(20_000)], [' ']),
      description: word,
      label: mostly(['', 'l'.repeat(80)], ['l'.repeat(81)]),
      groupId: mostly(['group-1'], ['nothing']),
      engineVersion,
      files: fc.array(file, { maxLength: 11, size: 'xsmall' }),
      secrets: fc.uniqueArray(secret, { maxLength: 3, selector: ({ secretName }) => secretName }),
      creditLimits: bodyOf(caps),
      // Ten checks a minute are made; a launch beyond that would show nothing about its other fields.
      designtool: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, designtool),
    },
    { projectId: 'new-shop', prompt: 'Build' },
  ),
  createProject: bodyOf({ description: word, engineVersion }).chain((body) =>
    name.map((projectId) => ({ ...body, projectId })),
  ),
  updateProject: bodyOf({ label: word, description: word, groupId: fc.constantFrom(null, 'group-1') }),
  startAgent: bodyOf(
    {
      ...model,
      inputFiles: fc.array(
        fc.constant({ name: 'a.png', imageDescription: '', url: 'https://a.example/a.png' }),
        { maxLength: 12 },
      ),
    },
    { prompt: 'Build' },
  ).chain((body) =>
    fc
      .constantFrom(
        undefined,
        { prompts: ['Add a page', 'Add a form'] },
        { letServiceDecide: true },
        { prompts: [], letServiceDecide: true },
      )
      .map((multiPrompt) => ({ ...body, ...(multiPrompt && { multiPrompt }) })),
  ),
  uploadFile: bodyOf({}, { name: 'plan.pdf', content: 'JVBERi0xLjc=' }),
  createSecret: bodyOf(
    { environment: mostly(['development', 'production', 'both'], ['test']) },
    { secretValue: ' b ' },
  ).chain((body) =>
    fc.integer({ min: 1, max: 1e9 }).map((n) => ({ ...body, secretName: `MAIL_API_KEY_${n}` })),
  ),
  setDomain: mostly(['shop.example.org', 'app.studio-nord.example'], ['']).map((hostname) => ({ hostname })),
  createGroup: bodyOf({ description: word }, { name: 'Clients' }),
  updateGroup: bodyOf({ name: mostly(['Clients', 'Größe'], ['']), description: word }),
  deploy: fc.option(bodyOf({ confirmDestructive: fc.boolean() }), { nil: undefined }),
  setFeatureLimits: fc
    .dictionary(mostly([...FEATURES], ['teleport']).map(String), feature, { maxKeys: 3 })
    .map((features) => ({ features })),
  setRateLimit: bodyOf({
    perIpPerMinute: mostly([null, 10, 5_000, 60_000], [9, 60_001]),
    allowlistCidrs: fc.array(
      mostly(['10.0.0.0/8', '2001:db8::/32', '::ffff:1.2.3.4/96', '::/0'], ['1.2.3.4']),
      {
        maxLength: 51,
      },
    ),
    verifiedBotsExempt: fc.boolean(),
  }),
  registerWebhook: bodyOf(
    {
      projectIds: fc.array(fc.constantFrom('shop', 'foreign'), { maxLength: 51 }),
      features: fc.array(fc.constantFrom('ai', 'teleport'), { maxLength: 2 }),
    },
    { url: 'https://receiver.example/hook' },
  ).chain((body) => fc.constantFrom(...SERVICE_EVENTS, 'nothing').map((event) => ({ ...body, event }))),
  setProjectWebhook: bodyOf({ url: mostly(['https://a.example/x'], ['http://a.example']) }),
  queryRows: bodyOf(
    {
      filter: fc.constant({ and: [{ column: 'title', op: 'eq', value: 'a' }] }),
      sort: fc.constant([{ column: 'title', dir: 'asc' }]),
      page: fc.constant({ limit: 5 }),
    },
    rows,
  ),
  changeRelations: fc.constant({ ...rows, id: 'r1', relation: 'tags', targetId: 't1' }),
  runSql: fc.constant({ env: 'development', sql: 'select 1' }),
  queryTable: bodyOf(
    { queryOptions: fc.constant({ _filter: { n: { gte: 1 } }, _sort: { n: -1 }, _limit: 5 }) },
    { tableName: 'posts' },
  ),
  linkRecord: fc.constant(link),
  unlinkRecord: fc.constant(link),
  createRecord: record,
  updateRecord: record,
  deleteRecord: fc.constantFrom(rows, { tableName: 'posts' }),
};

const text = fc.constantFrom('', 'a', 'x'.repeat(300), 'ü&=#');
const QUERIES: Partial<Record<OperationName, fc.Arbitrary<Record<string, string>>>> = {
  getCreditCosts: queryOf({ engine: fc.constantFrom('legacy', 'v2') }),
  getDatabaseSchema: queryOf({ env: fc.constantFrom('development', 'production') }),
  getSpending: fc.constant({ from: '2026-08-22', to: '2026-11-20', projectId: 'shop' }),
  listProjects: queryOf({
    limit: fc.constantFrom('1', '100'),
    skip: fc.constantFrom('0', '5000000'),
    search: text,
    sortField: fc.constantFrom('date', 'lastModified', 'name', ''),
    sortDirection: fc.constantFrom('asc', 'desc'),
    groupId: fc.oneof(text, fc.constant('none')),
    createdFrom: fc.constantFrom('2026-11-20', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00+02:00'),
    createdTo: fc.constantFrom('2026-11-20', '2026-11-20T10:00:00Z'),
  }),
  listGroups: queryOf({ limit: fc.constantFrom('1', '100'), skip: fc.constantFrom('0', '5') }),
  listVersions: queryOf({ limit: fc.constantFrom('1', '100'), skip: fc.constantFrom('0', '5000') }),
  getVersionDiff: fc.constantFrom('abcdef0', 'A'.repeat(40)).map((commitSha) => ({ commitSha })),
  getProductionLogs: queryOf({
    regexSearch: fc.constantFrom('error', '^GET'),
  }).map((query) => ({ from: '2026-11-19T10:00:00.000Z', ...query })),
  listDeliveries: queryOf({ limit: fc.constantFrom('1', '200'), cursor: fc.constantFrom('1', '99999999') }),
};

/** Refused with 400 too while the project is not published, or its server not up. */
const NEEDS_STATE: ReadonlySet<OperationName> = new Set(['getVersionDiff', 'getProductionLogs']);

function queryOf(fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<Record<string, string>> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

/** The path as a browser asks for it, on a project of the operation's engine. */
function pathOf({ path, engine }: Operation): string {
  return path
    .replace(':projectId', engine === 'legacy' ? 'older' : 'shop')
    .replace(':webhookId', 'w1')
    .replace(':recordId', 'r1')
    .replace(':groupId', 'group-1')
    .replace(':versionId', 'v1')
    .replace(':secretId', 's1');
}

/**
 * Calls the local service directly. It refuses a form with 400, or 429 before it has read all of it; anything
 * else means that it accepted the form.
 */
async function serviceTakes(operation: Operation, search: string, body: unknown): Promise<boolean> {
  const base = `${inject('serviceUrl')}/api/v1${operation.base === 'builder' ? '/vcaas' : ''}`;
  const response = await fetch(`${base}${pathOf(operation)}${search}`, {
    method: operation.method,
    headers: {
      'api-key': inject('serviceApiKey'),
      ...(operation.isUpload ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: operation.isUpload ? fileForm(body) : JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response.status !== 400 && response.status !== 429;
}

/** An upload as the service takes it; browsers send it to the edge as JSON. */
function fileForm(body: unknown): FormData {
  const { name, content } = body as { name: string; content: string };
  const form = new FormData();
  form.set('file', new Blob([atob(content)]), name);
  return form;
}

function edgeTakes(name: OperationName, search: string, body: unknown): boolean {
  const operation: Operation = catalogue[name];
  if (operation.reach === 'launches') return operation.body !== null && parseRequest(operation.body, body).ok;
  const { method } = operation;
  const text = body === undefined ? null : JSON.stringify(body);
  return matchAndCheck({ method, path: pathOf(operation), search, body: text, hasHeader: () => false }, null)
    .ok;
}

test('every operation with a body or a query is called here with what the reference shows of it', () => {
  const withBody = operationNames.filter((name) => catalogue[name].body !== null);
  expect(Object.keys(BODIES).toSorted()).toEqual(withBody.toSorted());
  const withQuery = operationNames.filter((name) => catalogue[name].query !== null);
  expect(Object.keys(QUERIES).toSorted()).toEqual(withQuery.toSorted());
});

test.each(Object.keys(BODIES) as OperationName[])(
  '%s: a body that the service takes is let through',
  async (name) => {
    const bodies = BODIES[name] ?? fc.constant(undefined);
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        if (!(await serviceTakes(catalogue[name], '', body))) return;
        taken += 1;
        expect([name, body, edgeTakes(name, '', body)]).toEqual([name, body, true]);
      }),
      { numRuns: 100 },
    );
    expect([name, taken > 20]).toEqual([name, true]);
  },
);

test.each(Object.keys(QUERIES) as OperationName[])(
  '%s: a query that the service takes is let through',
  async (name) => {
    const queries = QUERIES[name] ?? fc.constant({});
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const search = `?${new URLSearchParams(query)}`;
        if (!NEEDS_STATE.has(name)) expect(await serviceTakes(catalogue[name], search, undefined)).toBe(true);
        expect([search, edgeTakes(name, search, undefined)]).toEqual([search, true]);
      }),
      { numRuns: 60 },
    );
  },
);
