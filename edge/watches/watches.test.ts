import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { loggedLines } from '../testing/captured-log.ts';
import { pairWithData } from '../testing/data.ts';
import { type Paired, pairAs } from '../testing/edge.ts';
import { live } from '../testing/live.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { midnight } from './watch-reading.ts';
import { paceMs } from './watches.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
});
afterEach(() => reset());

/** A browser that looks more often is taken for a flood. */
const SLOWLY = { timeout: 25_000, interval: 300 };

const WATCH = { kind: 'records', projectId: 'shop', table: 'product' };
const put = (more: object = {}, id = 'watch-0001') =>
  builder.ask('PUT', `/watches/${id}`, { ...WATCH, ...more });
const list = async (): Promise<WatchRecord[]> => (await builder.ask('GET', '/watches')).data;
const read = async (watchId = 'watch-0001'): Promise<WatchRecord> => {
  const found = (await list()).find(({ id }) => id === watchId);
  if (found === undefined) throw new Error(`the watch ${watchId} is not listed`);
  return found;
};
const reads = async () => (await callsOf())['data.queryRecords'] ?? 0;

/** Lets an hour pass for the watches: the last looks are an hour older for the object that is woken. */
async function askAgain(): Promise<void> {
  const before = await reads();
  // Whatever is under way would write its own looks over these.
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const [kept] = storage.sql.exec<{ looks: string }>('SELECT looks FROM watch_looks').toArray();
    const looks = (JSON.parse(kept?.looks ?? '[]') as [string, { at: number; failures: number }][]).map(
      ([id, look]) => [id, { ...look, at: look.at - 3_600_000 }],
    );
    storage.sql.exec('INSERT OR REPLACE INTO watch_looks VALUES (1, ?)', JSON.stringify(looks));
  });
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  await runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
    storage.sql.exec("UPDATE jobs SET due_at = 0 WHERE name = 'watches'");
    await storage.setAlarm(Date.now());
  });
  await vi.waitUntil(async () => (await reads()) > before, SLOWLY);
}

/** Waits until the first look has been kept: from then on a record is new. */
const began = () =>
  vi.waitUntil(
    () =>
      runInDurableObject(
        env.ACCOUNT.getByName('account'),
        (_, { storage }) =>
          storage.sql.exec<{ cursor: string | null }>('SELECT cursor FROM watches').one().cursor !== null,
      ),
    SLOWLY,
  );
const add = (skus: string[], more: object = {}) =>
  control(
    'addRecords',
    'shop',
    'product',
    skus.map((sku) => ({ sku, ...more })),
  );

/** The watch after its next read. */
async function toldNext(holds: (record: WatchRecord) => boolean): Promise<WatchRecord> {
  await askAgain();
  return vi.waitUntil(async () => {
    const record = await read();
    return holds(record) ? record : undefined;
  }, SLOWLY);
}

test('records that are there when a watch begins are not new; each later one is reported once', async () => {
  await add(['S-1', 'S-2']);
  expect((await put()).status).toBe(200);
  await began();
  await control('advance', 60_000);
  await add(['S-3']);
  const result = await toldNext(({ news }) => news > 0);
  expect([result.news, result.newest.length]).toEqual([1, 1]);
  await askAgain();
  expect((await read()).news).toBe(1);
});

test('several that arrive in one second are each reported, also when one is overtaken by another', async () => {
  await add(['S-1']);
  await put();
  await began();
  await control('advance', 1_000);
  await add(['S-2', 'S-3']);
  expect((await toldNext(({ news }) => news > 0)).news).toBe(2);
  await add(['S-4']);
  expect((await toldNext(({ news }) => news > 2)).news).toBe(3);
});

test('after hours it is a count and the newest three, not a flood', async () => {
  await put({ property: 'sku' });
  await began();
  for (let at = 0; at < 3; at++) {
    await control('advance', 3_600_000);
    await add(Array.from({ length: 100 }, (_, n) => `S-${at}-${n}`));
  }
  await control('advance', 60_000);
  await add(['last']);
  const result = await toldNext(({ news }) => news > 0);
  expect(result.news).toBe(301);
  expect(result.newest).toHaveLength(3);
  expect(result.newest[0]?.value).toBe('last');
});

test('a record’s values leave only for a property that was chosen, and nothing of it is in log, snapshot or KV', async () => {
  await put({ filter: [{ name: 'Lamp' }] });
  await began();
  await control('advance', 60_000);
  await add(['canary-sku'], { name: 'Lamp' });
  await add(['S-9'], { name: 'Chair' });
  const result = await toldNext(({ news }) => news > 0);
  expect([result.news, result.newest[0]?.value]).toEqual([1, null]);
  const snapshot = await builder.ask('GET', '/snapshot');
  const kept = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    JSON.stringify(storage.sql.exec('SELECT * FROM watches').toArray()),
  );
  for (const text of [JSON.stringify(result), snapshot.text, kept, loggedLines().join('\n')])
    expect(text).not.toContain('canary-sku');
});

test('records that arrive one by one over hours leave the newest three', async () => {
  await put({ property: 'sku' });
  await began();
  for (const [at, sku] of ['S-1', 'S-2', 'S-3', 'S-4'].entries()) {
    await control('advance', 3_600_000);
    await add([sku]);
    await toldNext(({ news }) => news === at + 1);
  }
  expect((await read()).newest.map(({ value }) => value)).toEqual(['S-4', 'S-3', 'S-2']);
});

test('the snapshot changes with the news, so that an open browser hears of it', async () => {
  await put();
  await began();
  const before = (await builder.ask('GET', '/snapshot')).data.watches;
  await control('advance', 60_000);
  await add(['S-1']);
  await toldNext(({ news }) => news > 0);
  expect((await builder.ask('GET', '/snapshot')).data.watches).not.toEqual(before);
});

test('of a pinned count only the number leaves the edge', async () => {
  await add(['S-1', 'S-2']);
  await builder.ask('PUT', '/watches/watch-0002', { ...WATCH, kind: 'count' });
  const pinned = await vi.waitUntil(async () => {
    const record = await read('watch-0002');
    return record.count === null ? undefined : record;
  }, SLOWLY);
  expect([pinned.count, pinned.news, pinned.newest]).toEqual([2, 0, []]);
  await builder.ask('PUT', '/watches/watch-0003', { ...WATCH, kind: 'count', within: 'day' });
  const today = await vi.waitUntil(async () => (await read('watch-0003')).count ?? undefined, SLOWLY);
  expect(today).toBe(2);
});

test('a table that vanished and a key that was revoked are reported, and retried with a growing backoff', async () => {
  await put({ table: 'vanished' });
  const broken = await vi.waitUntil(async () => {
    const record = await read();
    return record.problem === null ? undefined : record;
  }, SLOWLY);
  expect(broken.problem).toMatchObject({ code: 'EDGE_DATA_NOT_FOUND' });
});

test('a watch can be changed, and deleted; a viewer has none', async () => {
  await put();
  expect((await put({ table: 'other' })).data.table).toBe('other');
  expect(await list()).toHaveLength(1);
  const viewer = await pairAs(owner, 'viewer');
  expect((await viewer.ask('GET', '/watches')).code).toBe('EDGE_ROLE_FORBIDDEN');
  expect((await builder.ask('DELETE', '/watches/watch-0001')).data).toEqual({ removed: true });
  expect(await list()).toEqual([]);
  expect((await put({ filter: [{ name: { $ne: null } }] })).code).toBe('EDGE_INVALID_REQUEST');
});

test.each([
  [1, true, 60_000],
  [40, true, 60_000],
  [100, true, 90_000],
  [1_000, true, 750_000],
  [1, false, 300_000],
  [100, false, 300_000],
  [1_000, false, 750_000],
])('%i watches, with a view open: %s, are each read every %i ms', (watches, isViewed, ms) =>
  expect(paceMs(watches, isViewed)).toBe(ms),
);

test('what a watch is called, what it counts and when it was last looked at are reported', async () => {
  const today = { kind: 'count', within: 'day', timeZone: 'Europe/Madrid', label: 'Sales today' };
  expect(await put(today)).toMatchObject({ data: { label: 'Sales today', within: 'day', lookedAt: null } });
  const looked = await vi.waitUntil(async () => (await read()).lookedAt ?? undefined, SLOWLY);
  expect(looked).toBeGreaterThan(0);
  await evictDurableObject(env.ACCOUNT.getByName('account'));
  expect((await read()).lookedAt).toBeGreaterThanOrEqual(looked);
  expect((await put({ label: '' })).code).toBe('EDGE_INVALID_REQUEST');
  expect((await put({ ...today, timeZone: 'Mars/Base' })).code).toBe('EDGE_INVALID_REQUEST');
});

test('each of more watches than a run asks about has its turn, although the object is evicted between two runs', async () => {
  for (let at = 0; at < 45; at++)
    await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
      storage.sql.exec(
        'INSERT INTO watches (watch_id, request, created_at) VALUES (?, ?, ?)',
        `watch-${1_000 + at}`,
        JSON.stringify(WATCH),
        at,
      );
    });
  await askAgain();
  const unread = async () => (await list()).filter(({ lookedAt }) => lookedAt == null);
  await vi.waitUntil(async () => (await unread()).length === 5, SLOWLY);
  await askAgain();
  await vi.waitUntil(async () => (await unread()).length === 0, SLOWLY);
});

test.each([
  ['2026-07-01T12:00:00Z', 'Europe/Madrid', '2026-06-30T22:00:00Z'],
  ['2026-07-01T22:30:00Z', 'Europe/Madrid', '2026-07-01T22:00:00Z'],
  ['2026-03-29T12:00:00Z', 'Europe/Madrid', '2026-03-28T23:00:00Z'],
  ['2026-10-25T12:00:00Z', 'Europe/Madrid', '2026-10-24T22:00:00Z'],
  ['2026-01-01T03:00:00Z', 'America/New_York', '2025-12-31T05:00:00Z'],
  ['2026-01-01T03:00:00Z', 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
  ['2026-01-01T03:00:00Z', 'UTC', '2026-01-01T00:00:00Z'],
])('the day of %s in %s began at %s, also on the day the clocks change', (now, timeZone, began) => {
  expect(new Date(midnight(Date.parse(now), timeZone)).toISOString()).toBe(new Date(began).toISOString());
});

test('a watch that fails is read less and less often, and as before once it can be read', async () => {
  await put();
  const start = Date.now() + MINUTE_MS;
  await runAlarmsAt(start);
  const readsIn = async (from: number, minutes: number) => {
    const before = await reads();
    for (let minute = from; minute < from + minutes; minute++) await runAlarmsAt(start + minute * MINUTE_MS);
    return (await reads()) - before;
  };
  expect(await readsIn(1, 30)).toBeGreaterThanOrEqual(5);
  await control('addFault', {
    operation: 'data.queryRecords',
    kind: 'error',
    count: 999,
    status: 400,
    code: 'X',
  });
  await readsIn(31, 30);
  expect(await readsIn(61, 30)).toBeLessThan(5);
  await control('clearFaults');
  await readsIn(91, 16);
  expect(await readsIn(107, 30)).toBeGreaterThanOrEqual(5);
  vi.useRealTimers();
});

test('a table is read every five minutes; one that is a minute old as soon as a view opens', async () => {
  await put();
  const start = Date.now() + MINUTE_MS;
  await runAlarmsAt(start);
  const before = await reads();
  await runAlarmsAt(start + 2 * MINUTE_MS);
  expect(await reads()).toBe(before);
  const { socket } = await live(owner.token);
  socket.send(JSON.stringify({ type: 'view', open: true }));
  await vi.waitUntil(async () => {
    await runAlarmsAt(start + 2 * MINUTE_MS);
    return (await reads()) > before;
  }, SLOWLY);
  vi.useRealTimers();
});
