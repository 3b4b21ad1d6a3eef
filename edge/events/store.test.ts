import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';
import { T0, testContext } from '../webhooks/testing/fake-webhook-service.ts';
import type { EventLog } from './outbox.ts';
import { type Arrival, EventStore } from './store.ts';

afterEach(() => reset());

const log: EventLog = {
  put: async () => true,
  page: async () => ({ events: [], nextCursor: null }),
  body: async () => null,
};

test('whose cap was reached stays as the sweep noted it when the delivery comes after the cap was put back', () =>
  runInDurableObject(env.ACCOUNT.getByName('noted'), async (_, state) => {
    let isOverridden = true;
    const store = new EventStore(testContext(state, env, { at: T0 }), log, () =>
      isOverridden ? { guard: 'run-budget', budget: 15, own: 400 } : { guard: null },
    );
    const arrival = (source: Arrival['source'], digest: string | null): Arrival => ({
      ...{ signer: 'account', id: 'e1', event: 'project.credit_limit.reached', projectId: 'shop', at: T0 },
      ...{ source, digest, data: { category: 'development', limit: 15 }, body: new Uint8Array() },
    });
    store.keep(arrival('reconciled', null));
    isOverridden = false;
    expect(store.keep(arrival('webhook', 'digest'))).toMatchObject({
      outcome: 'completed',
      event: { source: 'webhook', facts: { guard: 'run-budget', budget: 15, own: 400, limit: 15 } },
    });
  }));
