import { env, evictAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_CLOSE, type LiveMessage } from '../../shared/snapshot/live.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { sha256 } from '../http/digest.ts';
import { accountHook } from '../testing/account-hook.ts';
import { EXTENSION_ORIGIN, firstReading, pair, pairAs } from '../testing/edge.ts';
import { live, openLive } from '../testing/live.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { liveRequest, SOCKETS_PER_DEVICE, Sockets, UNANSWERED_CLOSES, UNHEARD_MESSAGES } from './sockets.ts';

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const ids = (messages: LiveMessage[]) =>
  messages
    .flatMap((message) => (message.type === 'changed' ? message.announcements : []))
    .map(({ key }) => 'abcdefgh'[Number(key.split('@')[1]) - 1]);

test('what is announced reaches an open socket, and a socket that comes back gets what it missed and nothing twice', async () => {
  const owner = await pair();
  const post = await accountHook(owner);
  await firstReading(owner);
  const first = await live(owner.token);
  await post('a');
  await first.until(({ messages }) => ids(messages).includes('a'));
  const cursor = first.messages.at(-1)?.cursor ?? 0;
  first.socket.close(1000);
  await post('b');
  await post('c');
  const again = await live(owner.token, cursor);
  await again.until(({ messages }) => ids(messages).includes('c'));
  await post('d');
  await again.until(({ messages }) => ids(messages).includes('d'));
  expect(ids(again.messages)).toEqual(['b', 'c', 'd']);
});

test('a socket lives through an eviction of the object, without gap or repeat', async () => {
  const owner = await pair();
  const post = await accountHook(owner);
  await firstReading(owner);
  const open = await live(owner.token);
  await post('a');
  await evictAllDurableObjects();
  await post('b');
  await evictAllDurableObjects();
  await post('c');
  await open.until(({ messages }) => ids(messages).includes('c'));
  expect(ids(open.messages)).toEqual(['a', 'b', 'c']);
});

test('a client that is too far behind, or ahead of all that is known, is sent to the snapshot', async () => {
  const owner = await pair();
  const post = await accountHook(owner);
  await post('a');
  const open = await live(owner.token, 9e12);
  await open.until(({ messages }) => messages.length > 0);
  expect(open.messages[0]).toMatchObject({ type: 'gap' });
});

test('a revoked device is closed at once and does not get in again', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  const [open, other] = [await live(viewer.token), await live(owner.token)];
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  await open.until(({ closed }) => closed !== null);
  expect(open.closed?.code).toBe(LIVE_CLOSE.revoked);
  expect(other.closed).toBeNull();
  expect(await openLive(viewer.token)).toMatchObject({ status: 401 });
});

test('a device that is revoked while its socket is being opened gets none', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  const callers = await Promise.all(
    [owner, viewer].map(async ({ token }) => ({ tokenHash: await sha256(token), origin: EXTENSION_ORIGIN })),
  );
  await runInDurableObject(env.ACCOUNT.getByName('account'), async (account) => {
    const [revoking, opening] = callers;
    if (!revoking || !opening) throw new Error('not paired');
    const opened = account.fetch(liveRequest(opening, null));
    const revoked = account.revokeDevice(revoking, viewer.deviceId, false);
    expect((await opened).status).toBe(401);
    expect((await revoked).ok).toBe(true);
  });
});

test('one more socket than a device may have closes its oldest', async () => {
  const owner = await pair();
  const sockets = [];
  for (let i = 0; i <= SOCKETS_PER_DEVICE; i++) sockets.push(await live(owner.token));
  await sockets[0]?.until(({ closed }) => closed !== null);
  expect(sockets.map(({ closed }) => closed?.code)).toEqual([
    LIVE_CLOSE.tooManySockets,
    ...Array(SOCKETS_PER_DEVICE).fill(undefined),
  ]);
});

/** Of the object: how many sockets the platform holds, and how many of these are forgotten. */
const held = () =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, state) => {
    const sockets = state.getWebSockets();
    return [sockets.length, sockets.filter((socket) => socket.deserializeAttachment() === null).length];
  });

test('a client that ignores our close keeps a bounded number of connections, and hears and does nothing on them', async () => {
  const owner = await pair();
  const post = await accountHook(owner);
  await firstReading(owner);
  const sockets = [];
  for (let i = 0; i < SOCKETS_PER_DEVICE + UNANSWERED_CLOSES; i++)
    sockets.push(await live(owner.token, null, false));
  const refused = await openLive(owner.token, null, false);
  expect(refused).toMatchObject({ status: 429 });
  expect(await held()).toEqual([SOCKETS_PER_DEVICE + UNANSWERED_CLOSES, UNANSWERED_CLOSES]);
  await post('a');
  await sockets.at(-1)?.until(({ messages }) => ids(messages).includes('a'));
  expect(sockets.map(({ messages }) => ids(messages).length)).toEqual([
    ...Array(UNANSWERED_CLOSES).fill(0),
    ...Array(SOCKETS_PER_DEVICE).fill(1),
  ]);
  sockets[0]?.socket.close(1000);
  await vi.waitFor(async () => expect((await held())[0]).toBe(SOCKETS_PER_DEVICE + UNANSWERED_CLOSES - 1));
  const again = await live(owner.token);
  expect(again.closed).toBeNull();
});

test('a revoked device that ignores our close counts as no open view, whatever it sends', async () => {
  const owner = await pair();
  const viewer = await pairAs(owner, 'viewer');
  const open = await live(viewer.token, null, false);
  await owner.ask('DELETE', `/devices/${viewer.deviceId}`);
  await open.until(({ closed }) => closed !== null);
  const opened = vi.spyOn(Sockets.prototype, 'onMessage');
  open.socket.send(JSON.stringify({ type: 'view', open: true }));
  open.socket.send('ping');
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  expect(await held()).toEqual([1, 1]);
  expect(open.texts).toEqual([]);
});

test('a client that never listens is closed once much was sent to it, one that pings is not', async () => {
  const owner = await pair();
  const post = await accountHook(owner);
  const opened = Date.now() - 3 * MINUTE_MS;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => opened);
  const [deaf, alive] = [await live(owner.token), await live(owner.token)];
  clock.mockRestore();
  alive.socket.send('ping');
  await alive.until(({ texts }) => texts.length > 0);
  for (let i = 0; i < UNHEARD_MESSAGES + 5; i++) await post(`e${i}`);
  await deaf.until(({ closed }) => closed !== null);
  expect(deaf.closed?.code).toBe(LIVE_CLOSE.lagging);
  expect(alive.closed).toBeNull();
});

test('a client that says anything but ping is closed', async () => {
  const owner = await pair();
  const open = await live(owner.token);
  open.socket.send('hello');
  await open.until(({ closed }) => closed !== null);
  expect(open.closed?.code).toBe(1008);
});

test('a ping is answered', async () => {
  const owner = await pair();
  const open = await live(owner.token);
  open.socket.send('ping');
  await open.until(({ texts }) => texts.length > 0);
  expect(open.texts).toEqual(['pong']);
});

test('without a token, with a wrong one, or without an upgrade there is no socket', async () => {
  const owner = await pair();
  expect(await openLive(`pl_${'A'.repeat(43)}`)).toMatchObject({ status: 401 });
  expect(await openLive('nonsense')).toMatchObject({ status: 401 });
  expect((await owner.ask('GET', '/live')).code).toBe('EDGE_INVALID_REQUEST');
  expect(EXTENSION_ORIGIN).toMatch(/^chrome-extension/);
});
