import { reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { loggedLines } from './testing/captured-log.ts';
import { FIRST_OWNER_CODE, type Paired, pair, pairAs } from './testing/edge.ts';
import { control } from './testing/local-service.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

const SECRET_VALUE = 'canary-app-secret-value';
const RECEIVER_HEADER = 'canary-receiver-credential';

/** Everything that is kept: every row of every table of the object, and every key and value of the event log. */
async function storageDump(): Promise<string> {
  const rows = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    return tables.map(({ name }) => ({
      name,
      rows: storage.sql.exec(`SELECT * FROM "${name}"`).toArray().map(readable),
    }));
  });
  expect(rows.map(({ name }) => name)).toContain('launches');
  const { keys } = await env.EVENTS.list();
  const events = await Promise.all(keys.map(async ({ name }) => `${name} ${await env.EVENTS.get(name)}`));
  return `${JSON.stringify(rows)}\n${events.join('\n')}`;
}

/** Bytes as text, so that a search finds what stands in them. */
function readable(row: Record<string, SqlStorageValue>) {
  const text = (value: SqlStorageValue) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, text(value)]));
}

/** Does everything that touches a secret, well and badly, and collects the answers. */
async function doEverything(owner: Paired): Promise<string[]> {
  const answers: string[] = [];
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const { text, headers: answered } = await owner.ask(method, path, body, headers);
    answers.push(text, JSON.stringify([...answered]));
  };
  const form = {
    projectId: 'with-secrets',
    prompt: 'Build',
    secrets: [{ secretName: 'TOKEN', secretValue: SECRET_VALUE }],
  };
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  await control('addFault', { operation: 'launchProject', kind: 'reset-after', count: 1 });
  await ask('POST', '/launches', form, { 'idempotency-key': 'key-00002' });
  await ask('GET', '/launches/key-00002');
  await ask('PUT', '/service/webhooks', {
    url: 'https://receiver.example/hook',
    event: 'project.paused',
    headers: { authorization: RECEIVER_HEADER },
  });
  await ask('GET', '/service/webhooks');
  await ask('POST', '/subscriptions/sync');
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
  for (const path of [
    '/snapshot',
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

test('no key, token, code or signing secret is ever logged, answered or stored in the clear', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  const answers = (await doEverything(owner)).join('\n');
  const dump = await storageDump();
  const log = loggedLines().join('\n');
  expect(log).toContain('service-call');
  expect(log).toContain('"route":"/subscriptions/sync"');
  const canaries = [
    inject('serviceApiKey'),
    FIRST_OWNER_CODE,
    'canary-encryption-key',
    'Y2FuYXJ5LWVuY3J5cHRpb24',
    owner.token,
    viewer.token,
    SECRET_VALUE,
    RECEIVER_HEADER,
  ];
  for (const [place, text] of Object.entries({ answers, dump, log }))
    for (const canary of canaries)
      expect([place, canary, text.includes(canary)]).toEqual([place, canary, false]);
  for (const [place, text] of Object.entries({ answers, dump, log }))
    expect([place, /whsec_[0-9a-f]{16}/.exec(text)]).toEqual([place, null]);
});

test('a log line holds allowed fields only', async () => {
  const owner = await pair();
  await doEverything(owner);
  const allowed = new Set(
    'event requestId method route operation status code failure job errorName durationMs'.split(' '),
  );
  for (const line of loggedLines())
    for (const field of Object.keys(JSON.parse(line))) expect(allowed).toContain(field);
});
