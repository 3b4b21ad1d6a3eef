import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { projectFixture } from '../../shared/snapshot/project-fixture.ts';
import type { EventLog } from '../events/outbox.ts';
import { EventQueries } from '../events/query.ts';
import { type Arrival, EventStore } from '../events/store.ts';
import type { AccountContext } from '../object/context.ts';
import { reset } from '../testing/reset.ts';
import {
  FakeWebhookService,
  T0,
  testContext,
  testWebhooks,
} from '../webhooks/testing/fake-webhook-service.ts';
import { KEPT_EVENT_EXAMPLE } from '../webhooks/testing/mutate-delivery.ts';
import { Work } from '../work/work.ts';

afterEach(() => reset());

const FEW = 1000;
const MANY = 100_000;

/** Keeps events straight in the table, as many as years would bring. */
function fill(sql: SqlStorage, from: number, to: number): void {
  sql.exec(
    `WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO events (seq, dedupe_id, digest, event, project_id, received_at, reconciled, row)
     SELECT i, 'e' || i, 'd' || i, ?3, 'p' || (i % 10), ?4 + i, 0, ?5 FROM n`,
    from + 1,
    to,
    SERVICE_EVENTS[0],
    T0 - 100 * MANY,
    JSON.stringify(KEPT_EVENT_EXAMPLE),
  );
}

/** Counts the rows that a question reads. */
function counting(context: AccountContext): { context: AccountContext; rowsRead: () => number } {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const sql = new Proxy(context.storage.sql, {
    get: (target, name) => {
      if (name !== 'exec') return Reflect.get(target, name);
      return (query: string, ...values: SqlStorageValue[]) => {
        const cursor = target.exec(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
    },
  });
  const storage = new Proxy(context.storage, {
    get: (target, name) => {
      if (name === 'sql') return sql;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const rowsRead = () => cursors.splice(0).reduce((sum, cursor) => sum + cursor.rowsRead, 0);
  return { context: { ...context, storage }, rowsRead };
}

test(`with ${MANY} kept events a snapshot and a page read as many rows as with ${FEW}`, () =>
  runInDurableObject(env.ACCOUNT.getByName('cost'), async (_, state) => {
    const { context, rowsRead } = counting(testContext(state, env, { at: T0 }));
    const kept = new EventQueries(context);
    const webhooks = testWebhooks(context, new FakeWebhookService());
    const query = { limit: 50, project: 'p3', event: SERVICE_EVENTS[0] };
    const costs = () => {
      rowsRead();
      return [
        () => kept.section(),
        () => webhooks.health(),
        () => kept.page(query),
        () => kept.page({ limit: 50, event: SERVICE_EVENTS[0] }),
        () => kept.page({ limit: 50 }),
        () => kept.knows('e7'),
        () => kept.after(kept.lastSeq() - 5, 100),
      ].map((ask) => {
        ask();
        return rowsRead();
      });
    };
    fill(state.storage.sql, 0, FEW);
    const few = costs();
    fill(state.storage.sql, FEW, MANY);
    expect(costs()).toEqual(few);
    expect(Math.max(...few)).toBeLessThan(200);
    rowsRead();
    kept.seqAt(T0);
    expect(rowsRead(), 'where an instant begins').toBeLessThan(30);
  }));

const KEPT = 10_000;
const READ_BY_A_DELIVERY = 60;

function arrival(n: number, from: Partial<Arrival> = {}): Arrival {
  const event = 'agent.prompt.finished';
  return {
    ...{ signer: 'account', source: 'webhook', event, projectId: 'p3', at: T0, data: {} },
    ...{ id: `new-${n}`, digest: `new-digest-${n}`, body: new Uint8Array([n]) },
    ...from,
  };
}

test(`with ${KEPT} kept events a delivery, a copy and a reading read few rows, and each delivery is written to KV once`, () =>
  runInDurableObject(env.ACCOUNT.getByName('delivery-cost'), async (_, state) => {
    const { context, rowsRead } = counting(testContext(state, env, { at: T0 }));
    let puts = 0;
    const log: EventLog = {
      put: async () => Boolean(++puts),
      page: async () => ({ events: [], nextCursor: null }),
      body: async () => null,
    };
    const store = new EventStore(context, log);
    const work = new Work(context, () => null);
    context.emitter.on('event-kept', (event, data) => work.onEvent(event, data));
    fill(state.storage.sql, 0, KEPT);
    // What the app itself signed under the same name, and events of the project under another.
    state.storage.sql.exec("UPDATE events SET project_id = 'p3', signer = 'project' WHERE seq % 2 = 0");
    state.storage.sql.exec(
      "UPDATE events SET project_id = 'p3', event = 'project.resumed' WHERE seq % 2 = 1",
    );
    const delivery = async (n: number, from: Partial<Arrival> = {}) => {
      const kept = store.keep(arrival(n, from));
      if (kept.outcome === 'too-much') return 0;
      await store.outbox.held('event' in kept ? kept.event : kept.known, arrival(n).body);
      return rowsRead();
    };
    rowsRead();
    const costs = [
      await delivery(1),
      await delivery(1),
      await delivery(2, { event: 'deployment.finished' }),
      await delivery(3, { event: 'project.credit_limit.reached' }),
      await delivery(4, { source: 'reconciled', digest: null }),
      await delivery(4),
    ];
    expect(puts).toBe(5);
    store.fillEndings([projectFixture({ projectId: 'p3' })], work);
    expect(Math.max(...costs, rowsRead())).toBeLessThan(READ_BY_A_DELIVERY);
  }));
