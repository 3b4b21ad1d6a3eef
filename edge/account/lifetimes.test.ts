import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { insertRow } from '../object/database.ts';
import { accountHook } from '../testing/account-hook.ts';
import { runAlarmsAt, runDueAlarms } from '../testing/alarms.ts';
import { pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { KEPT, type StoredRow } from '../testing/past.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

/** A row of each table with a lifetime, stored at an instant, and the lifetime from `storage-schema.md`. */
const FORGETTING: Readonly<
  Record<
    string,
    {
      livesMs: number;
      /** How much sooner it may be gone, where time is kept in steps. */
      stepMs?: number;
      keep: (id: string, at: number) => StoredRow;
      id: string;
    }
  >
> = {
  events: { livesMs: 30 * DAY_MS, id: 'dedupe_id', keep: KEPT.events },
  event_aliases: { livesMs: 30 * DAY_MS, id: 'id', keep: KEPT.event_aliases },
  launches: { livesMs: (365 + 30) * DAY_MS, id: 'key', keep: KEPT.launches },
  alerts: { livesMs: 30 * DAY_MS, id: 'channel_id', keep: KEPT.alerts },
  webhook_rejections: {
    ...{ livesMs: 2 * DAY_MS + HOUR_MS, stepMs: HOUR_MS, id: 'reason', keep: KEPT.webhook_rejections },
  },
  webhook_marks: {
    livesMs: DAY_MS,
    id: 'event',
    keep: (event, at) => ({ name: 'without', event, at }),
  },
  webhook_subscriptions: {
    livesMs: 10 * MINUTE_MS,
    id: 'webhook_id',
    keep: (id, at) => ({
      ...{ webhook_id: id, kind: 'account', event: 'deployment.finished', part: id },
      ...{ url: 'https://gone.test', removed_at: at },
    }),
  },
};

test('what lives for a time is gone after it, and not before, with and without an address for webhooks (edge/storage-schema.md)', async () => {
  await pair();
  const stub = env.ACCOUNT.getByName('account');
  await runInDurableObject(stub, async (_, { storage }) => {
    for (const [table, { keep, livesMs, stepMs = 0 }] of Object.entries(FORGETTING)) {
      insertRow(storage.sql, table, keep('old', Date.now() - livesMs - MINUTE_MS));
      insertRow(storage.sql, table, keep('young', Date.now() - livesMs + stepMs + 2 * MINUTE_MS));
    }
    // Whatever else may run.
    storage.sql.exec("DELETE FROM jobs WHERE name <> 'housekeeping'");
    storage.sql.exec('UPDATE jobs SET due_at = 0');
    await storage.setAlarm(Date.now());
  });
  await runDueAlarms();
  await runInDurableObject(stub, (_, { storage }) => {
    for (const [table, { id }] of Object.entries(FORGETTING)) {
      const query = `SELECT ${id} AS id FROM ${table} WHERE ${id} IN ('old', 'young')`;
      expect([table, storage.sql.exec(query).toArray()]).toEqual([table, [{ id: 'young' }]]);
    }
  });
});

test('what the edge itself did is in the log at once, and not kept here beside it', async () => {
  const owner = await pair();
  await pairAs(owner, 'viewer');
  await vi.waitUntil(async () => (await env.EVENTS.list()).keys.length > 0, { timeout: 20_000 });
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    expect(storage.sql.exec('SELECT seq FROM outbox').toArray()).toEqual([]);
  });
});

test('however many events are too old, all of them go', async () => {
  await pair();
  const stub = env.ACCOUNT.getByName('account');
  await runInDurableObject(stub, async (_, { storage }) => {
    for (let n = 0; n < 12_000; n++) insertRow(storage.sql, 'events', KEPT.events(`old-${n}`, n * 1_000));
    storage.sql.exec("UPDATE jobs SET due_at = 0 WHERE name = 'housekeeping'");
    await storage.setAlarm(Date.now());
  });
  await runDueAlarms();
  await runAlarmsAt(Date.now() + 61_000);
  await runAlarmsAt(Date.now() + 61_000);
  await runInDurableObject(stub, (_, { storage }) => {
    expect(storage.sql.exec('SELECT count(*) AS left FROM events WHERE received_at < 1e12').one()).toEqual({
      left: 0,
    });
  });
});

test('an event leaves the log after 30 days by itself', async () => {
  const post = await accountHook(await pair());
  const put = vi.spyOn(env.EVENTS, 'put');
  await post('e');
  expect(put.mock.calls[0]?.[2]).toMatchObject({ expirationTtl: (30 * DAY_MS) / 1000 });
});

test('when a browser was last seen is exact to five minutes: looking costs no write', async () => {
  const owner = await pair();
  const seenAt = async () => {
    const { data } = await owner.ask('GET', '/devices');
    return data[0].lastSeenAt as number;
  };
  const paired = await seenAt();
  vi.useFakeTimers({ toFake: ['Date'], now: paired + 4 * MINUTE_MS });
  try {
    expect(await seenAt()).toBe(paired);
    vi.setSystemTime(paired + 6 * MINUTE_MS);
    await seenAt();
    expect(await seenAt()).toBe(paired + 6 * MINUTE_MS);
  } finally {
    vi.useRealTimers();
  }
});
