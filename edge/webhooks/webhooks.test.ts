import { env, reset, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { SERVICE_EVENTS } from '../../shared/service/events.ts';
import { T0, TEST_PUBLIC_URL, type TestClock, testContext, testWebhooks } from './testing/context.ts';
import { FakeWebhookService } from './testing/fake-webhook-service.ts';
import { sign } from './testing/sign.ts';
import type { Webhooks } from './webhooks.ts';

afterEach(() => reset());

let nextName = 0;
const withWebhooks = (
  work: (given: { webhooks: Webhooks; service: FakeWebhookService; clock: TestClock }) => Promise<void>,
) =>
  runInDurableObject(env.ACCOUNT.getByName(`webhooks-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const context = testContext(state, env, clock);
    const service = new FakeWebhookService();
    const webhooks = testWebhooks(context, service);
    await work({ webhooks, service, clock });
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

test('a delivery that its subscription signed is kept, once', async () => {
  await withWebhooks(async ({ webhooks, service, clock }) => {
    await webhooks.syncNow();
    const secret = service.webhooks.find((w) => w.event === 'deployment.finished')?.secret ?? '';
    const call = {
      address: { kind: 'account' as const, event: 'deployment.finished', part: '' },
      signature: await sign(secret, clock.at / 1000, body),
      eventId: 'deploy:1',
      body: new TextEncoder().encode(body).buffer as ArrayBuffer,
    };
    expect(await webhooks.receive(call)).toBe('kept');
    expect(await webhooks.receive(call)).toBe('duplicate');
    const { keys } = await env.EVENTS.list<{ id: string }>();
    expect(keys.map((key) => key.metadata?.id)).toEqual(['deploy:1']);
  });
});
