import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { SettingCalls } from '../gateway/setting-calls.ts';
import { success } from '../http/result.ts';
import app from '../index.ts';
import { channelServices } from '../testing/channel-services.ts';
import { keepDataKey, projectWithData, recordsOf } from '../testing/data.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  builder = await pairAs(owner, 'builder');
  await projectWithData(owner);
});
afterEach(reset);

const ask = (method: string, path: string, body?: unknown) => owner.ask(method, path, body);
const guard = { kind: 'run-time', minutes: 60 };
const channel = {
  ...{ kind: 'slack', name: '#apps', tells: ['everything'], over: false, hours: null, language: 'en' },
  target: { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' },
};

/** What is no change that only owners may make: for whom it is, or why it changes nothing. */
const NOT_OWNERS: Record<string, string> = {
  'POST /pair': 'a code',
  'POST /devices/token': 'every browser, of itself',
  'POST /attention/:id/seen': 'builders',
  'DELETE /attention/:id/seen': 'builders',
  'POST /channels/:id/test': 'changes nothing',
  'POST /guards/:projectId/trial': 'changes nothing',
  'POST /subscriptions/sync': 'what the edge does by itself',
  'POST /hooks/projects/:projectId': 'a signature',
  'POST /hooks/:event': 'a signature',
  'POST /launches': 'builders, in the ledger',
  'POST /paid-calls/:key/settle': 'builders',
  'POST /paid-calls/:key/abandon': 'builders',
  'POST /imports': 'builders, and kept with its rows',
  'POST /imports/:key/stop': 'builders',
  'POST /imports/:key/undo': 'builders',
  'POST /imports/:key/retry': 'builders',
  'POST /imports/:key/settle': 'builders',
  'POST /sites/:projectId/looks': 'builders',
  'PUT /sites/:projectId/marks/:versionId': 'builders',
  'DELETE /sites/:projectId/marks/:versionId': 'builders',
  'POST /work/:id/mark': 'builders',
  'POST /a/look': 'the token of a link',
  'POST /a/act': 'the token of a link, told in its channel',
  'POST /write-mode/:projectId': 'builders',
  'DELETE /write-mode/:projectId': 'builders',
};

/** Each change that only owners may make, and how it is made; null: by a test of its own. */
const OWNERS: Record<string, (() => Promise<{ status: number }>) | null> = {
  'POST /pairing-codes': () => ask('POST', '/pairing-codes', { role: 'viewer' }),
  'PATCH /devices/:deviceId': () => ask('PATCH', `/devices/${builder.deviceId}`, { dailySpendCredits: 5 }),
  'DELETE /devices/:deviceId': () => ask('DELETE', `/devices/${builder.deviceId}`),
  'POST /devices/sign-out-others': async () => {
    await pairAs(owner, 'viewer');
    return ask('POST', '/devices/sign-out-others');
  },
  'POST /account': null,
  'PUT /channels/:id': () => ask('PUT', '/channels/channel-1', channel),
  'DELETE /channels/:id': () => ask('DELETE', '/channels/channel-1'),
  'PUT /subscriptions/projects/:projectId': () =>
    ask('PUT', '/subscriptions/projects/shop', { replace: true }),
  'POST /subscriptions/projects/:projectId/rotate': () => ask('POST', '/subscriptions/projects/shop/rotate'),
  'DELETE /data-keys/:projectId': () => ask('DELETE', '/data-keys/shop'),
  'PUT /data-keys/:projectId': async () => {
    await keepDataKey(owner, 'shop');
    return { status: 200 };
  },
  'PUT /guards/:projectId': () => ask('PUT', '/guards/shop', guard),
  'DELETE /guards/:projectId': () => ask('DELETE', '/guards/shop'),
  'POST /guards/:projectId/undo': async () => {
    await ask('PUT', '/guards/shop', {
      kind: 'raise',
      credits: 6_000,
      until: { kind: 'time', at: Date.now() + 3_600_000 },
    });
    return ask('POST', '/guards/shop/undo', { kind: 'raise' });
  },
  'PUT /balance-alarm': () => ask('PUT', '/balance-alarm', { credits: 5 }),
  'PUT /caps/:projectId': () =>
    ask('PUT', '/caps/shop', { category: 'infrastructure', expected: 300, to: 9 }),
};

/** Routes that take every method serve whitelisted operations, which are walked below. */
const changing = () => [
  ...new Set(
    app.routes
      .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

const newest = async () => {
  const [event] = (await ask('GET', '/events?limit=1')).data.events;
  return event ?? { seq: 0 };
};

test('every change that only owners may make is kept as an event with who made it', async () => {
  channelServices();
  const routes = changing();
  expect(routes.sort(), 'each route is one or the other').toEqual(
    [...Object.keys(NOT_OWNERS), ...Object.keys(OWNERS)].sort(),
  );
  for (const [route, make] of Object.entries(OWNERS)) {
    if (make === null) continue;
    const before = await newest();
    const { status } = await make();
    const after = await newest();
    expect([route, status < 300]).toEqual([route, true]);
    expect([route, after.seq > before.seq, after.source, after.facts?.by]).toEqual([
      route,
      true,
      'edge',
      'Test',
    ]);
  }
});

test('what is said not to be for owners alone is refused to no builder because of its role', async () => {
  for (const [route, why] of Object.entries(NOT_OWNERS)) {
    if (!why.startsWith('builders')) continue;
    const [method = '', path = ''] = route.split(' ');
    const { code } = await builder.ask(method, path.replace(/:\w+/g, 'shop-0001'), {});
    expect([route, code === 'EDGE_ROLE_FORBIDDEN']).toEqual([route, false]);
  }
});

test('every operation of the service that only owners may call, and that changes something, is told', async () => {
  const told: string[] = [];
  const context = { emitter: { emit: (_: string, by: string) => told.push(by) }, now: () => Date.now() };
  const nothingRead = async () => ({ ok: false });
  const calls = new SettingCalls(context as never, nothingRead as never, {
    optIn: () => null,
    nameOf: () => null,
  });
  const asked = {
    ...{ features: { email: { enabled: false } }, enabled: true, v2OptIn: true, url: 'https://a.example' },
    ...{ secretName: 'A', sql: 'drop table a', event: 'project.paused' },
  };
  for (const [operation, { role, method, ...rest }] of Object.entries(catalogue)) {
    // A call that uses credits is a row of the ledger; caps have their route.
    if (role !== 'owner' || method === 'GET' || rest.cost === 'credits' || rest.reach !== undefined) continue;
    told.length = 0;
    const call = { operation, parameters: { projectId: 'shop' }, body: JSON.stringify(asked) };
    await calls.around('device-1', call as never, async () => success(null));
    expect([operation, told[0]]).toEqual([operation, 'device-1']);
  }
});

test('what an owner deletes of an app’s data is told by its operation, without the data, and once for many', async () => {
  await ask('POST', '/write-mode/shop?place=app');
  for (const sku of ['canary-1', 'canary-2']) {
    await ask('POST', '/data/shop/crud/product', { sku });
  }
  for (const { _id } of await recordsOf()) {
    expect((await ask('DELETE', `/data/shop/crud/product/${_id}`)).status).toBe(200);
  }
  const { data } = await ask('GET', '/events?event=edge.change');
  const told = data.events.filter(
    ({ facts }: { facts: { setting: string } }) => facts.setting === 'operation',
  );
  expect(told).toMatchObject([{ projectId: 'shop', facts: { operation: 'data.deleteRecord', by: 'Test' } }]);
  expect(JSON.stringify(told)).not.toContain('canary');
});
