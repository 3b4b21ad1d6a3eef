import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { callEdge, EXTENSION_ORIGIN, firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const goTo = (ms: number) => vi.useFakeTimers({ now: ms, toFake: ['Date'] });
const later = (ms: number) => goTo(Date.now() + ms);
const answers = async (device: Paired) => (await device.ask('GET', '/events?limit=1')).code ?? 'fine';
const withToken = (device: Paired, token: string): Paired => ({
  ...device,
  token,
  ask: (method, path, body) =>
    callEdge(method, path, {
      headers: { origin: EXTENSION_ORIGIN, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
});
const renewed = async (device: Paired) =>
  withToken(device, (await device.ask('POST', '/devices/token')).data.token);
const changesOf = async (owner: Paired) =>
  (await owner.ask('GET', '/events?event=edge.access&limit=100')).data.events.map(
    ({ facts }: { facts: object }) => facts,
  );
const itemsOf = async (device: Paired) =>
  (await device.ask('GET', '/snapshot')).data.attention.items.map(
    ({ reason }: { reason: { kind: string; change?: string } }) => reason.change ?? reason.kind,
  );

test('a token is good until a day after the one that replaces it was first used; then its use is told, once', async () => {
  const owner = await pair();
  const old = await pairAs(owner, 'viewer');
  const fresh = await renewed(old);
  later(5 * DAY_MS);
  expect([await answers(old), await answers(fresh)], 'not used for five days').toEqual(['fine', 'fine']);
  later(DAY_MS - 60_000);
  expect(await answers(old)).toBe('fine');
  expect((await old.ask('POST', '/devices/token')).code, 'a copy renews nothing').toBe('EDGE_NOT_ALLOWED');
  later(2 * 60_000);
  expect([await answers(old), await answers(old), await answers(fresh)]).toEqual([
    'EDGE_UNAUTHORIZED',
    'EDGE_UNAUTHORIZED',
    'fine',
  ]);
  const told = (await changesOf(owner)).filter(({ setting }: { setting: string }) => setting === 'old-token');
  expect(told).toEqual([{ setting: 'old-token', name: 'Test', by: null }]);
});

test('a lost answer changes nothing: the token that was never used is replaced by the next', async () => {
  const owner = await pair();
  const lost = await renewed(owner);
  later(DAY_MS);
  const fresh = await renewed(owner);
  expect(await answers(fresh)).toBe('fine');
  expect(await answers(lost)).toBe('EDGE_UNAUTHORIZED');
  expect(await answers(owner), 'for a day').toBe('fine');
  expect((await owner.ask('DELETE', '/devices/nobody')).code).toBe('EDGE_NOT_FOUND');
});

test('a browser gets one token a day, and two that it had before are known', async () => {
  const owner = await pair();
  const tokens = [await pairAs(owner, 'viewer')];
  for (let day = 0; day < 4; day++) {
    const last = tokens.at(-1) as Paired;
    tokens.push(await renewed(last));
    await answers(tokens.at(-1) as Paired);
    expect((await (tokens.at(-1) as Paired).ask('POST', '/devices/token')).code).toBe('EDGE_RATE_LIMITED');
    later(DAY_MS + 60_000);
  }
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    expect(storage.sql.exec('SELECT count(*) AS former FROM former_tokens').one()).toEqual({ former: 2 });
  });
  for (const old of tokens.slice(0, 2)) expect(await answers(old)).toBe('EDGE_UNAUTHORIZED');
  const told = (await changesOf(owner)).filter(({ setting }: { setting: string }) => setting === 'old-token');
  expect(told, 'of the oldest nothing is known any more').toEqual([]);
});

test('a revoked device is revoked under all of its tokens', async () => {
  const owner = await pair();
  const old = await pairAs(owner, 'builder');
  const fresh = await renewed(old);
  await answers(fresh);
  later(DAY_MS);
  const next = await renewed(fresh);
  await owner.ask('DELETE', `/devices/${old.deviceId}`);
  for (const one of [old, fresh, next]) expect(await answers(one)).toBe('EDGE_UNAUTHORIZED');
});

test('a browser that is not seen for 90 days is not paired any more, but for the owner that was seen last', async () => {
  const owner = await pair();
  const other = await pairAs(owner, 'owner');
  const viewer = await pairAs(owner, 'viewer');
  later(60_000);
  await answers(owner);
  later(89 * DAY_MS);
  const used = await pairAs(owner, 'viewer');
  later(2 * DAY_MS);
  expect(await answers(viewer)).toBe('EDGE_UNAUTHORIZED');
  expect(await answers(other)).toBe('EDGE_UNAUTHORIZED');
  later(200 * DAY_MS);
  expect(await answers(used)).toBe('EDGE_UNAUTHORIZED');
  expect(await answers(owner)).toBe('fine');
  expect((await owner.ask('GET', '/devices')).data).toHaveLength(1);
});

test('the last owner can be revoked by nobody, and with a browser go those that it let in', async () => {
  const owner = await pair();
  const builder = await pairAs(owner, 'builder');
  expect((await owner.ask('DELETE', `/devices/${owner.deviceId}`)).code).toBe('EDGE_LAST_OWNER');
  const thief = await pairAs(owner, 'owner');
  const second = await pairAs(thief, 'owner');
  const third = await pairAs(second, 'viewer');
  expect((await builder.ask('DELETE', `/devices/${builder.deviceId}?invited=1`)).code).toBe(
    'EDGE_ROLE_FORBIDDEN',
  );
  const listed = (await owner.ask('GET', '/devices')).data;
  expect(listed.find(({ deviceId }: Paired) => deviceId === third.deviceId).invitedBy).toBe(second.deviceId);
  expect((await owner.ask('DELETE', `/devices/${thief.deviceId}?invited=1`)).status).toBe(200);
  for (const one of [thief, second, third]) expect(await answers(one)).toBe('EDGE_UNAUTHORIZED');
  expect(await answers(builder)).toBe('fine');
  // Those that the thief has let in can't take the owner with them.
  const again = await pairAs(owner, 'owner');
  expect((await again.ask('DELETE', `/devices/${owner.deviceId}?invited=1`)).status).toBe(200);
  expect([await answers(again), await answers(builder)]).toEqual(['fine', 'EDGE_UNAUTHORIZED']);
});

test('all others are signed out at once, with open invitations', async () => {
  const owner = await pair();
  const others = [
    await pairAs(owner, 'viewer'),
    await pairAs(owner, 'builder'),
    await pairAs(owner, 'owner'),
  ];
  const { code } = (await others[2]?.ask('POST', '/pairing-codes', { role: 'owner' }))?.data ?? {};
  expect((await others[1]?.ask('POST', '/devices/sign-out-others'))?.code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await owner.ask('POST', '/devices/sign-out-others')).data).toEqual({ revoked: 3 });
  for (const one of others) expect(await answers(one)).toBe('EDGE_UNAUTHORIZED');
  const guess = { headers: { origin: EXTENSION_ORIGIN }, body: JSON.stringify({ code, name: 'Late' }) };
  expect((await callEdge('POST', '/pair', guess)).code).toBe('EDGE_CODE_INVALID');
});

test('at an edge that has read nothing of the service, information ends with its week, and its job rests', async () => {
  const owner = await pair();
  await pairAs(owner, 'owner');
  const rests = () =>
    runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
      const [job] = storage.sql.exec<{ due_at: number }>("SELECT due_at FROM jobs WHERE name = 'attention'");
      return (job?.due_at ?? Number.POSITIVE_INFINITY) > Date.now();
    });
  later(8 * DAY_MS);
  await runAlarmsAt(Date.now());
  expect(await rests()).toBe(true);
});

test('new browsers are information for other owners, until one has seen it or a week is over', async () => {
  const owner = await pair();
  await firstReading(owner);
  const viewer = await pairAs(owner, 'viewer');
  expect(await itemsOf(owner), 'there is no other owner').toEqual([]);
  const other = await pairAs(owner, 'owner');
  expect(await itemsOf(owner)).toEqual(['owner']);
  expect([await itemsOf(other), await itemsOf(viewer)]).toEqual([[], []]);
  const { attention } = (await owner.ask('GET', '/snapshot')).data;
  expect(attention.open, 'not counted').toBe(0);
  const { id } = attention.items[0];
  const seen = `/attention/${encodeURIComponent(id)}/seen`;
  expect((await (await pairAs(other, 'builder')).ask('POST', seen)).code).toBe('EDGE_NOT_FOUND');
  expect(await itemsOf(owner)).toEqual(['paired', 'owner']);
  expect(await itemsOf(other)).toEqual(['paired']);
  expect((await owner.ask('POST', seen)).status).toBe(200);
  expect(await itemsOf(owner)).toEqual(['paired']);
  later(7 * DAY_MS + 60_000);
  await owner.ask('GET', '/snapshot?fresh=1');
  expect(await itemsOf(owner)).toEqual([]);
});
