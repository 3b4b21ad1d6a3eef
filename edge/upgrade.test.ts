import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshot } from '../shared/snapshot/snapshot.ts';
import { callEdge, EXTENSION_ORIGIN, pair } from './testing/edge.ts';
import { callsOf, control } from './testing/local-service.ts';
import { recorded, restoreRecordedBuild, restoreRecordedLog } from './testing/recorded-build.ts';
import { reset } from './testing/reset.ts';
import { sign } from './webhooks/testing/mutate-delivery.ts';

/**
 * Nobody who upgrades loses anything: the edge starts on what an earlier build wrote. Asked over HTTP only, so that it
 * holds whatever moves inside.
 */
const { owner, builder, revoked, invitation } = recorded.devices;
const { launches = [], events = [], devices = [], webhook_subscriptions = [] } = recorded.tables;

beforeEach(async () => {
  await control('reset');
  // The service still has its subscriptions.
  for (const row of webhook_subscriptions)
    if (row.kind === 'account')
      await control('addSubscription', {
        id: row.webhook_id,
        url: row.url,
        event: row.event,
        secret: recorded.secrets[String(row.webhook_id)]?.secret,
      });
  await restoreRecordedBuild();
});
afterEach(() => reset());

const ask = (method: string, path: string, init: RequestInit = {}) =>
  callEdge(method, path, {
    ...init,
    headers: { origin: owner.origin, authorization: `Bearer ${owner.token}`, ...init.headers },
  });

test('no device and no pairing code is lost, and what was revoked or used stays so', async () => {
  const { data } = await ask('GET', '/devices');
  expect(
    data.map(({ name, role, dailySpendCredits }: Record<string, unknown>) => [name, role, dailySpendCredits]),
  ).toEqual(devices.map((row) => [row.name, row.role, row.daily_spend_credits]));
  const request = (token: string, headers: Record<string, string> = {}) =>
    callEdge('GET', '/snapshot', { headers: { authorization: `Bearer ${token}`, ...headers } });
  expect((await request(builder.token)).status).toBe(200);
  expect((await request(builder.token, { origin: EXTENSION_ORIGIN })).status, 'bound to its origin').toBe(
    401,
  );
  expect((await request(revoked.token, { origin: revoked.origin })).status).toBe(401);
  expect((await pair(invitation.code)).token).toMatch(/^pl_/);
  await expect(pair()).rejects.toThrow('EDGE_CODE_INVALID');
});

test('no paid call is lost or made again: each is reported as it was, one under way as unknown', async () => {
  for (const row of launches) {
    const { data } = await ask('GET', `/paid-calls/${row.key}`);
    const state = row.state === 'sent' ? 'unknown' : row.state;
    expect(data).toMatchObject({ key: row.key, state, projectId: row.project_id });
  }
  const replay = await ask('POST', '/service/projects/acme-storefront/deployments/deploy', {
    headers: { 'idempotency-key': 'paid-deploy-0001' },
  });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect((await callsOf()).deployProject).toBeUndefined();
});

test('no event is lost, nor its body, nor what the log has not taken yet, and each shows who signed it', async () => {
  const { data } = await ask('GET', '/events?limit=100');
  const seqs = events.map((row) => row.seq).sort((a, b) => Number(b) - Number(a));
  expect(data.events.map(({ seq }: { seq: number }) => seq)).toEqual(seqs);
  for (const row of events) {
    const { data: detail } = await ask('GET', `/events/${row.seq}`);
    expect(detail.body.event, String(row.dedupe_id)).toBe(row.event);
    const isProjects = String(row.dedupe_id).startsWith('project:');
    expect(detail.event.signer).toBe(isProjects ? 'project' : undefined);
  }
  await ask('GET', '/snapshot');
  await vi.waitUntil(async () => (await env.EVENTS.list()).keys.length === events.length, {
    timeout: 20_000,
  });
});

test('the secrets of webhooks still verify, the former one of a project as well, and what was kept is known', async () => {
  const deliver = async (path: string, secret: string | null | undefined, event: string, id: string) => {
    const body = JSON.stringify({ event, data: { projectId: 'recipe-box', id } });
    const signature = await sign(secret ?? '', Math.floor(Date.now() / 1000), body);
    const headers = { 'x-service-signature': signature, 'x-service-event-id': id };
    return (await callEdge('POST', path, { headers, body })).data?.outcome;
  };
  for (const { webhook_id, event } of webhook_subscriptions.filter(({ kind }) => kind === 'account')) {
    const { secret } = recorded.secrets[String(webhook_id)] ?? {};
    expect(await deliver(`/hooks/${event}`, secret, String(event), `new-${event}`)).toBe('kept');
  }
  const own = recorded.secrets['project:recipe-box'];
  for (const secret of [own?.secret, own?.former])
    expect(await deliver('/hooks/projects/recipe-box', secret, 'order.paid', `new-${secret}`)).toBe('kept');
});

test('what was read of the account is shown although the service answers nothing', async () => {
  await control('addFault', { kind: 'error', status: 500, code: 'DOWN', operation: '*', count: 1000 });
  const { sections, launches: shown } = snapshot.parse((await ask('GET', '/snapshot')).data);
  expect(sections.account.data?.credits).toBeGreaterThan(1000);
  expect(sections.projects.data?.items.map(({ projectId }) => projectId)).toContain('first-shop');
  expect(sections.subscriptions.data?.rejections.map(({ reason }) => reason).sort()).toEqual([
    'bad-signature',
    'stale',
  ]);
  const keys = launches.map(({ key }) => key);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(({ key }) => !keys.includes(key))).toEqual([]);
});

test('an object whose storage was lost finds the events of the earlier build in the log', async () => {
  await reset();
  await restoreRecordedLog();
  const again = await pair();
  await again.ask('POST', '/subscriptions/sync');
  await again.ask('GET', '/snapshot');
  await vi.waitUntil(
    async () => (await again.ask('GET', '/events?limit=100')).data.events.length === recorded.kv.length,
    { timeout: 20_000, interval: 500 },
  );
});

test('an older build names a storage that a newer one has migrated, where it can’t use it', async () => {
  const migrated = (statement: string) =>
    runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
      storage.sql.exec(statement);
    });
  await migrated('ALTER TABLE events RENAME TO happenings');
  expect((await ask('GET', '/events')).code, 'it is only broken').toBe('EDGE_STORAGE_FAILED');
  await migrated('UPDATE schema_versions SET version = version + 9');
  const { status, code } = await ask('GET', '/events');
  expect([status, code]).toEqual([500, 'EDGE_OLDER_BUILD']);
  await migrated('ALTER TABLE happenings RENAME TO events');
  expect((await ask('GET', '/events')).status, 'where it can, it goes on').toBe(200);
});
