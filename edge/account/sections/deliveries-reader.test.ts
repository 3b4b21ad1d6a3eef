import { expect, test } from 'vitest';
import { DELIVERY_GROUPS_MAX } from '../../../shared/snapshot/delivery-failures.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { Ask } from '../../builder-api/ask.ts';
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
}) as unknown as Ask;
const ROOM = { detailCalls: 0, rotate: 0, rotateAfterMs: 0, credits: null };

test('sixty failing subscriptions are told as the first fifty of sixty, once all were asked', async () => {
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
