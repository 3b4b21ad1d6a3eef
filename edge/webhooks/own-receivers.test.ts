import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { loggedLines } from '../testing/captured-log.ts';
import { type EdgeReply, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  await control('addProject', { projectId: 'cafe' });
  owner = await pair();
});
afterEach(() => reset());

const URL = 'https://receiver.example/hooks/one';
const FILTERED = { url: URL, event: 'project.feature.disabled', projectIds: ['shop'], features: ['ai'] };
const register = (who: Paired, body: object) => who.ask('PUT', '/service/webhooks', body);
const remove = (who: Paired, id: string) => who.ask('DELETE', `/service/webhooks/${id}`);

/** What the service itself answers under the account's key. */
async function told<T>(path: string): Promise<T> {
  const response = await fetch(`${inject('serviceUrl')}/api/v1/vcaas${path}`, {
    headers: { 'api-key': inject('serviceApiKey') },
  });
  return (await response.json<{ data: T }>()).data;
}
const receivers = async () => (await told<{ webhooks: unknown[] }>('/webhooks')).webhooks;

test('an owner registers a receiver with its filters, sees it listed, and deletes it', async () => {
  const made = await register(owner, FILTERED);
  expect([made.status, made.data]).toMatchObject([201, FILTERED]);
  expect(await receivers()).toMatchObject([{ id: made.data.id, ...FILTERED }]);
  expect((await owner.ask('GET', '/service/webhooks')).data.webhooks).toMatchObject([FILTERED]);
  expect((await remove(owner, made.data.id)).status).toBe(200);
  expect(await receivers()).toEqual([]);
  const again = await remove(owner, made.data.id);
  expect([again.status, again.code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
});

test('receivers are told apart by their filters: an equal one is refused by the service, in its own words', async () => {
  expect((await register(owner, FILTERED)).status).toBe(201);
  const other = { ...FILTERED, projectIds: ['cafe'] };
  expect((await register(owner, other)).status).toBe(201);
  const { url, event } = FILTERED;
  expect((await register(owner, { url, event })).status, 'for everything, beside them').toBe(201);
  const equal = await register(owner, { ...FILTERED, url: 'https://other.example/' });
  expect([equal.status, equal.code]).toEqual([409, 'WEBHOOK_EVENT_ALREADY_EXISTS']);
  const foreign = await register(owner, { ...FILTERED, projectIds: ['not-mine'] });
  expect([foreign.status, foreign.code]).toEqual([403, 'WEBHOOK_PROJECT_NOT_OWNED']);
  expect(await receivers()).toHaveLength(3);
});

test.each<[string, object, string]>([
  ['an address without https', { ...FILTERED, url: 'http://receiver.example/' }, 'INVALID_WEBHOOK_URL'],
  ['no address', { event: 'project.paused' }, 'MISSING_WEBHOOK_FIELDS'],
  ['an event that nobody sends', { url: URL, event: 'project.flew' }, 'INVALID_WEBHOOK_EVENT'],
  [
    'features of another event',
    { url: URL, event: 'project.paused', features: ['ai'] },
    'WEBHOOK_FILTER_NOT_APPLICABLE',
  ],
  [
    'too many projects',
    { url: URL, event: 'project.paused', projectIds: Array.from({ length: 51 }, (_, n) => `shop-${n}`) },
    'VALIDATION_ERROR',
  ],
  [
    'headers, which may be credentials',
    { url: URL, event: 'project.paused', headers: { authorization: 'x' } },
    'EDGE_INVALID_REQUEST',
  ],
])('what the service would refuse is not sent: %s', async (_, body, code) => {
  const before = (await callsOf()).registerWebhook ?? 0;
  const refused = await register(owner, body);
  expect([refused.status, refused.code]).toEqual([400, code]);
  expect((await callsOf()).registerWebhook ?? 0).toBe(before);
});

test('nobody below owner registers or deletes one', async () => {
  const { data } = await register(owner, FILTERED);
  const { registerWebhook } = await callsOf();
  for (const role of ['viewer', 'builder'] as const) {
    const device = await pairAs(owner, role);
    expect((await register(device, { url: URL, event: 'project.paused' })).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await remove(device, data.id)).code).toBe('EDGE_ROLE_FORBIDDEN');
  }
  expect(await callsOf()).toMatchObject({ registerWebhook });
  expect((await callsOf()).deleteWebhook ?? 0).toBe(0);
  expect(await receivers()).toHaveLength(1);
});

test('its signing secret never leaves the service by way of the edge, which does not store or log it either', async () => {
  const answers: EdgeReply[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await owner.ask(method, path, body);
    answers.push(reply);
    return reply;
  };
  const { data } = await ask('PUT', '/service/webhooks', FILTERED);
  const { secret } = await told<{ secret: string }>(`/webhooks/${data.id}/secret`);
  expect(secret).toMatch(/^whsec_/);
  const before = (await callsOf()).getWebhookSecret;
  for (const path of [`/webhooks/${data.id}/secret`, '/projects/shop/webhook/rotate-secret'])
    for (const method of ['GET', 'POST']) {
      const refused = await ask(method, `/service${path}`);
      expect([method, path, refused.code]).toEqual([method, path, 'EDGE_NOT_ALLOWED']);
    }
  expect((await callsOf()).getWebhookSecret).toBe(before);
  await ask('GET', '/service/webhooks');
  await ask('GET', `/service/webhooks/${data.id}/deliveries`);
  await ask('GET', '/snapshot');
  await ask('GET', '/health');
  await ask('DELETE', `/service/webhooks/${data.id}`);
  const stored = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
      .map(({ name }) => JSON.stringify(storage.sql.exec(`SELECT * FROM "${name}"`).toArray())),
  );
  const kept = [...answers.map(({ text }) => text), ...stored, ...loggedLines()].join('\n');
  expect(kept).toContain(URL);
  expect(kept).not.toContain(secret.slice('whsec_'.length));
});
