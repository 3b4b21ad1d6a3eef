import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';
import { T0, testContext } from '../webhooks/testing/fake-webhook-service.ts';
import type { EventLog } from './outbox.ts';
import { type Arrival, EventStore } from './store.ts';

afterEach(() => reset());

const arrival = (source: Arrival['source'], text: string): Arrival => ({
  ...{
    signer: 'account',
    id: 'e1',
    event: 'deployment.finished',
    projectId: 'shop',
    at: T0,
    source,
    data: {},
  },
  digest: source === 'webhook' ? 'digest' : null,
  body: new TextEncoder().encode(text),
});

test('a body that arrives while an earlier one of its event is written to the log is written too', () =>
  runInDurableObject(env.ACCOUNT.getByName('outbox'), async (_, state) => {
    const written: string[] = [];
    let finish: () => void = () => undefined;
    const log: EventLog = {
      put: async (_event, body) => {
        written.push(new TextDecoder().decode(body));
        if (written.length === 1) await new Promise<void>((resolve) => (finish = resolve));
        return true;
      },
      page: async () => ({ events: [], nextCursor: null }),
      body: async () => null,
    };
    const store = new EventStore(testContext(state, env, { at: T0 }), log);
    const found = store.keep(arrival('reconciled', 'from the record'));
    if (!('event' in found)) throw new Error('It was known.');
    const writing = store.outbox.flush(found.event.seq);
    store.keep(arrival('webhook', 'as delivered'));
    finish();
    await writing;
    expect(store.outbox.size()).toBe(1);
    await store.outbox.deliverAll();
    expect(written).toEqual(['from the record', 'as delivered']);
    expect(store.outbox.size()).toBe(0);
  }));

test('events that the log never takes hold up no other', () =>
  runInDurableObject(env.ACCOUNT.getByName('outbox-refused'), async (_, state) => {
    const written: string[] = [];
    const log: EventLog = {
      put: async (_event, body) => {
        const text = new TextDecoder().decode(body);
        if (text !== 'good') return false;
        written.push(text);
        return true;
      },
      page: async () => ({ events: [], nextCursor: null }),
      body: async () => null,
    };
    const store = new EventStore(testContext(state, env, { at: T0 }), log);
    for (const id of ['e1', 'e2', 'e3', 'e4'])
      store.keep({ ...arrival('reconciled', id === 'e4' ? 'good' : 'refused'), id });
    for (let run = 0; run < 2; run++) await store.outbox.deliverAll().catch(() => undefined);
    expect(written).toEqual(['good']);
    expect(store.outbox.size()).toBe(3);
  }));

test('an event whose writing throws holds up no other, and is tried again', () =>
  runInDurableObject(env.ACCOUNT.getByName('outbox-throws'), async (_, state) => {
    const written: string[] = [];
    let broken = true;
    const log: EventLog = {
      put: async (_event, body) => {
        const text = new TextDecoder().decode(body);
        if (broken && text === 'e1') throw new Error('a fault of ours');
        written.push(text);
        return true;
      },
      page: async () => ({ events: [], nextCursor: null }),
      body: async () => null,
    };
    const store = new EventStore(testContext(state, env, { at: T0 }), log);
    for (const id of ['e1', 'e2', 'e3']) store.keep({ ...arrival('reconciled', id), id });
    await expect(store.outbox.deliverAll(), 'which its job tries again').rejects.toThrow();
    expect([written, store.outbox.size()]).toEqual([['e2', 'e3'], 1]);
    broken = false;
    expect(await store.outbox.deliverAll()).toBeNull();
    expect([written, store.outbox.size()]).toEqual([['e2', 'e3', 'e1'], 0]);
  }));
