import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { kvEventLog } from '../events/outbox.ts';
import { reset } from '../testing/reset.ts';
import {
  broken,
  FakeWebhookService,
  slowDown,
  T0,
  TEST_PUBLIC_URL,
  type TestClock,
  testContext,
  testWebhooks,
} from './testing/fake-webhook-service.ts';
import { KEPT_EVENT_EXAMPLE, sign } from './testing/mutate-delivery.ts';
import type { Webhooks } from './webhooks.ts';

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await reset();
});

let nextName = 0;
const withWebhooks = (
  work: (given: {
    webhooks: Webhooks;
    service: FakeWebhookService;
    clock: TestClock;
    sql: SqlStorage;
  }) => Promise<void>,
) =>
  runInDurableObject(env.ACCOUNT.getByName(`webhooks-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const context = testContext(state, env, clock);
    const service = new FakeWebhookService();
    const webhooks = testWebhooks(context, service);
    await work({ webhooks, service, clock, sql: state.storage.sql });
  });

const body = JSON.stringify({
  event: 'deployment.finished',
  timestamp: '2026-11-20T11:59:58Z',
  data: { projectId: 'p' },
});

test('one subscription per event, each at its own address; a second sync makes nothing new', async () => {
  await withWebhooks(async ({ webhooks, service }) => {
    expect(await webhooks.syncNow()).toMatchObject({ ok: true });
    expect(service.webhooks.map((w) => w.url).sort()).toEqual(
      SERVICE_EVENTS.map((event) => `${TEST_PUBLIC_URL}/hooks/${event}`).sort(),
    );
    const calls = service.calls.length;
    await webhooks.syncNow();
    expect(service.calls.slice(calls)).toEqual(['list']);
    expect(webhooks.health().subscriptions.every((s) => s.state === 'active')).toBe(true);
  });
});

test('how far a record was looked at is stored where something was found, and forgotten with its subscription (edge/storage-schema.md)', async () => {
  await withWebhooks(async ({ webhooks, service, clock, sql }) => {
    while ((await webhooks.sweep()) === clock.at);
    expect(lookedAt(sql), 'nothing was delivered, so nothing changed').toEqual([]);
    const [gone, ...rest] = service.webhooks;
    if (!gone) throw new Error('The edge subscribed to nothing.');
    service.deliveriesOf.set(gone.id, [
      {
        ...{ id: 7, event: gone.event, eventId: 'found:1', projectId: 'shop', feature: null },
        ...{ status: 'delivered', attempts: 1, httpStatus: 200, error: null },
        at: new Date(clock.at).toISOString(),
      },
    ]);
    clock.at += MINUTE_MS;
    await webhooks.sweep();
    expect(lookedAt(sql)).toEqual([gone.id]);
    service.webhooks = rest;
    clock.at += MINUTE_MS;
    for (let run = 0; run < 2; run++) await webhooks.sweep();
    expect(service.webhooks).toHaveLength(SERVICE_EVENTS.length);
    expect(lookedAt(sql)).toEqual([]);
  });
});

test('when each record was looked at is stored where they take several runs, so that a restart puts none off', async () => {
  await withWebhooks(async ({ webhooks, service, clock, sql }) => {
    for (const event of SERVICE_EVENTS.slice(0, 5)) service.add(event, 'https://other.example/hook');
    service.projects = ['old'];
    while ((await webhooks.sweep()) === clock.at);
    clock.at += MINUTE_MS;
    while ((await webhooks.sweep()) === clock.at);
    expect(lookedAt(sql).toSorted()).toEqual(service.webhooks.map(({ id }) => id).sort());
  });
});

const lookedAt = (sql: SqlStorage) =>
  sql
    .exec('SELECT webhook_id FROM webhook_sweeps')
    .toArray()
    .map((row) => row.webhook_id);

test('what has had its time is forgotten although the service fails', async () => {
  await withWebhooks(async ({ webhooks, service, clock, sql }) => {
    await webhooks.syncNow();
    service.webhooks = service.webhooks.slice(1);
    await webhooks.syncNow();
    const rows = () => sql.exec('SELECT * FROM webhook_subscriptions').toArray().length;
    expect(rows()).toBe(SERVICE_EVENTS.length + 1);
    service.before = () => broken('timeout');
    clock.at += 11 * MINUTE_MS;
    webhooks.housekeeping(clock.at);
    expect(rows()).toBe(SERVICE_EVENTS.length);
  });
});

test('a log that hangs at the first start delays no subscription, and is read again', async () => {
  await withWebhooks(async ({ webhooks, service }) => {
    const list = vi.spyOn(Object.getPrototypeOf(env.EVENTS), 'list').mockReturnValue(new Promise(() => {}));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sweeping = webhooks.sweep();
    await vi.advanceTimersByTimeAsync(5000);
    expect(list).toHaveBeenCalledTimes(1);
    await sweeping;
    expect(service.webhooks).toHaveLength(SERVICE_EVENTS.length);
    list.mockRestore();
    vi.useRealTimers();
    const again = vi.spyOn(Object.getPrototypeOf(env.EVENTS), 'list');
    await webhooks.sweep();
    await webhooks.sweep();
    expect(again).toHaveBeenCalledTimes(1);
  });
});

test('a delivery that its subscription signed is kept, once', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    await webhooks.syncNow();
    const secret = service.webhooks.find((w) => w.event === 'deployment.finished')?.secret ?? '';
    const call = {
      address: { kind: 'account' as const, event: 'deployment.finished', filterHash: '' },
      signature: await sign(secret, clock.at / 1000, body),
      eventId: 'deploy:1',
      signedWith: null,
      body: new TextEncoder().encode(body).buffer as ArrayBuffer,
    };
    expect(await webhooks.receive(call)).toBe('kept');
    expect(await webhooks.receive(call)).toBe('duplicate');
    const { keys } = await env.EVENTS.list<{ id: string }>();
    expect(keys.map((key) => key.metadata?.id)).toEqual(['deploy:1']);
  });
});

test('the edge sweeps every few minutes, and a minute after the service did not respond', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    const nextIn = async () => ((await webhooks.sweep()) ?? 0) - clock.at;
    while ((await nextIn()) === 0);
    expect(await nextIn()).toBeLessThan(5 * MINUTE_MS);
    service.before = () => broken('timeout');
    expect(await nextIn()).toBe(MINUTE_MS);
    expect(webhooks.section().error).toMatchObject({ code: 'timeout' });
    service.before = () => null;
    await nextIn();
    expect(webhooks.section().error).toBeNull();
  });
});

test.each(['list', 'projectIds', 'deliveries'] as const)(
  'when the service asks to be left alone at %s, neither the edge nor who looks asks it before (Retry-After)',
  (refusing) =>
    withWebhooks(async ({ webhooks, service, clock }) => {
      service.add('project.paused', 'https://other.example/hook');
      while ((await webhooks.sweep()) === clock.at);
      clock.at += MINUTE_MS;
      service.projects = ['p1'];
      service.before = (call) => (call === refusing ? slowDown(10 * MINUTE_MS) : null);
      let nextAt = await webhooks.sweep();
      while (nextAt === clock.at) nextAt = await webhooks.sweep();
      expect((nextAt ?? 0) - clock.at).toBe(10 * MINUTE_MS);
      service.calls = [];
      clock.at += 9 * MINUTE_MS;
      await webhooks.sweepSoon('popup');
      expect(await webhooks.sweep()).toBe(nextAt);
      expect(service.calls).toEqual([]);
      clock.at += MINUTE_MS;
      const looking = webhooks.sweepSoon('popup');
      await webhooks.sweep();
      await looking;
      expect(service.calls).toContain('list');
    }),
);

test('one run of the object makes no more calls of the service than the free plan allows', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    service.projects = Array.from({ length: 120 }, (_, i) => `p${i}`);
    for (const event of SERVICE_EVENTS) service.add(event, `https://other.example/${event}`);
    for (let run = 0; run < 20; run++) {
      service.calls = [];
      const nextAt = await webhooks.sweep();
      expect(service.calls.length).toBeLessThan(50);
      if (nextAt !== clock.at) break;
    }
    expect(webhooks.health().subscriptions.every((s) => s.state === 'filtered')).toBe(true);
  });
});

test('a look leaves finding what was missed to a run of its own, and knows when that is done', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    while ((await webhooks.sweep()) === clock.at);
    clock.at += MINUTE_MS;
    service.calls = [];
    let done = false;
    const looking = webhooks.sweepSoon('popup').then(() => {
      done = true;
    });
    await Promise.resolve();
    expect([service.calls, done]).toEqual([[], false]);
    await webhooks.sweep();
    await looking;
    expect(service.calls).toContain('deliveries');
    service.calls = [];
    await webhooks.sweepSoon('popup');
    expect(service.calls).toEqual([]);
  });
});

test('what was delivered only to another subscription is found in its record', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    const theirs = service.add('project.paused', 'https://other.example/hook');
    service.projects = ['old'];
    while ((await webhooks.sweep()) === clock.at);
    service.deliveriesOf.set(theirs.id, [
      {
        id: 7,
        event: 'project.paused',
        eventId: 'paused:1',
        projectId: 'new',
        feature: null,
        status: 'delivered',
        attempts: 1,
        httpStatus: 200,
        error: null,
        at: new Date(clock.at).toISOString(),
      },
    ]);
    clock.at += MINUTE_MS;
    await webhooks.sweep();
    const { keys } = await env.EVENTS.list<{ id: string; source: string }>();
    expect(keys.map(({ metadata }) => metadata)).toMatchObject([{ id: 'paused:1', source: 'reconciled' }]);
    expect(webhooks.health().silent).toBeNull();
  });
});

test('a subscription that goes while its long record is read does not keep the sweep going for ever', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    while ((await webhooks.sweep()) === clock.at);
    const ours = service.webhooks.find((w) => w.event === 'project.paused')?.id ?? '';
    service.deliveriesOf.set(
      ours,
      Array.from({ length: 2000 }, (_, n) => ({
        id: n + 1,
        event: 'project.paused',
        eventId: `paused:${n}`,
        projectId: 'shop',
        feature: null,
        status: 'failed',
        attempts: 3,
        httpStatus: 503,
        error: null,
        at: new Date(clock.at).toISOString(),
      })),
    );
    clock.at += MINUTE_MS;
    expect(await webhooks.sweep()).toBe(clock.at);
    await service.remove(ours);
    let runs = 0;
    while ((await webhooks.sweep()) === clock.at) expect(++runs).toBeLessThan(5);
  });
});

test('however long the record of an outage is, every event of it is found, in runs of a bounded length', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    while ((await webhooks.sweep()) === clock.at);
    const ours = service.webhooks.find((w) => w.event === 'project.paused')?.id ?? '';
    const outage = Array.from({ length: 1234 }, (_, n) => ({
      id: n + 1,
      event: 'project.paused',
      eventId: `paused:${n}`,
      projectId: 'shop',
      feature: null,
      status: 'failed',
      attempts: 3,
      httpStatus: 503,
      error: null,
      at: new Date(clock.at).toISOString(),
    }));
    service.deliveriesOf.set(ours, outage);
    clock.at += MINUTE_MS;
    do {
      service.calls = [];
      if ((await webhooks.sweep()) !== clock.at) break;
    } while (service.calls.length < 50);
    expect(service.calls.length).toBeLessThan(50);
    const kept = new Set<string>();
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await env.EVENTS.list<{ id: string }>({ cursor: cursor ?? null });
      for (const { metadata } of page.keys) kept.add(metadata?.id ?? '');
      more = !page.list_complete;
      cursor = page.list_complete ? undefined : page.cursor;
    }
    expect(kept.size).toBe(outage.length);
  });
});

test('the whole history is found again in KV after the storage was lost, however many pages it takes', async () => {
  const log = kvEventLog(env.EVENTS);
  const events = Array.from({ length: 1200 }, (_, i) => ({ ...KEPT_EVENT_EXAMPLE, seq: i + 1, id: `e${i}` }));
  await Promise.all(events.map((event) => log.put(event, new ArrayBuffer(2))));
  await withWebhooks(async ({ webhooks, sql }) => {
    await webhooks.sweep();
    expect(sql.exec('SELECT count(*) AS n FROM events').one().n).toBe(events.length);
  });
});
