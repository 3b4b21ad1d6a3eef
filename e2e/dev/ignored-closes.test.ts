import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIVE_CLOSE, LIVE_PROTOCOL } from '../../shared/snapshot/live.ts';
import { EVENT, idsFrom, secretOfSubscription, signDeliveries } from '../bench/deliveries.ts';
import { edgeBindings, pairCommandLine } from '../bench/edge-under-test.ts';
import { sendRequest } from '../bench/send-request.ts';
import { startWorkers } from '../bench/workerd.ts';
import { startLocalService } from '../mock-service/service.ts';
import { Closing } from './closing.ts';
import { RawSocket } from './raw-socket.ts';

const PATIENCE_MS = 180_000;
const MUCH_MORE_THAN_MAY_BE_OPEN = 60;
/** What is still on its way over loopback has arrived by then. */
const QUIET_MS = 300;

const closing = new Closing();
let edge: string;
let owner: string;
let deliver: () => Promise<string>;

beforeAll(async () => {
  const service = await startLocalService({ demo: 'calm' });
  closing.add(() => service.stop());
  const workers = await startWorkers([{ name: 'edge', source: 'edge', bindings: edgeBindings(service.url) }]);
  closing.add(() => workers.stop());
  edge = workers.urls.edge ?? '';
  owner = await pairCommandLine(edge);
  await ask('POST', '/subscriptions/sync', 200);
  const secret = await secretOfSubscription(service);
  const nextId = idsFrom('raw');
  deliver = async () => {
    const [delivery] = signDeliveries(secret, 1, nextId);
    return sendRequest(`${edge}/hooks/${EVENT}`, { method: 'POST', ...delivery, expect: 200 });
  };
}, PATIENCE_MS);
afterAll(() => closing.closeAll());

/** Asks the edge as its owner. @returns the envelope's `data` */
async function ask(method: string, path: string, expected: number, body?: object) {
  const headers = { authorization: `Bearer ${owner}`, 'content-type': 'application/json' };
  const text = await sendRequest(`${edge}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    expect: expected,
  });
  return JSON.parse(text || '{}').data;
}

async function open(token: string): Promise<RawSocket> {
  const socket = await RawSocket.open(edge, '/live', [LIVE_PROTOCOL, `token.${token}`]);
  closing.add(async () => socket.destroy());
  return socket;
}

async function pairViewer(): Promise<{ token: string; deviceId: string }> {
  const { code } = await ask('POST', '/pairing-codes', 201, { role: 'viewer' });
  return ask('POST', '/pair', 201, { code, name: 'raw' });
}

test('a revoked device that keeps its connections hears nothing on them any more, not even an answer to its ping', async () => {
  const viewer = await pairViewer();
  const [kept, also, other] = [await open(viewer.token), await open(viewer.token), await open(owner)];
  await ask('DELETE', `/devices/${viewer.deviceId}`, 200);
  await vi.waitFor(() => expect([kept.closeCode, also.closeCode]).toEqual(Array(2).fill(LIVE_CLOSE.revoked)));
  const heard = [kept.frames.length, also.frames.length];
  const before = other.texts.length;
  await deliver();
  kept.send('ping');
  also.send(JSON.stringify({ type: 'view', open: true }));
  await vi.waitFor(() => expect(other.texts.length, 'a paired browser hears of it').toBeGreaterThan(before));
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  expect([kept.frames.length, also.frames.length]).toEqual(heard);
});

test('a client that ignores every close gets few sockets, and others as soon as it lets these go', async () => {
  const { token } = await pairViewer();
  const opened: RawSocket[] = [];
  for (let i = 0; i < MUCH_MORE_THAN_MAY_BE_OPEN; i++) opened.push(await open(token));
  const kept = opened.filter(({ status }) => status === 101);
  expect(kept.length).toBe(16);
  expect(new Set(opened.slice(kept.length).map(({ status }) => status))).toEqual(new Set([429]));
  for (const socket of kept) socket.destroy();
  await vi.waitFor(async () => expect((await open(token)).status).toBe(101));
});
