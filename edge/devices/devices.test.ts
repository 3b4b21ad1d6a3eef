import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callEdge, EXTENSION_ORIGIN, FIRST_OWNER_CODE, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const tryCode = (code: string, headers: Record<string, string> = {}) =>
  callEdge('POST', '/pair', { headers, body: JSON.stringify({ code, name: 'Guess' }) });
const MINUTE_MS = 60_000;
/** The refusal of a code, with what is said to whoever has the whole of it. */
const whatBecame = ({ code, details }: Awaited<ReturnType<typeof tryCode>>) => [code, details?.reason];
const goTo = (ms: number) => vi.useFakeTimers({ now: ms, toFake: ['Date'] });

test("the first owner's code is good once", async () => {
  const owner = await pair();
  expect((await owner.ask('GET', '/devices')).data).toMatchObject([
    { role: 'owner', current: true, name: 'Test' },
  ]);
  expect(whatBecame(await tryCode(FIRST_OWNER_CODE))).toEqual(['EDGE_CODE_INVALID', 'used']);
});

test('of many that send the same code at once, one is paired', async () => {
  const owner = await pair();
  const { code } = (await owner.ask('POST', '/pairing-codes', { role: 'viewer' })).data;
  const replies = await Promise.all(Array.from({ length: 10 }, () => tryCode(code)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('guesses in parallel are counted exactly: five, and then only the right code is taken', async () => {
  const owner = await pair();
  const { code } = (await owner.ask('POST', '/pairing-codes', { role: 'owner' })).data;
  const [id] = code.split('-');
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => tryCode(`${id}-GUESS${n}`)));
  expect(replies.filter((reply) => reply.code === 'EDGE_CODE_INVALID')).toHaveLength(5);
  const closed = replies.filter((reply) => reply.code === 'EDGE_TOO_MANY_TRIES');
  expect(closed.map(({ status }) => status)).toEqual(Array(15).fill(429));
  expect(Number(closed[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
  expect((await tryCode(code)).status, 'a stranger keeps no invited browser out').toBe(201);
});

test('the name of a browser is put on one line, without invisible characters, and has at most 80 characters', async () => {
  const pairNamed = (code: string, name: string) =>
    callEdge('POST', '/pair', { body: JSON.stringify({ code, name }) });
  const owner = await pair();
  const { code } = (await owner.ask('POST', '/pairing-codes', { role: 'viewer' })).data;
  for (const name of ['🪔'.repeat(81), '\u200b\u202e', ' \n'])
    expect((await pairNamed(code, name)).code, JSON.stringify(name)).toBe('EDGE_INVALID_REQUEST');
  expect((await pairNamed(code, ' Desk\n\u202e\u0007 of  Ada ')).status).toBe(201);
  const names = (await owner.ask('GET', '/devices')).data.map(({ name }: { name: string }) => name);
  expect(names).toContain('Desk of Ada');
});

test('a code is good for ten minutes', async () => {
  const owner = await pair();
  const start = Date.now();
  const { code, expiresAt } = (await owner.ask('POST', '/pairing-codes', { role: 'viewer' })).data;
  expect(expiresAt - start).toBeLessThanOrEqual(10 * MINUTE_MS + 1000);
  goTo(expiresAt);
  expect(whatBecame(await tryCode(code))).toEqual(['EDGE_CODE_INVALID', 'expired']);
});

test('what became of a code is said to whoever has the whole of it, and to nobody else', async () => {
  const owner = await pair();
  const invited = async () => (await owner.ask('POST', '/pairing-codes', { role: 'viewer' })).data.code;
  const code = await invited();
  expect((await tryCode(code)).status).toBe(201);
  expect(whatBecame(await tryCode(code))).toEqual(['EDGE_CODE_INVALID', 'used']);
  expect(whatBecame(await tryCode(`${code.split('-')[0]}-GUESS`))).toEqual(['EDGE_CODE_INVALID', undefined]);
  await invited();
  expect(whatBecame(await tryCode(code)), 'what is forgotten').toEqual(['EDGE_CODE_INVALID', undefined]);
});

test('a revoked device is rejected on its next request', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  expect((await viewer.ask('GET', '/service/account')).status).toBe(200);
  expect((await owner.ask('DELETE', `/devices/${viewer.deviceId}`)).status).toBe(200);
  expect((await viewer.ask('GET', '/service/account')).code).toBe('EDGE_UNAUTHORIZED');
  expect((await owner.ask('DELETE', `/devices/${viewer.deviceId}`)).status).toBe(404);
});

test('every device may revoke itself, whatever its role, and only itself', async () => {
  const owner = await pair();
  const other = await pairAs(owner, 'viewer');
  for (const role of ['viewer', 'builder', 'owner'] as const) {
    const device = await pairAs(owner, role);
    if (role !== 'owner')
      expect((await device.ask('DELETE', `/devices/${other.deviceId}`)).code, role).toBe(
        'EDGE_ROLE_FORBIDDEN',
      );
    expect((await device.ask('DELETE', `/devices/${device.deviceId}`)).status, role).toBe(200);
    expect((await device.ask('GET', '/snapshot')).code, role).toBe('EDGE_UNAUTHORIZED');
    expect((await device.ask('DELETE', `/devices/${device.deviceId}`)).code, role).toBe('EDGE_UNAUTHORIZED');
  }
  expect((await other.ask('GET', '/snapshot')).status).toBe(200);
});

test('revoking an owner deletes open invitations, so that none leads back in', async () => {
  const owner = await pair();
  const other = await pairAs(owner, 'owner');
  const viewer = await pairAs(owner, 'viewer');
  const invited = async () => (await other.ask('POST', '/pairing-codes', { role: 'owner' })).data.code;
  const first = await invited();
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  expect((await tryCode(first)).status).toBe(201);
  const second = await invited();
  expect((await owner.ask('DELETE', `/devices/${other.deviceId}`)).status).toBe(200);
  expect((await tryCode(second)).code).toBe('EDGE_CODE_INVALID');
});

test('a token is good only from the origin that it was paired from', async () => {
  const { token } = await pair();
  const request = (headers: Record<string, string>) =>
    callEdge('GET', '/devices', { headers: { authorization: `Bearer ${token}`, ...headers } });
  expect((await request({ origin: EXTENSION_ORIGIN })).status).toBe(200);
  expect((await request({})).code).toBe('EDGE_UNAUTHORIZED');
  expect((await request({ origin: `chrome-extension://${'b'.repeat(32)}` })).code).toBe('EDGE_UNAUTHORIZED');
});

test('a web page can neither pair nor read a response', async () => {
  const reply = await tryCode(FIRST_OWNER_CODE, { origin: 'https://page.example' });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('a command line pairs without an origin', async () => {
  const line = await pair(FIRST_OWNER_CODE, null);
  expect((await line.ask('GET', '/devices')).status).toBe(200);
});

test.each([
  '',
  'Bearer',
  'Bearer x',
  'Basic abc',
  `Bearer pl_${'A'.repeat(43)}`,
  `Bearer pl_${'A'.repeat(43)} x`,
])('no token of ours: %j', async (authorization) => {
  const reply = await callEdge('GET', '/snapshot', { headers: { authorization } });
  expect([reply.status, reply.code]).toEqual([401, 'EDGE_UNAUTHORIZED']);
});
