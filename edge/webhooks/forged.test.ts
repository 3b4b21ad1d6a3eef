import { afterEach, beforeEach, expect, test } from 'vitest';
import { callEdge, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { mutateDelivery, seeded, sign } from './testing/mutate-delivery.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

const MUTANTS = 500;
const BODY = JSON.stringify({
  event: 'deployment.finished',
  data: { projectId: 'shop', deploymentId: 'd1' },
});

test('forged, tampered and malformed deliveries to the whole edge: none kept, none answered 5xx', async () => {
  const owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const { id } = webhooks.find((w: { event: string }) => w.event === 'deployment.finished');
  const { secret } = await serviceResponse('GET', `/webhooks/${id}/secret`);
  const random = seeded(7);
  const statuses = new Set<number>();
  for (let i = 0; i < MUTANTS; i++) {
    const header = await sign(secret, Math.floor(Date.now() / 1000), BODY);
    const mutant = mutateDelivery({ header, body: new TextEncoder().encode(BODY), nowMs: 0 }, random);
    // What HTTP itself cuts off or can't carry is no mutation.
    const carried = mutant.header.replace(/[^ -~]/g, '?').trim();
    if (mutant.nowMs !== 0 || carried.toLowerCase() === header) continue;
    const headers = {
      'cf-connecting-ip': '203.0.113.7',
      'x-service-event-id': `mutant-${i}`,
      'x-service-signature': carried,
    };
    const reply = await callEdge('POST', '/hooks/deployment.finished', { headers, body: mutant.body });
    statuses.add(reply.status);
  }
  expect([...statuses].sort()).toEqual([400, 401]);
  expect((await owner.ask('GET', '/events')).data.events).toEqual([]);
});
