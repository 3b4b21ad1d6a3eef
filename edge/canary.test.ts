import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { loggedLines } from './testing/captured-log.ts';
import { PRODUCT_TABLE } from './testing/data.ts';
import { carryDeliveries } from './testing/deliveries.ts';
import { callEdge, type EdgeReply, FIRST_OWNER_CODE, type Paired, pair, pairAs } from './testing/edge.ts';
import { live } from './testing/live.ts';
import { control } from './testing/local-service.ts';
import { reset } from './testing/reset.ts';
import { serviceResponse } from './testing/service-response.ts';

beforeEach(() => control('reset'));
afterEach(() => {
  vi.restoreAllMocks();
  return reset();
});

const SECRET_VALUE = 'canary-app-secret-value';
const DESIGNTOOL_TOKEN = 'fig_canarydesigntooltoken';
const DATA_KEY = 'data-canary-key-77ab';
/** A value of a record: returned to those who may read it, stored and logged nowhere. */
const RECORD_VALUE = 'canary-record-value';
const IMPORTED_VALUE = 'canary-imported-value';
const CHANNEL_TOKEN = 'canary-channel-token';
const CHANNEL_TOPIC = 'canary-channel-topic';
const RECEIVER_HEADER = 'canary-receiver-credential';

/** Tables that may be empty when everything was done. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'stale_marks',
  'outlooks',
  'balance_alarm',
  'site_looks',
  'marked_versions',
  'balance_changes',
  'balance_outlook',
  'launch_budgets',
  'guarded_runs',
  'alerts',
  'removed_channels',
  'channel_links',
  'link_uses',
  'webhook_sweeps',
  'locks',
]);

/** Everything that is kept: every row of the object, and every key, value and metadata of the event log. */
async function storageDump(): Promise<string> {
  const tables = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
      .map(({ name }) => ({
        name,
        rows: storage.sql.exec(`SELECT * FROM "${name}"`).toArray().map(readable),
      })),
  );
  const empty = tables.filter(({ name, rows }) => rows.length === 0 && !MAY_BE_EMPTY.has(name));
  expect(empty.map(({ name }) => name)).toEqual([]);
  const { keys } = await env.EVENTS.list();
  expect(keys.length).toBeGreaterThan(0);
  const events = await Promise.all(
    keys.map(
      async ({ name, metadata }) => `${name} ${JSON.stringify(metadata)} ${await env.EVENTS.get(name)}`,
    ),
  );
  return `${JSON.stringify(tables)}\n${events.join('\n')}`;
}

/** Bytes as text, to be searched. */
function readable(row: Record<string, SqlStorageValue>) {
  const text = (value: SqlStorageValue) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, text(value)]));
}

/** Receives deliveries with good and bad signatures, twice under another id, and one that the log refuses. */
async function takeDeliveriesIn(ask: Ask): Promise<void> {
  const deliveries = carryDeliveries();
  try {
    await control('startRun', 'shop', 'Add a page');
    await control('finishRun', 'shop');
    await control('emitIntegration', 'shop', 'order.paid', { total: 7 });
    await deliveries.arrived(2);
    const [kept] = deliveries.carried;
    if (!kept) throw new Error('Nothing was delivered.');
    const again = new Request(kept.request.clone(), { headers: kept.request.headers });
    again.headers.set('x-service-event-id', 'another-id');
    expect((await exports.default.fetch(again)).status).toBe(200);
    const forged = new Request(kept.request.clone(), { headers: kept.request.headers });
    forged.headers.set('x-service-signature', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`);
    expect((await exports.default.fetch(forged)).status).toBe(401);
    // To the end of the test, so that the outbox holds it however long everything else takes.
    vi.spyOn(Object.getPrototypeOf(env.EVENTS), 'put').mockRejectedValue(new Error('KV is down'));
    await control('emit', 'project.paused', { projectId: 'shop', state: 'paused' }, 'while-down');
    await deliveries.arrived(3);
    expect(deliveries.carried.map(({ status }) => status)).toEqual([200, 200, 200]);
  } finally {
    await deliveries.stop();
  }
  await ask('GET', '/events?project=shop');
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<EdgeReply>;

/** Writes a data key, reads and changes records under it, well and badly, and makes a call that may cost. */
async function touchData(ask: Ask): Promise<void> {
  await control('addTables', 'shop', [PRODUCT_TABLE]);
  await control('addDataKey', { key: DATA_KEY, projectId: 'shop' });
  const tested = await ask('PUT', '/data-keys/shop', { key: DATA_KEY });
  await ask('PUT', '/data-keys/shop', { key: DATA_KEY, confirm: tested.data.confirm });
  await ask('PUT', '/data-keys/shop', { key: `${DATA_KEY}-wrong` });
  await ask('GET', '/data-keys');
  await control('addRecords', 'shop', 'product', [{ sku: RECORD_VALUE }]);
  const filter = encodeURIComponent(JSON.stringify([{ sku: RECORD_VALUE }]));
  const read = await ask('GET', `/data/shop/crud/product?filter=${filter}`);
  expect(read.text).toContain(RECORD_VALUE);
  await ask('POST', '/data/shop/crud/query/product', { filter: [{ nothing: RECORD_VALUE }] });
  await ask('POST', '/write-mode/shop?place=app');
  await ask(
    'POST',
    '/data/shop/openai/chat-completion',
    { messages: [{ role: 'user', content: 'Hi' }] },
    { 'idempotency-key': 'chat-00001' },
  );
}

/** Imports rows, one of which is refused: both end, and their values with them. */
async function importRows(ask: Ask): Promise<void> {
  const rows = [RECORD_VALUE, IMPORTED_VALUE].map((sku) => ({ values: { sku } }));
  const form = { projectId: 'shop', table: 'product', rows };
  await ask('POST', '/imports', form, { 'idempotency-key': 'import-0001' });
  await vi.waitUntil(async () => (await ask('GET', '/imports/import-0001')).data.state === 'done', {
    timeout: 25_000,
    interval: 300,
  });
}

/** Sets guards, and has one override a cap. */
async function guardRuns(ask: Ask): Promise<void> {
  await ask('PUT', '/guards/shop', { kind: 'failures', inARow: 3 });
  const headers = { 'idempotency-key': 'prompt-0001', 'run-budget': '20' };
  const path = '/service/projects/shop/agent/start';
  // Refused without being sent, it may be asked again under its key.
  await vi.waitUntil(
    async () => (await ask('POST', path, { prompt: 'Add a page' }, headers)).status === 200,
    {
      timeout: 25_000,
      interval: 500,
    },
  );
  await ask('GET', '/guards/shop');
}

/** Sets alert channels that nobody answers: neither they nor what went wrong may give back an address. */
async function setChannel(ask: Ask): Promise<void> {
  const target = { kind: 'ntfy', url: `http://127.0.0.1:9/${CHANNEL_TOPIC}`, token: CHANNEL_TOKEN };
  const rules = { name: 'Phone', tells: ['everything'], over: true, hours: null, language: 'en' };
  await ask('PUT', '/channels/channel-1', { kind: 'ntfy', ...rules, target });
  await ask('POST', '/channels/channel-1/test', {});
  await ask('PUT', '/channels/channel-2', { kind: 'slack', ...rules, target });
  // Of one that was removed its address is nowhere any more.
  await ask('PUT', '/channels/channel-3', { kind: 'ntfy', ...rules, target });
  await ask('DELETE', '/channels/channel-3');
  await ask('GET', '/channels');
}

/** Makes every request that touches a secret, well-formed and not, and collects the responses. */
async function doEverything(owner: Paired): Promise<string[]> {
  const answers: string[] = [];
  const ask: Ask = async (...asked) => {
    const reply = await owner.ask(...asked);
    answers.push(reply.text, JSON.stringify([...reply.headers]));
    return reply;
  };
  await control('addProject', { projectId: 'shop' });
  await setChannel(ask);
  await ask('POST', '/subscriptions/sync');
  await ask('PUT', '/subscriptions/projects/shop', {});
  await ask('POST', '/subscriptions/projects/shop/rotate');
  await ask('GET', '/subscriptions/projects');
  await ask('GET', '/service/projects/shop/webhook');
  await ask('GET', '/service/projects/shop/database/schema');
  await touchData(ask);
  const authorization = `Bearer ${owner.token}`;
  const origin = `chrome-extension://${'a'.repeat(32)}`;
  const headers = { authorization, origin, 'content-type': 'application/octet-stream' };
  const uploaded = await callEdge('POST', '/data/shop/files/upload?fileName=rows.csv', {
    headers,
    body: 'a',
  });
  expect(uploaded.status).toBe(200);
  answers.push(uploaded.text);
  await importRows(ask);
  const socket = await live(owner.token);
  await takeDeliveriesIn(ask);
  await socket.until(({ messages }) => messages.some(({ type }) => type === 'changed'));
  await guardRuns(ask);
  answers.push(...socket.texts, JSON.stringify(socket.messages));
  socket.socket.close();
  const form = {
    projectId: 'with-secrets',
    prompt: 'Build',
    secrets: [{ secretName: 'TOKEN', secretValue: SECRET_VALUE }],
    designtool: { token: DESIGNTOOL_TOKEN },
  };
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  await control('addFault', { operation: 'launchProject', kind: 'reset-after', count: 1 });
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00002' });
  await ask('GET', '/paid-calls/key-00002');
  const receiver = { url: 'https://receiver.example/hook', event: 'project.paused', projectIds: ['shop'] };
  await ask('PUT', '/service/webhooks', receiver);
  // Another program with the same key registers one with a credential.
  await serviceResponse('PUT', '/webhooks', { ...receiver, headers: { authorization: RECEIVER_HEADER } });
  await ask('GET', '/service/webhooks');
  await ask('GET', '/subscriptions');
  await control('addFault', { operation: 'getAccount', kind: 'error', status: 401, code: 'X', count: 1 });
  await ask('GET', '/service/account');
  await control('addFault', {
    operation: 'getAccount',
    kind: 'wrong-envelope',
    body: { errors: null, data: { echo: inject('serviceApiKey') } },
    count: 1,
  });
  await ask('GET', '/service/account');
  await ask('POST', '/pair', { code: 'wrong-code-1', name: 'Stranger' });
  for (const path of [
    '/snapshot',
    '/snapshot?fresh=1',
    '/events',
    '/devices',
    '/health',
    '/service/projects',
    '/service/webhooks/x/secret',
    '/nowhere',
  ])
    await ask('GET', path);
  return answers;
}

/** Secrets that the service made: a subscription's, and a project webhook's before and after a rotation. */
async function signingSecrets(): Promise<string[]> {
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const secrets = await Promise.all(
    webhooks.map(({ id }: { id: string }) => serviceResponse('GET', `/webhooks/${id}/secret`)),
  );
  return secrets.map(({ secret }: { secret: string }) => secret.replace('whsec_', ''));
}

test('no key, token, code or signing secret is ever logged, answered or stored in the clear', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  const answers = (await doEverything(owner)).join('\n');
  const open = await owner.ask('POST', '/pairing-codes', { role: 'viewer' });
  const { token: renewed } = (await viewer.ask('POST', '/devices/token')).data;
  await viewer.ask('GET', '/snapshot', undefined, { authorization: `Bearer ${renewed}` });
  const dump = await storageDump();
  const log = loggedLines().join('\n');
  expect(log).toContain('service-call');
  expect(log).toContain('"route":"/subscriptions/sync"');
  const signing = await signingSecrets();
  expect(signing.length).toBeGreaterThan(10);
  const canaries = [
    inject('serviceApiKey'),
    FIRST_OWNER_CODE,
    'canary-encryption-key',
    'Y2FuYXJ5LWVuY3J5cHRpb24',
    owner.token,
    viewer.token,
    renewed,
    open.data.code,
    SECRET_VALUE,
    DESIGNTOOL_TOKEN,
    RECEIVER_HEADER,
    CHANNEL_TOKEN,
    CHANNEL_TOPIC,
    DATA_KEY,
    ...signing,
  ];
  for (const [place, text] of Object.entries({ answers, dump, log }))
    for (const canary of canaries)
      expect([place, canary, text.includes(canary)]).toEqual([place, canary, false]);
  for (const [place, text] of Object.entries({ dump, log }))
    for (const value of [RECORD_VALUE, IMPORTED_VALUE])
      expect([place, value, text.includes(value)]).toEqual([place, value, false]);
  for (const [place, text] of Object.entries({ answers, dump, log }))
    expect([place, /whsec_[0-9a-f]/.exec(text)]).toEqual([place, null]);
});

test('a log line holds allowed fields only', async () => {
  const owner = await pair();
  await doEverything(owner);
  const allowed = new Set(
    'event requestId method route operation status code failure job errorName at durationMs'.split(' '),
  );
  for (const line of loggedLines())
    for (const field of Object.keys(JSON.parse(line))) expect(allowed).toContain(field);
});
