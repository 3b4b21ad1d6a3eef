import { exports } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXTENSION_ORIGIN, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

const CHUNK = new Uint8Array(64 * 1024).fill(0x20);
const CHUNKS = 320;
/** Chunks that may be in transit before the edge has responded. */
const UNDER_WAY_CHUNKS = 2;
const MADE_UP = `pl_${'A'.repeat(43)}`;

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
});
afterEach(() => reset());

/** Sends a body of 20 MiB and counts how much of it was taken. */
async function sendMuch(method: string, path: string, token: string) {
  let taken = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        if (taken === CHUNKS) controller.close();
        else controller.enqueue(CHUNK);
        taken++;
      },
    },
    { highWaterMark: 0 },
  );
  const response = await exports.default.fetch(`https://edge.test${path}`, {
    method,
    headers: {
      origin: EXTENSION_ORIGIN,
      authorization: `Bearer ${token}`,
      'idempotency-key': 'key-00001',
    },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, isRead: taken > UNDER_WAY_CHUNKS };
}

const READ_BODIES = [
  ['POST', '/launches'],
  ['POST', '/service/projects/shop/agent/start'],
  ['PUT', '/caps/shop'],
  ['POST', '/pairing-codes'],
  ['PATCH', '/devices/one'],
  ['PUT', '/subscriptions/projects/shop'],
  ['PUT', '/channels/channel-1'],
  ['POST', '/channels/channel-1/test'],
] as const;

test.each(READ_BODIES)('nothing of a stranger’s body is read: %s %s', async (method, path) => {
  expect(await sendMuch(method, path, MADE_UP)).toEqual({ status: 401, isRead: false });
});

test('nor of a body of somebody whose role does not reach', async () => {
  const viewer = await pairAs(owner, 'viewer');
  for (const [method, path] of READ_BODIES)
    expect([path, await sendMuch(method, path, viewer.token)]).toEqual([
      path,
      { status: 403, isRead: false },
    ]);
  expect((await callsOf()).startAgent).toBeUndefined();
});

test('a viewer’s malformed request is refused for its role, without details of its form', async () => {
  const viewer = await pairAs(owner, 'viewer');
  const key = { 'idempotency-key': 'key-00001' };
  for (const [method, path, body] of [
    ['POST', '/launches', { projectId: '?' }],
    ['POST', '/launches', 'not JSON'],
    ['POST', '/service/projects/shop/agent/start', { prompt: 1 }],
    ['PUT', '/caps/shop', []],
    ['POST', '/pairing-codes', { role: 'king' }],
  ] as const) {
    const { status, code } = await viewer.ask(method, path, body, key);
    expect([path, status, code]).toEqual([path, 403, 'EDGE_ROLE_FORBIDDEN']);
  }
  expect((await owner.ask('POST', '/launches', { projectId: '?' }, key)).status, 'of one who may').toBe(400);
});
