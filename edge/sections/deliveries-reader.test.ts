import { expect, test } from 'vitest';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { DELIVERY_GROUPS_MAX } from '../../shared/snapshot/webhook-health.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { type DeliveriesMemory, deliveriesReader } from './deliveries-reader.ts';

const NOW = Date.UTC(2026, 10, 21);
const FAILING = 60;

/** A service with so many subscriptions, each with a delivery that failed. */
const ask = (async (name: string) => {
  const at = new Date(NOW).toISOString();
  const webhooks = Array.from({ length: FAILING }, (_, i) => ({
    id: `w${i}`,
    url: `https://receiver-${i}.example/hook`,
    event: 'project.paused',
  }));
  const deliveries = [
    { id: 1, event: 'project.paused', status: 'failed', attempts: 3, httpStatus: 500, at, updatedAt: at },
  ];
  return {
    ok: true,
    paging: {},
    data: name === 'listWebhooks' ? { webhooks } : { deliveries, nextCursor: null },
  };
}) as unknown as CallService;
const ROOM = { detailCalls: 0, rotate: 0, likely: 0, rotateAfterMs: 0, moves: null };

test('sixty failing subscriptions are reported as the first fifty of sixty, once all were read', async () => {
  const reader = deliveriesReader(() => false);
  let memory: DeliveriesMemory | null = null;
  const totals: (number | null | undefined)[] = [];
  for (let read = 0; read < 7; read++) {
    const result = await reader.read(ask, memory, NOW + read * MINUTE_MS, ROOM);
    if (!result.ok) throw new Error(result.failure.message);
    memory = result.memory;
    totals.push(result.data.total);
    expect(result.data.groups.length).toBeLessThanOrEqual(DELIVERY_GROUPS_MAX);
  }
  expect(totals.slice(0, 5)).toEqual(Array(5).fill(null));
  expect(totals.slice(5)).toEqual([FAILING, FAILING]);
});

const failure = (kind: ServiceFailure['kind']): ServiceFailure => ({
  ...{ kind, httpStatus: 500, code: null, message: 'No.' },
  ...{ details: null, retryAfterMs: null, isCertain: false },
});
const failed = (webhookId: string, id: number) => ({
  ...{ id, webhookId, event: 'project.paused', eventId: `e${id}`, projectId: 'shop', feature: null },
  ...{ status: 'failed', attempts: 3, httpStatus: 500, durationMs: 12, error: 'HTTP 500' },
  ...{ at: new Date(NOW - MINUTE_MS).toISOString(), updatedAt: new Date(NOW - MINUTE_MS).toISOString() },
});

/** A service with so many subscriptions, and what each of them answers about its deliveries. */
function service(count: number, broken: Record<string, ServiceFailure> = {}) {
  const requested: string[] = [];
  const webhooks = Array.from({ length: count }, (_, n) => ({
    ...{ id: `w${n}`, url: `https://host${n}.example/hook`, event: 'project.paused' },
    createdAt: new Date(NOW).toISOString(),
  }));
  const ask = async (name: string, request?: { parameters?: { webhookId?: string } }) => {
    if (name === 'listWebhooks') return { ok: true, data: { webhooks } };
    const id = request?.parameters?.webhookId ?? '';
    requested.push(id);
    const failure = broken[id];
    if (failure) return { ok: false, failure };
    const deliveries = id === 'w0' ? [failed(id, 1)] : [];
    return { ok: true, data: { deliveries, nextCursor: null } };
  };
  return { ask: ask as unknown as CallService, requested: requested, webhooks };
}

const reader = deliveriesReader(() => false);
async function read(ask: CallService, before: DeliveriesMemory | null, at = NOW) {
  const result = await reader.read(ask, before, at, ROOM);
  if (!result.ok) throw new Error(`not read: ${result.failure.kind}`);
  return result;
}

test('one reading asks so few subscriptions that it fits into one awakening, and comes back soon for the rest', async () => {
  const { ask, requested } = service(25);
  const first = await read(ask, null);
  expect(requested.length).toBeLessThanOrEqual(10);
  expect(reader.paceMs(first.memory), 'there are some of which nothing is known').toBeLessThan(10_000);
  let memory = first.memory;
  while (!memory.finished) memory = (await read(ask, memory)).memory;
  expect(new Set(requested).size, 'each was asked').toBe(25);
  expect(reader.paceMs(memory)).toBe(MINUTE_MS);
});

test('failing ones are read every time, before the others', async () => {
  const { ask, requested } = service(25);
  let { memory } = await read(ask, null);
  while (!memory.finished) memory = (await read(ask, memory)).memory;
  requested.length = 0;
  await read(ask, memory, NOW + MINUTE_MS);
  await read(ask, memory, NOW + 2 * MINUTE_MS);
  expect(requested.filter((id) => id === 'w0')).toHaveLength(2);
});

test('a subscription whose deliveries cannot be read keeps what was known of it, and costs no other', async () => {
  const before = (await read(service(3).ask, null)).memory;
  const { ask } = service(3, { w0: failure('service-failing') });
  const after = await read(ask, before, NOW + MINUTE_MS);
  expect(after.partly?.kind).toBe('service-failing');
  expect(after.data.groups).toHaveLength(1);
  expect(after.memory.asked.w1?.askedAt).toBe(NOW + MINUTE_MS);
});

test('a subscription that is gone takes its failures with it', async () => {
  const before = (await read(service(3).ask, null)).memory;
  expect((await read(service(0).ask, before)).data.groups).toEqual([]);
  const { ask } = service(3, { w0: failure('not-found') });
  expect((await read(ask, before)).data.groups).toEqual([]);
});

test('nothing of an address but its host is reported', async () => {
  const { ask, webhooks } = service(1);
  for (const webhook of webhooks) webhook.url = 'https://user:pw@receiver.example/secret/path';
  const { groups } = (await read(ask, null)).data;
  expect(groups).toMatchObject([{ host: 'receiver.example' }]);
  expect(JSON.stringify(groups)).not.toMatch(/secret|pw/);
});
