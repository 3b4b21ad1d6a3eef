import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UPLOAD_MAX_BYTES } from '../../shared/data-api/file-operations.ts';
import { loggedLines } from '../testing/captured-log.ts';
import { projectWithData } from '../testing/data.ts';
import { callEdge, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  builder = await pairAs(owner, 'builder');
});
afterEach(() => reset());

const LAMP = { sku: 'L-1', name: 'Lamp', price: 31 };
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(500)]);

describe('data keys', () => {
  test('a key is tested first, the app that it opens is shown, and it is kept when the owner confirms', async () => {
    await control('addProject', { projectId: 'shop', label: 'Shop' });
    await control('addTables', 'shop', [{ type: 'order', label: 'Orders', properties: [{ name: 'no' }] }]);
    const key = 'data-local-shop';
    const tested = await owner.ask('PUT', '/data-keys/shop', { key });
    expect(tested.data).toMatchObject({
      kind: 'confirm',
      looksRight: true,
      app: { tables: [{ type: 'order', label: 'Orders' }] },
    });
    expect((await owner.ask('GET', '/data-keys')).data).toEqual([]);
    const kept = await owner.ask('PUT', '/data-keys/shop', { key, confirm: tested.data.confirm });
    expect(kept.data).toMatchObject({ kind: 'kept', record: { projectId: 'shop', rejectedAt: null } });
    const listed = await owner.ask('GET', '/data-keys');
    expect(listed.data).toMatchObject([{ projectId: 'shop' }]);
    expect(tested.text + kept.text + listed.text).not.toContain(key);
  });

  test("another project's key passes the test too: what it opens is reported, and a confirmation of one app keeps no key of another", async () => {
    for (const projectId of ['shop', 'club']) await control('addProject', { projectId });
    const wrong = await owner.ask('PUT', '/data-keys/shop', { key: 'data-local-club' });
    expect(wrong.data).toMatchObject({ kind: 'confirm', looksRight: false });
    const crossed = await owner.ask('PUT', '/data-keys/shop', {
      key: 'data-local-shop',
      confirm: wrong.data.confirm,
    });
    expect([crossed.status, crossed.details]).toMatchObject([400, { field: 'confirm' }]);
    expect((await owner.ask('GET', '/data-keys')).data).toEqual([]);
  });

  test('a wrong key, and a project that is not there, are refused by name', async () => {
    await control('addProject', { projectId: 'shop' });
    const wrong = await owner.ask('PUT', '/data-keys/shop', { key: 'data-wrong-key' });
    expect([wrong.status, wrong.code, wrong.details]).toEqual([
      400,
      'EDGE_DATA_KEY_REJECTED',
      { field: 'key' },
    ]);
    const nowhere = await owner.ask('PUT', '/data-keys/nowhere', { key: 'data-local-shop' });
    expect([nowhere.status, nowhere.code]).toEqual([404, 'EDGE_NOT_FOUND']);
  });

  test('only owners write, list and forget them', async () => {
    await projectWithData(owner);
    for (const [method, path] of [
      ['GET', '/data-keys'],
      ['DELETE', '/data-keys/shop'],
    ] as const)
      expect((await builder.ask(method, path)).code).toBe('EDGE_ROLE_FORBIDDEN');
    const put = await builder.ask('PUT', '/data-keys/shop', { key: 'data-local-shop' });
    expect(put.code).toBe('EDGE_ROLE_FORBIDDEN');
  });

  test('without a key, with a forgotten one and with a revoked one each has its own error; a restart loses none', async () => {
    await projectWithData(owner);
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    expect((await builder.ask('GET', '/data/shop/crud/product')).status).toBe(200);
    await control('removeDataKey', 'data-local-shop');
    const revoked = await builder.ask('GET', '/data/shop/crud/product');
    expect([revoked.status, revoked.code]).toEqual([502, 'EDGE_DATA_KEY_REJECTED']);
    expect((await owner.ask('GET', '/data-keys')).data[0].rejectedAt).toBeGreaterThan(0);
    expect((await owner.ask('DELETE', '/data-keys/shop')).data).toEqual({ removed: true });
    const missing = await builder.ask('GET', '/data/shop/crud/product');
    expect([missing.status, missing.code]).toEqual([409, 'EDGE_DATA_KEY_MISSING']);
  });
});

describe('records', () => {
  beforeEach(() => projectWithData(owner));

  test('records are read by filter, sort and page, and the number of all is reported in a header', async () => {
    await control(
      'addRecords',
      'shop',
      'product',
      [3, 1, 2].map((price) => ({ sku: `S-${price}`, price })),
    );
    const query = new URLSearchParams({
      filter: '[{"price":{"gte":2}}]',
      sort: '{"price":1}',
      pagination: '{"limit":1,"page":0}',
      returnCount: 'true',
    });
    const listed = await builder.ask('GET', `/data/shop/crud/product?${query}`);
    expect(listed).toMatchObject({ status: 200, data: [{ sku: 'S-2' }] });
    expect(listed.headers.get('x-total-count')).toBe('2');
    expect(listed.headers.get('cache-control')).toContain('no-store');
    const asked = await builder.ask('POST', '/data/shop/crud/query/product', {
      filter: [{ or: [{ sku: 'S-1' }, { sku: 'S-3' }] }],
      sort: { sku: -1 },
    });
    expect(asked.data.map(({ sku }: { sku: string }) => sku)).toEqual(['S-3', 'S-1']);
  });

  test('a refusal of the backend keeps its words, its field and its status', async () => {
    const refused = await builder.ask('POST', '/data/shop/crud/query/product', {
      filter: [{ nothing: 1 }],
    });
    expect([refused.status, refused.code]).toEqual([400, 'EDGE_SERVICE_REFUSED']);
    expect(refused.details).toMatchObject({ field: 'nothing' });
    expect(refused.text).toContain('has no property nothing');
    const gone = await builder.ask('GET', '/data/shop/crud/product/0123456789abcdef');
    expect([gone.status, gone.code]).toEqual([404, 'EDGE_DATA_NOT_FOUND']);
  });

  test('a viewer sees no record, and only an owner deletes or sees users', async () => {
    const viewer = await pairAs(owner, 'viewer');
    const asked = (await callsOf())['data.listRecords'] ?? 0;
    expect((await viewer.ask('GET', '/data/shop/crud/product')).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await callsOf())['data.listRecords'] ?? 0).toBe(asked);
    for (const [method, path] of [
      ['DELETE', '/data/shop/crud/product/a'],
      ['GET', '/data/shop/user'],
      ['DELETE', '/data/shop/files/a.png'],
      ['GET', '/data/shop/backup/a.json'],
    ] as const)
      expect([path, (await builder.ask(method, path)).code]).toEqual([path, 'EDGE_ROLE_FORBIDDEN']);
    const scan = { fileName: 'a.png', options: { removeFileAfterScan: true } };
    const removing = await builder.ask('POST', '/data/shop/files/scan-invoice', scan, {
      'idempotency-key': 'scan-00001',
    });
    expect(removing.code).toBe('EDGE_ROLE_FORBIDDEN');
  });

  test.each([
    ['GET', '/data/shop/crud/%2e%2e%2forganization'],
    ['GET', '/data/shop/files/download/..%2fuser'],
    ['GET', '/data/shop/files/download/a..b'],
    ['GET', '/data/shop/nowhere'],
    ['PUT', '/data/shop/crud/product'],
    ['POST', '/data/shop/openai/completion'],
    ['GET', '/data/sh%6fp/crud/product'],
  ])(
    'what is no operation of the catalogue is refused before anything is asked: %s %s',
    async (method, path) => {
      // The edge looks after its webhooks meanwhile.
      const asked = async () => Object.entries(await callsOf()).filter(([name]) => name.startsWith('data.'));
      const before = await asked();
      const refused = await owner.ask(method, path, method === 'GET' ? undefined : {});
      expect([refused.status, refused.code].join(' ')).toMatch(/^(403 EDGE_NOT_ALLOWED|404 EDGE_NOT_FOUND)$/);
      expect(await asked()).toEqual(before);
    },
  );

  test.each([
    { type: 'product', customMongoQuery: '[{"$out":"copy"}]' },
    { type: 'product', customMongoQuery: '[{"$match":{"$where":"1"}}]' },
    {
      type: 'product',
      customMongoQuery: '[{"$lookup":{"from":"data_x","pipeline":[{"$merge":"y"}],"as":"z"}}]',
    },
  ])('a pipeline that writes or runs code never leaves the edge: %j', async (body) => {
    const refused = await owner.ask('POST', '/data/shop/filter/custom-mongo-aggregation-query', body);
    expect([refused.status, refused.details]).toEqual([400, { field: 'customMongoQuery' }]);
    expect((await callsOf())['data.aggregate'] ?? 0).toBe(0);
  });

  test('a pipeline that reads is run', async () => {
    await control('addRecords', 'shop', 'product', [LAMP, { ...LAMP, sku: 'L-2' }]);
    const response = await builder.ask('POST', '/data/shop/filter/custom-mongo-aggregation-query', {
      type: 'product',
      customMongoQuery: '[{"$group":{"_id":"$name","n":{"$sum":1}}}]',
    });
    expect(response.data).toEqual([{ _id: 'Lamp', n: 2 }]);
  });

  test('no password is ever returned, wherever it is in a response', async () => {
    await control('addFault', {
      operation: 'data.listUsers',
      kind: 'wrong-envelope',
      body: {
        data: [{ _id: 'u', name: 'Ann', password: 'canary-user-password', more: [{ password: 'x' }] }],
      },
      count: 1,
    });
    const users = await owner.ask('GET', '/data/shop/user');
    expect(users.data).toEqual([{ _id: 'u', name: 'Ann', more: [{}] }]);
    expect(users.text).not.toContain('password');
  });

  test.each([
    [{ kind: 'error', status: 429, code: 'SLOW', retryAfterSeconds: 7 }, 429, 'SLOW'],
    [{ kind: 'error', status: 503, code: 'DOWN' }, 502, 'EDGE_DATA_UNEXPECTED'],
    [{ kind: 'html', status: 502 }, 502, 'EDGE_DATA_UNREACHABLE'],
    [{ kind: 'redirect', status: 302, location: 'https://elsewhere.example/' }, 502, 'EDGE_DATA_UNEXPECTED'],
    [{ kind: 'reset-before' }, 502, 'EDGE_DATA_UNREACHABLE'],
    [{ kind: 'truncated' }, 502, 'EDGE_DATA_UNREACHABLE'],
  ])('a backend that fails is reported as what it is: %j', async (fault, status, code) => {
    await control('addFault', { operation: 'data.listRecords', count: 1, ...fault });
    const response = await builder.ask('GET', '/data/shop/crud/product');
    expect([response.status, response.code]).toEqual([status, code]);
    if (status === 429) expect(response.headers.get('retry-after')).toBe('7');
  });

  test('a response that holds the key is not passed on', async () => {
    await control('addFault', {
      operation: 'data.getOrganization',
      kind: 'wrong-envelope',
      body: { data: { echo: 'data-local-shop' } },
      count: 1,
    });
    const response = await builder.ask('GET', '/data/shop/organization');
    expect([response.status, response.text.includes('data-local-shop')]).toEqual([502, false]);
  });

  test('the log names the operation of a failed call, never a key, a value or a filter', async () => {
    await builder.ask('POST', '/data/shop/crud/query/product', { filter: [{ nothing: 'canary-value' }] });
    const log = loggedLines().join('\n');
    expect(log).toContain('data.queryRecords');
    expect(log).not.toMatch(/canary-value|data-local|nothing/);
  });
});

describe('files', () => {
  beforeEach(() => projectWithData(owner));

  const upload = (body: BodyInit, fileName = 'lamp.png') =>
    callEdge('POST', `/data/shop/files/upload?fileName=${encodeURIComponent(fileName)}`, {
      headers: {
        authorization: `Bearer ${builder.token}`,
        origin: `chrome-extension://${'a'.repeat(32)}`,
        'content-type': 'application/octet-stream',
      },
      body,
    });

  test('an image is passed on as it is, under its own name and the extension of what it is', async () => {
    const uploaded = await upload(PNG, 'lamp new.jpg');
    expect(uploaded.status).toBe(200);
    expect(uploaded.data).toMatch(/\.png$/);
    const result = await builder.ask('GET', `/data/shop/files/download/${uploaded.data}`);
    const stored = await (await fetch(result.data[0])).bytes();
    expect(stored).toEqual(PNG);
  });

  test('a file is stored and linked to the records of a filter, in write mode, by an owner where they are several', async () => {
    await control('addTables', 'shop', [
      {
        type: 'bill',
        label: 'Bills',
        properties: [{ name: 'no' }, { name: 'payer' }, { name: 'scan', propertyType: 'file' }],
      },
    ]);
    await control('addRecords', 'shop', 'bill', [
      { no: '1', payer: 'Ann Ó' },
      { no: '2', payer: 'Ann Ó' },
      { no: '3', payer: 'Bob' },
    ]);
    const [{ _id: table, properties }] = (await builder.ask('GET', '/data/shop/data-structure')).data.filter(
      ({ type }: { type: string }) => type === 'bill',
    );
    const base64 = (value: unknown) =>
      btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
    const link = (who: Paired, filter: unknown, limit: string, body: BodyInit = PNG) => {
      const query = new URLSearchParams({
        ...{ fileName: 'bill.png', table, file_field: properties.scan.id, limit },
        filter: typeof filter === 'string' ? filter : base64(filter),
      });
      return callEdge('POST', `/data/shop/integrations/upload-file?${query}`, {
        headers: { authorization: `Bearer ${who.token}`, origin: `chrome-extension://${'a'.repeat(32)}` },
        body,
      });
    };
    const ofAnn = [{ field: properties.payer.id, value: 'Ann Ó' }];
    expect((await link(builder, ofAnn, '1')).code).toBe('EDGE_WRITE_MODE_OFF');
    for (const who of [builder, owner]) await who.ask('POST', '/write-mode/shop?place=app');
    expect((await link(builder, ofAnn, '2')).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await link(owner, [], '2')).details).toEqual({ field: 'filter' });
    expect((await link(owner, 'W3s', '2')).details).toEqual({ field: 'filter' });
    expect((await link(owner, ofAnn, '501')).details).toEqual({ field: 'limit' });
    expect((await link(owner, ofAnn, '2', '<script>')).details).toEqual({ field: 'file' });
    expect((await callsOf())['data.uploadAndLinkFile'] ?? 0).toBe(0);
    expect((await link(builder, [{ field: properties.no.id, value: '3' }], '1')).data).toMatchObject([
      { no: '3' },
    ]);
    expect((await link(owner, ofAnn, '2')).data).toHaveLength(2);
    const bills = (await builder.ask('GET', '/data/shop/crud/bill')).data;
    expect(bills.map(({ scan }: { scan?: { name: string } }) => /\.png$/.test(scan?.name ?? ''))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('a file without a known length streams too, in whatever pieces it comes', async () => {
    const pieces = [PNG.slice(0, 3), PNG.slice(3, 9), PNG.slice(9)];
    const body = new ReadableStream({
      pull(controller) {
        const next = pieces.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    expect((await upload(body)).data).toMatch(/\.png$/);
  });

  test('any other file keeps its name, and an extension where it has none (data reference, upload)', async () => {
    expect((await upload('name,seats\nAda,2\n', 'guests.csv')).data).toMatch(/\.csv$/);
    expect((await upload('name,seats\nAda,2\n', 'guests')).data).toMatch(/\.bin$/);
  });

  test('what is no image or PDF by its first bytes is refused where its name says so', async () => {
    const refused = await upload('<script>alert(1)</script>', 'lamp.png');
    expect([refused.status, refused.details]).toEqual([400, { field: 'file' }]);
    expect((await upload('', 'lamp.png')).status).toBe(400);
    expect((await callsOf())['data.uploadFile'] ?? 0).toBe(0);
  });

  test('more than 20 MiB are refused, also when the length is not reported beforehand', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(sent === 0 ? PNG : new Uint8Array(1024 * 1024));
        if (++sent > UPLOAD_MAX_BYTES / 1024 / 1024 + 2) controller.close();
      },
    });
    const refused = await upload(body);
    expect([refused.status, refused.code]).toEqual([413, 'EDGE_BODY_TOO_LARGE']);
  });

  test('somebody who may not upload is answered although the file never ends', async () => {
    const viewer = await pairAs(owner, 'viewer');
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(PNG) });
    const refused = await callEdge('POST', '/data/shop/files/upload?fileName=a.png', {
      headers: { authorization: `Bearer ${viewer.token}`, origin: `chrome-extension://${'a'.repeat(32)}` },
      body,
    });
    expect(refused.code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await callsOf())['data.uploadFile'] ?? 0).toBe(0);
  });

  test('a call that may cost is made once per key, and its response is there for a browser that did not get it', async () => {
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const ask = (key: string, sent: unknown = body) =>
      builder.ask('POST', '/data/shop/openai/chat-completion', sent, { 'idempotency-key': key });
    const made = () => callsOf().then((calls) => calls['data.createChatCompletion'] ?? 0);
    expect((await builder.ask('POST', '/data/shop/openai/chat-completion', body)).code).toBe(
      'EDGE_KEY_MISSING',
    );
    const first = await ask('chat-00001');
    const again = await ask('chat-00001');
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await ask('chat-00001', { ...body, model: 'other' })).code).toBe('EDGE_KEY_REUSED');
    expect(await made()).toBe(1);
    const twice = await Promise.all([ask('chat-00002'), ask('chat-00002')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await made()).toBe(2);
  });

  test('one whose answer is lost is unknown and never sent again under its key', async () => {
    await control('addFault', { operation: 'data.createChatCompletion', kind: 'reset-after', count: 1 });
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const ask = () =>
      builder.ask('POST', '/data/shop/openai/chat-completion', body, { 'idempotency-key': 'chat-00003' });
    const lost = await ask();
    expect([lost.status, lost.data]).toMatchObject([
      202,
      { state: 'unknown', operation: 'data.createChatCompletion' },
    ]);
    expect((await ask()).status).toBe(202);
    expect((await builder.ask('GET', '/paid-calls/chat-00003')).data.state).toBe('unknown');
    expect((await callsOf())['data.createChatCompletion']).toBe(1);
  });

  test('a spent budget of the feature refuses the call with the code that the builder service has for it', async () => {
    await owner.ask('PUT', '/service/projects/shop/limits', { features: { ai_text: { enabled: false } } });
    const refused = await builder.ask(
      'POST',
      '/data/shop/openai/chat-completion',
      { messages: [{ role: 'user', content: 'Hello' }] },
      { 'idempotency-key': 'chat-00004' },
    );
    expect(refused.code).toBe('FEATURE_DISABLED');
  });

  test('a browser that has spent its daily limit makes none', async () => {
    await owner.ask('PATCH', `/devices/${builder.deviceId}`, { dailySpendCredits: 0 });
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const refused = await builder.ask('POST', '/data/shop/openai/chat-completion', body, {
      'idempotency-key': 'chat-00005',
    });
    expect(refused.code).toBe('EDGE_SPEND_GUARD');
  });
});
