import { createExecutionContext, env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import app from '../index.ts';
import { EXTENSION_ORIGIN, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

/** Asks the edge with guards that only write down who they were asked about. */
async function guarded(headers: Record<string, string>, path = '/devices') {
  const asked: [guard: string, key: string][] = [];
  const guard = (name: string) => ({
    limit: ({ key }: { key: string }) => {
      asked.push([name, key]);
      return Promise.resolve({ success: true });
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
  const { status } = await app.fetch(request, { ...env, ...guards }, createExecutionContext());
  return { status, asked };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, origin: EXTENSION_ORIGIN });

test('tokens that somebody made up share the limit of the address they come from', async () => {
  for (const letter of ['a', 'b', 'c']) {
    const { status, asked } = await guarded(bearer(`pl_${letter.repeat(43)}`));
    expect([status, asked]).toEqual([401, [['address', '192.0.2.7']]]);
  }
});

test('a paired browser has a limit of its own, until it is revoked', async () => {
  const owner = await pair();
  await owner.ask('GET', '/devices');
  const known = await guarded(bearer(owner.token));
  expect([known.status, known.asked[0]?.[0]]).toEqual([200, 'device']);
  expect(known.asked[0]?.[1]).not.toContain(owner.token);
  await owner.ask('DELETE', `/devices/${owner.deviceId}`);
  expect((await guarded(bearer(owner.token))).status).toBe(401);
  expect((await guarded(bearer(owner.token))).asked[0]?.[0]).toBe('address');
});

test('deliveries are counted by the address of their sender', async () => {
  expect((await guarded({}, '/hooks/project.paused')).asked).toEqual([['sender', '192.0.2.7']]);
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
