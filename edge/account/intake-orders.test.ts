import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, inject, test } from 'vitest';
import { kvEventLog } from '../events/outbox.ts';
import { type Arrival, EventStore } from '../events/store.ts';
import { Sections } from '../sections/sections.ts';
import { reset } from '../testing/reset.ts';
import { T0, testContext } from '../webhooks/testing/fake-webhook-service.ts';

afterEach(() => reset());

/** One event as delivered, or as found in the service's record, which has less of it. */
function arrival(n: number, source: Arrival['source']): Arrival {
  const event = n % 2 === 0 ? 'deployment.finished' : 'agent.prompt.finished';
  const id = `e${n}`;
  return {
    signer: 'account',
    id,
    digest: source === 'webhook' ? `digest-${n}` : null,
    event,
    projectId: `p${n % 3}`,
    at: T0 + Math.floor(n / 4) * 1000,
    source,
    data: source === 'webhook' ? { status: n % 5 === 0 ? 'error' : 'success' } : {},
    body: new Uint8Array([n]),
  };
}

let nextName = 1;

type Harness = { stateAfter: (order: readonly Arrival[]) => string };

/** Real intake and sections over real storage. The state: what is kept, and what is known of each project. */
const withHarness = (work: (harness: Harness) => void) =>
  runInDurableObject(env.ACCOUNT.getByName(`orders-${nextName++}`), async (_, state) => {
    const context = testContext(state, env, { at: T0 });
    const { sql } = state.storage;
    const sections = new Sections(context);
    const eventStore = new EventStore(context, kvEventLog(env.EVENTS));
    context.emitter.on('event-kept', (event) => sections.onKeptEvent(event));
    work({
      stateAfter: (order) => {
        for (const table of ['events', 'event_aliases', 'outbox']) sql.exec(`DELETE FROM ${table}`);
        for (const one of order) eventStore.keep(one);
        const kept = sql
          .exec<{ row: string }>('SELECT row FROM events ORDER BY dedupe_id')
          .toArray()
          .map(({ row }) => ({ ...JSON.parse(row), seq: 0, receivedAt: 0 }));
        return JSON.stringify(kept);
      },
    });
  });

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [i, item] of items.entries())
    for (const rest of ordersOf(items.filter((_, at) => at !== i))) yield [item, ...rest];
}

test('all orders of up to six arrivals end in the same state', () =>
  withHarness(({ stateAfter }) => {
    const six = [
      arrival(0, 'webhook'),
      arrival(0, 'reconciled'),
      arrival(1, 'webhook'),
      arrival(3, 'webhook'),
      arrival(6, 'webhook'),
      arrival(6, 'reconciled'),
    ];
    for (let count = 1; count <= six.length; count++) {
      const states = new Set([...ordersOf(six.slice(0, count))].map(stateAfter));
      expect(states.size).toBe(1);
    }
  }));

/** A tenth of the figure; `npm run soak` asks for the whole of it. */
const RANDOM_ORDERS = inject('randomOrders');
/** Ten thousand take 20 s of uninterrupted work on an idle machine, and many times that on a busy one. */
const RANDOM_ORDERS_TIMEOUT_MS = 120_000;

test(
  `${RANDOM_ORDERS} random orders of up to 30 arrivals, with repeats, end in the same state`,
  () =>
    withHarness(({ stateAfter }) => {
      let seed = 1;
      const random = () => {
        seed = (seed * 48271) % 2147483647;
        return seed / 2147483647;
      };
      const expected = new Map<number, string>();
      for (let run = 0; run < RANDOM_ORDERS; run++) {
        const count = 1 + (run % 15);
        const arrivals = Array.from({ length: count }, (_, n) => [
          arrival(n, 'webhook'),
          arrival(n, n % 3 === 0 ? 'reconciled' : 'webhook'),
        ]).flat();
        for (let i = arrivals.length - 1; i > 0; i--) {
          const j = Math.floor(random() * (i + 1));
          [arrivals[i], arrivals[j]] = [arrivals[j] as Arrival, arrivals[i] as Arrival];
        }
        const state = stateAfter(arrivals);
        if (!expected.has(count)) expected.set(count, state);
        expect(state === expected.get(count)).toBe(true);
      }
      expect(expected.size).toBe(15);
    }),
  RANDOM_ORDERS_TIMEOUT_MS,
);
