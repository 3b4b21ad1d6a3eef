import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { catalogue, type OperationName, operationNames } from '../../shared/operations/catalogue.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  await control('addProject', { projectId: 'old-shop', engine: 'legacy' });
  owner = await pair();
});
afterEach(() => reset());

const ask = (method: string, path: string, body?: unknown) => owner.ask(method, `/service${path}`, body);

test('a response passes whole, with the length that a list reports', async () => {
  const { data, headers } = await ask('GET', '/projects?limit=1');
  expect(data).toHaveLength(1);
  const paging = ['x-total-count', 'x-limit', 'x-skip', 'x-has-more'];
  expect(paging.map((name) => headers.get(name))).toEqual(['2', '1', '0', 'true']);
  expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(expect.arrayContaining(paging));
  expect(headers.get('cache-control')).toContain('no-store');
});

test('what only the service can know passes through untouched (service reference, Errors)', async () => {
  const missing = await ask('GET', '/projects/nowhere');
  expect([missing.status, missing.code]).toEqual([404, 'PROJECT_NOT_FOUND']);
  const idle = await ask('POST', '/projects/shop/agent/stop');
  expect([idle.status, idle.code]).toEqual([400, 'NO_PROCESS_RUNNING']);
});

test.each([
  [{ kind: 'error', status: 401, code: 'X' }, 502, 'EDGE_KEY_REJECTED'],
  [{ kind: 'html', status: 503 }, 502, 'EDGE_SERVICE_UNREACHABLE'],
  [{ kind: 'error', status: 503, code: 'MAINTENANCE' }, 503, 'MAINTENANCE'],
  [{ kind: 'redirect', location: 'https://evil.example/' }, 502, 'EDGE_SERVICE_UNEXPECTED'],
  [{ kind: 'wrong-envelope' }, 502, 'EDGE_SERVICE_UNEXPECTED'],
  [{ kind: 'truncated' }, 502, 'EDGE_SERVICE_UNREACHABLE'],
  [{ kind: 'reset-before' }, 502, 'EDGE_SERVICE_UNREACHABLE'],
  [{ kind: 'reset-after' }, 502, 'EDGE_SERVICE_UNREACHABLE'],
  [{ kind: 'hang' }, 504, 'EDGE_SERVICE_TIMEOUT'],
])('%j of the service becomes %i %s', async (fault, status, code) => {
  await control('addFault', { operation: 'getAccount', count: 9, ...fault });
  const reply = await ask('GET', '/account');
  expect([reply.status, reply.code]).toEqual([status, code]);
  const { redirectsFollowed } = await control<{ redirectsFollowed: unknown[] }>('counters');
  expect(redirectsFollowed).toEqual([]);
});

test('a read that failed for a moment is read again', async () => {
  await control('addFault', { operation: 'getAccount', kind: 'reset-before', count: 1 });
  expect((await ask('GET', '/account')).status).toBe(200);
});

test('how long the service wants to be left alone is passed on', async () => {
  await control('addFault', {
    operation: 'getAccount',
    kind: 'error',
    status: 429,
    code: 'RATE_LIMITED',
    retryAfterSeconds: 30,
    count: 1,
  });
  const reply = await ask('GET', '/account');
  expect([reply.status, reply.code, reply.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '30']);
});

test('a database read uses the route of the project’s engine, which is read once', async () => {
  expect((await ask('GET', '/projects/shop/database/schema')).status).toBe(200);
  expect((await ask('GET', '/projects/old-shop/database/schema')).status).toBe(200);
  expect((await ask('GET', '/projects/old-shop/database/tables-structure')).status).toBe(200);
  expect((await callsOf()).getProject).toBe(2);
});

test('a database write for the other engine gets its own route from the service (service reference, Engine errors)', async () => {
  const reply = await ask('POST', '/projects/old-shop/database/rows', { env: 'development', table: 't' });
  expect([reply.status, reply.code]).toEqual([400, 'PROJECT_ENGINE_MISMATCH']);
  expect(reply.details).toMatchObject({
    engine: 'legacy',
    useEndpoint: expect.stringMatching(/^POST .*query$/),
  });
});

test('a wrong memory of an engine refuses no write', async () => {
  await ask('GET', '/projects/shop/database/schema');
  await control('setProject', 'shop', { engine: 'legacy' });
  await owner.ask('POST', '/write-mode/shop?place=production');
  await ask('POST', '/projects/shop/database/records', { tableName: 't', data: { a: 1 } });
  const query = await ask('POST', '/projects/shop/database/query', { tableName: 't' });
  expect([query.status, query.data.results]).toMatchObject([200, [{ a: 1 }]]);
});

test.each([401, 402, 403, 404, 413, 429])(
  'a %i with a page of something in between is handed on as no status of the service',
  async (status) => {
    await control('addFault', { operation: 'getAccount', kind: 'html', status, count: 9 });
    const { status: told, code } = await ask('GET', '/account');
    const isLater = status === 429;
    expect([told, code]).toEqual([502, `EDGE_SERVICE_${isLater ? 'UNREACHABLE' : 'UNEXPECTED'}`]);
  },
);

test.each([
  [{ kind: 'wrong-envelope', status: 403, body: { error: 'not you' } }, 403, 'EDGE_SERVICE_FORBIDDEN'],
  [{ kind: 'wrong-envelope', status: 404, body: { error: 'no' } }, 404, 'EDGE_SERVICE_NOT_AVAILABLE'],
  [{ kind: 'wrong-envelope', status: 400, body: { error: 'no' } }, 400, 'EDGE_SERVICE_REFUSED'],
])('%j, which has no code of the service, is reported as %i %s', async (fault, status, code) => {
  await control('addFault', { operation: 'getProject', count: 9, ...fault });
  const reply = await ask('GET', '/projects/shop');
  expect([reply.status, reply.code]).toEqual([status, code]);
});

test('what was remembered of an engine is corrected by the service (service reference, Engine errors)', async () => {
  await ask('GET', '/projects/shop/database/schema');
  await control('setProject', 'shop', { engine: 'legacy' });
  expect((await ask('GET', '/projects/shop/database/schema')).status).toBe(200);
  const before = await callsOf();
  expect((await ask('GET', '/projects/shop/database/schema')).status).toBe(200);
  const after = await callsOf();
  const sum = (calls: Record<string, number>) => Object.values(calls).reduce((all, one) => all + one, 0);
  expect(sum(after) - sum(before)).toBe(1);
});

test("the start of a project webhook's secret is redacted, as the secret is", async () => {
  const owned = `/projects/shop/webhook`;
  const set = await ask('PUT', owned, { url: 'https://receiver.example/hook' });
  expect([set.status, Object.keys(set.data).sort()]).toEqual([200, ['enabled', 'url']]);
  const read = await ask('GET', owned);
  expect([read.status, Object.keys(read.data).sort()]).toEqual([200, ['enabled', 'url']]);
});

test('headers that a subscription sends are named, without their values', async () => {
  // By another program with the same key: the edge registers none with headers.
  const registered = await fetch(`${inject('serviceUrl')}/api/v1/vcaas/webhooks`, {
    method: 'PUT',
    headers: { 'api-key': inject('serviceApiKey'), 'content-type': 'application/json' },
    body: JSON.stringify({
      url: 'https://receiver.example/x',
      event: 'project.paused',
      headers: { authorization: 'x' },
    }),
  });
  expect(registered.status).toBe(201);
  const { webhooks } = (await ask('GET', '/webhooks')).data;
  const shown = webhooks.find(({ url }: { url: string }) => url === 'https://receiver.example/x');
  expect(shown).toBeDefined();
  expect(shown.headers).toEqual({ authorization: null });
});

test('a paid operation needs an idempotency key', async () => {
  const reply = await ask('POST', '/projects/shop/deployments/deploy');
  expect([reply.status, reply.code]).toEqual([400, 'EDGE_KEY_MISSING']);
  expect((await callsOf()).deployProject).toBeUndefined();
});

test('a body larger than the bound is refused while it is read', async () => {
  const reply = await ask('PATCH', '/projects/shop', JSON.stringify({ label: 'x'.repeat(3_000_000) }));
  expect([reply.status, reply.code]).toEqual([413, 'EDGE_BODY_TOO_LARGE']);
});

/** What a project refuses that was never published and has no versions. */
const REFUSED: Partial<Record<OperationName, string>> = {
  getVersionDiff: 'INVALID_COMMIT_SHA',
  getProductionLogs: 'PROD_LOGS_WORKER_ERROR',
};

test('what the service answers to a read is what the catalogue says', async () => {
  await control('startRun', 'shop');
  await ask('PUT', '/webhooks', { url: 'https://receiver.example/x', event: 'project.paused' });
  const [{ id: webhookId }] = (await ask('GET', '/webhooks')).data.webhooks;
  await control('addGroup', { groupId: 'group-1', own: true, full: false });
  const queries: Partial<Record<OperationName, string>> = {
    getSpending: '?from=2026-11-01&to=2026-11-20',
    getVersionDiff: '?commitSha=abcdef0',
    getProductionLogs: '?from=2026-11-20T00:00:00Z',
  };
  for (const name of operationNames) {
    const { method, reach, path, data, engine } = catalogue[name];
    if (method !== 'GET' || reach !== 'gateway') continue;
    const projectId = engine === 'legacy' ? 'old-shop' : 'shop';
    const filled = path
      .replace(':projectId', projectId)
      .replace(':webhookId', webhookId)
      .replace(':groupId', 'group-1');
    const reply = await ask('GET', `${filled}${queries[name] ?? ''}`);
    if (reply.code !== null && reply.code === REFUSED[name]) continue;
    expect([name, reply.status]).toEqual([name, 200]);
    expect([name, data.safeParse(reply.data).error?.issues ?? []]).toEqual([name, []]);
  }
});

test('below owner, receivers of webhooks are shown by their host: paths, queries and user parts may be credentials', async () => {
  const url = 'https://user:pass@receiver.example/hooks/T0KEN?key=s3cret';
  await ask('PUT', '/webhooks', { url, event: 'project.paused' });
  expect((await ask('GET', '/webhooks')).data.webhooks[0].url).toContain('T0KEN');
  for (const role of ['viewer', 'builder'] as const) {
    const device = await pairAs(owner, role);
    const listed = await device.ask('GET', '/service/webhooks');
    expect(listed.data.webhooks.map((one: { url: string }) => one.url)).toEqual(['https://receiver.example']);
    const pointed = await device.ask('GET', '/service/projects/shop/webhook');
    expect(JSON.stringify([listed.data, pointed.data])).not.toMatch(/T0KEN|s3cret|pass/);
  }
});

test('rows of either engine come without passwords, which can’t be asked about', async () => {
  const secret = 'canary-hunter2';
  const row = { id: '1', name: 'Ann', password: secret, profile: { Pass_Phrase: secret } };
  await control('addRows', 'shop', 'development', 'password_resets', [row]);
  await control('addRows', 'old-shop', 'production', 'people', [row]);
  const place = { env: 'development', table: 'password_resets' };
  const builder = await pairAs(owner, 'builder');
  for (const { ask } of [builder, owner]) {
    const rows = await ask('POST', '/service/projects/shop/database/rows', place);
    expect(rows.data.rows).toEqual([{ id: '1', name: 'Ann', profile: {} }]);
    const older = await ask('POST', '/service/projects/old-shop/database/query', { tableName: 'people' });
    expect(older.data.results).toEqual([expect.objectContaining({ id: '1', name: 'Ann', profile: {} })]);
    expect(rows.text + older.text).not.toContain(secret);
  }
  const before = (await callsOf()).queryRows;
  for (const asked of [
    { filter: { and: [{ column: 'password', op: 'gt', value: 'c' }] } },
    { filter: { or: [{ password: { like: 'c%' } }] } },
    { sort: [{ column: 'password', dir: 'asc' }] },
    { groupBy: ['passwd'] },
  ]) {
    const { status, code } = await builder.ask('POST', '/service/projects/shop/database/rows', {
      ...place,
      ...asked,
    });
    expect([status, code], JSON.stringify(asked)).toEqual([400, 'EDGE_INVALID_REQUEST']);
  }
  const query = { tableName: 'people', queryOptions: { _filter: { password: { gt: 'c' } } } };
  expect((await builder.ask('POST', '/service/projects/old-shop/database/query', query)).status).toBe(400);
  expect((await callsOf()).queryRows).toBe(before);
});

test('rows of either engine are asked for with the operators that the reference names, and no other', async () => {
  await control('addRows', 'shop', 'development', 'people', [{ id: '1', age: 30 }]);
  await control('addRows', 'old-shop', 'production', 'people', [{ id: '1', age: 30 }]);
  const builder = await pairAs(owner, 'builder');
  const rows = (op: string) =>
    builder.ask('POST', '/service/projects/shop/database/rows', {
      ...{ env: 'development', table: 'people' },
      filter: { and: [{ column: 'age', op, value: 30 }] },
    });
  const older = (op: string) =>
    builder.ask('POST', '/service/projects/old-shop/database/query', {
      ...{ tableName: 'people', queryOptions: { _filter: { age: { [op]: 30 } } } },
    });
  expect([(await rows('gte')).status, (await older('gte')).status]).toEqual([200, 200]);
  const before = await callsOf();
  for (const op of ['ne', 'lt', 'in', 'like', 'startsWith', '$gt'])
    for (const refused of [await rows(op), await older(op)]) {
      expect([op, refused.status, refused.code]).toEqual([op, 400, 'EDGE_INVALID_REQUEST']);
      expect(refused.text, 'the refusal names what is taken').toContain('eq and gte');
    }
  const { queryRows, queryTable } = await callsOf();
  expect([queryRows, queryTable]).toEqual([before.queryRows, before.queryTable]);
});

test('what a builder writes into a row is returned without its password', async () => {
  const builder = await pairAs(owner, 'builder');
  await builder.ask('POST', '/write-mode/shop?place=development');
  const made = await builder.ask('POST', '/service/projects/shop/database/records', {
    ...{ env: 'development', table: 'people' },
    data: { name: 'Ann', password: 'canary-hunter2' },
  });
  expect([made.status, made.text]).toEqual([200, expect.stringContaining('Ann')]);
  expect(made.text).not.toContain('canary');
});

test('SQL, which can name a column anew, is for owners, whose statements return what they ask for', async () => {
  await control('addRows', 'shop', 'development', 'people', [{ id: '1', password: 'canary-hunter2' }]);
  const statement = { env: 'development', sql: 'select password as p from people' };
  const builder = await pairAs(owner, 'builder');
  const refused = await builder.ask('POST', '/service/projects/shop/database/sql', statement);
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_ROLE_FORBIDDEN']);
  expect((await callsOf()).runSql).toBeUndefined();
  expect((await ask('POST', '/projects/shop/database/sql', statement)).text).toContain('canary-hunter2');
});
