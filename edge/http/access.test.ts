import { createExecutionContext, env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_PROTOCOL } from '../../shared/snapshot/live.ts';
import app from '../index.ts';
import { accountStub } from '../routes/call-account.ts';
import { EXTENSION_ORIGIN, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** Asks the edge with guards that only write down who they were asked about. */
async function guarded(headers: Record<string, string>, path = '/devices', worker = app, refusing = '') {
  const checks: [guard: string, key: string][] = [];
  const guard = (name: string) => ({
    limit: ({ key }: { key: string }) => {
      checks.push([name, key]);
      return Promise.resolve({ success: name !== refusing });
    },
  });
  const guards = {
    FLOOD_BY_ADDRESS: guard('address'),
    FLOOD_BY_DEVICE: guard('device'),
    FLOOD_BY_SENDER: guard('sender'),
  };
  const request = new Request(`https://edge.test${path}`, {
    headers: { 'cf-connecting-ip': '192.0.2.7', ...headers },
  });
  const { status } = await worker.fetch(request, { ...env, ...guards }, createExecutionContext());
  return { status, checks: checks };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, origin: EXTENSION_ORIGIN });

test('tokens that somebody made up share the limit of the address they come from', async () => {
  for (const letter of ['a', 'b', 'c']) {
    const { status, checks } = await guarded(bearer(`pl_${letter.repeat(43)}`));
    expect([status, checks]).toEqual([401, [['address', '192.0.2.7']]]);
  }
});

test('a paired browser has a limit of its own, until it is revoked', async () => {
  const owner = await pair();
  await owner.ask('GET', '/devices');
  const known = await guarded(bearer(owner.token));
  expect([known.status, known.checks[0]?.[0]]).toEqual([200, 'device']);
  expect(known.checks[0]?.[1]).not.toContain(owner.token);
  await owner.ask('DELETE', `/devices/${owner.deviceId}`);
  expect((await guarded(bearer(owner.token))).status).toBe(401);
  expect((await guarded(bearer(owner.token))).checks[0]?.[0]).toBe('address');
});

test('deliveries are counted by the address of their sender', async () => {
  expect((await guarded({}, '/hooks/project.paused')).checks).toEqual([['sender', '192.0.2.7']]);
});

test('nothing of a large body is read from somebody without a token', async () => {
  let pulls = 0;
  const body = new ReadableStream(
    {
      pull: (controller) => {
        pulls++;
        controller.enqueue(new Uint8Array(1024));
      },
    },
    { highWaterMark: 0 },
  );
  for (const path of ['/launches', '/service/projects']) {
    const request = new Request(`https://edge.test${path}`, { method: 'POST', body });
    expect((await app.fetch(request, env, createExecutionContext())).status).toBe(401);
    expect(pulls).toBe(0);
  }
});

/** A new Worker instance, without known tokens. The previous one's object is invalid once it is called. */
async function newInstance(): Promise<typeof app> {
  vi.resetModules();
  const { default: worker } = await import('../index.ts');
  await accountStub(env)
    .tokenHashes()
    .catch(() => undefined);
  return worker;
}
const socketHeaders = (token: string) => ({
  upgrade: 'websocket',
  origin: EXTENSION_ORIGIN,
  'sec-websocket-protocol': `${LIVE_PROTOCOL}, token.${token}`,
});

test.each([
  ['/devices', bearer, 200],
  ['/live', socketHeaders, 101],
] as const)(
  'a new instance lets a paired browser through though its neighbours have flooded the address: %s',
  async (path, headers, answered) => {
    const owner = await pair();
    const worker = await newInstance();
    const { status, checks } = await guarded(headers(owner.token), path, worker, 'address');
    expect(checks.map(([guard]) => guard)).toEqual(['address', 'device']);
    expect(status).toBe(answered);
  },
);

test('a live socket that came through is counted by its device from then on', async () => {
  const owner = await pair();
  const worker = await newInstance();
  expect((await guarded(socketHeaders(owner.token), '/live', worker)).checks[0]?.[0]).toBe('address');
  expect((await guarded(socketHeaders(owner.token), '/live', worker)).checks[0]?.[0]).toBe('device');
});

test('made-up tokens stay out of a flooded address, and ask the object once for all of them', async () => {
  const worker = await newInstance();
  const { Account } = await import('../account/account.ts');
  const checks = vi.spyOn(Account.prototype, 'tokenHashes');
  for (const letter of ['a', 'b', 'c']) {
    const refused = await guarded(bearer(`pl_${letter.repeat(43)}`), '/devices', worker, 'address');
    expect([refused.status, refused.checks]).toEqual([429, [['address', '192.0.2.7']]]);
  }
  expect(checks).toHaveBeenCalledTimes(1);
});
