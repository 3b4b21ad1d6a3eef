import { env, runInDurableObject } from 'cloudflare:test';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../shared/time.ts';
import { type EventLog, kvEventLog } from '../events/outbox.ts';
import { type Arrival, EventStore } from '../events/store.ts';
import type { AccountContext } from '../object/context.ts';
import type { Job, JobName } from '../object/jobs.ts';
import { reset } from '../testing/reset.ts';
import { T0, type TestClock, testContext } from '../webhooks/testing/fake-webhook-service.ts';

afterEach(() => reset());

let nextName = 0;
const withObject = (
  work: (given: {
    context: AccountContext;
    clock: TestClock;
    handlers: Partial<Record<JobName, Job>>;
  }) => Promise<void>,
) =>
  runInDurableObject(env.ACCOUNT.getByName(`durable-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const handlers: Partial<Record<JobName, Job>> = {};
    await work({ context: testContext(state, env, clock, handlers), clock, handlers });
  });

function arrival(id: string): Arrival {
  return {
    signer: 'account',
    id,
    digest: `digest of ${id}`,
    event: 'project.paused',
    projectId: 'shop',
    at: T0,
    source: 'webhook',
    data: {},
    body: new TextEncoder().encode(`body of ${id}`),
  };
}

/** Where an object can end: the steps of taking one delivery in. */
const STEPS = [
  'before keeping',
  'before the log',
  'in the log, unanswered',
  'after the log',
  'not at all',
] as const;
type Step = (typeof STEPS)[number];

class Ended extends Error {}

/** The real log, with an object that ends at a step. */
function endingLog(log: EventLog, step: Step): EventLog {
  return {
    ...log,
    put: async (event, body) => {
      if (step === 'before the log') throw new Ended();
      const written = await log.put(event, body);
      if (step === 'in the log, unanswered') throw new Ended();
      return written;
    },
  };
}

/** One try of the sender. @returns whether it was acknowledged */
async function deliver(context: AccountContext, id: string, step: Step): Promise<boolean> {
  const eventStore = new EventStore(context, endingLog(kvEventLog(env.EVENTS), step));
  try {
    if (step === 'before keeping') throw new Ended();
    const kept = eventStore.keep(arrival(id));
    if (kept.outcome !== 'too-much')
      await eventStore.outbox.held('event' in kept ? kept.event : kept.known, arrival(id).body);
    if (step === 'after the log') throw new Ended();
    return true;
  } catch (error) {
    if (error instanceof Ended) return false;
    throw error;
  }
}

async function logged(idPrefix = ''): Promise<Record<string, string | null>> {
  const { keys } = await env.EVENTS.list<{ id: string }>();
  const ours = keys.filter(({ metadata }) => metadata?.id.startsWith(idPrefix));
  expect(new Set(ours.map(({ metadata }) => metadata?.id)).size).toBe(ours.length);
  const entries = ours.map(
    async ({ name, metadata }) => [metadata?.id ?? '', await env.EVENTS.get(name)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

test('wherever the object ends, and whoever retries, each event is in the log once with its body', () =>
  withObject(async ({ context }) => {
    const schedule = fc.array(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 3 }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(schedule, async (events) => {
        const run = nextName++;
        const acknowledged = new Set<string>();
        for (const [n, tries] of events.entries()) {
          for (const step of tries) {
            const id = `run ${run} event ${n}`;
            if (await deliver(context, id, step)) acknowledged.add(id);
          }
        }
        await new EventStore(context, kvEventLog(env.EVENTS)).outbox.deliverAll();
        const log = await logged(`run ${run} `);
        for (const id of acknowledged) expect(log[id]).toBe(`body of ${id}`);
        expect(new EventStore(context, kvEventLog(env.EVENTS)).outbox.size()).toBe(0);
      }),
      { numRuns: 25 },
    );
  }));

test('the log fails for good: what is older than it keeps leaves the outbox, which stops growing', () =>
  withObject(async ({ context, clock }) => {
    const failing: EventLog = { ...kvEventLog(env.EVENTS), put: async () => false };
    const eventStore = new EventStore(context, failing);
    for (let day = 0; day < 40; day++) {
      clock.at = T0 + day * 24 * HOUR_MS;
      const kept = eventStore.keep(arrival(`day ${day}`));
      if ('event' in kept) await eventStore.outbox.held(kept.event, arrival(`day ${day}`).body);
      eventStore.prune(context.now());
    }
    expect(eventStore.outbox.size()).toBe(31);
    expect(context.storage.sql.exec('SELECT count(*) AS kept FROM events').one()).toEqual({ kept: 31 });
  }));

test('the log fails for six hours: everything is acknowledged, nothing is lost, and it is not hammered', () =>
  withObject(async ({ context, clock, handlers }) => {
    let down = true;
    let puts = 0;
    const log = kvEventLog(env.EVENTS);
    const failing: EventLog = {
      ...log,
      put: async (event, body) => {
        puts++;
        return down ? false : log.put(event, body);
      },
    };
    const eventStore = new EventStore(context, failing);
    handlers['deliver-outbox'] = () => eventStore.outbox.deliverAll();
    for (let minute = 0; minute < 360; minute++) {
      if (minute % 3 === 0) {
        const kept = eventStore.keep(arrival(`e${minute}`));
        if ('event' in kept) await eventStore.outbox.held(kept.event, arrival(`e${minute}`).body);
      }
      clock.at = T0 + (minute + 1) * (HOUR_MS / 60);
      await context.jobs.run();
    }
    expect(await logged()).toEqual({});
    expect(eventStore.outbox.size()).toBe(120);
    expect(puts).toBeLessThan(5 * 120);
    down = false;
    for (let i = 0; i < 10 && context.jobs.dueAt('deliver-outbox') !== null; i++) {
      clock.at = Math.max(clock.at, context.jobs.dueAt('deliver-outbox') ?? 0);
      await context.jobs.run();
    }
    expect(eventStore.outbox.size()).toBe(0);
    expect(Object.keys(await logged())).toHaveLength(120);
    expect(clock.at - (T0 + 6 * HOUR_MS)).toBeLessThanOrEqual(15 * 60_000);
  }));

test('an object whose storage was lost finds its events again in the log, and keeps none twice', () =>
  withObject(async ({ context, clock }) => {
    for (const id of ['a', 'b', 'c']) await deliver(context, id, 'not at all');
    const before = new EventStore(context, kvEventLog(env.EVENTS)).query.newest(10);
    for (const table of ['events', 'outbox']) context.storage.sql.exec(`DELETE FROM ${table}`);
    clock.at += 5000;
    const eventStore = new EventStore(context, kvEventLog(env.EVENTS));
    eventStore.keep(arrival('d'));
    const { events } = await kvEventLog(env.EVENTS).page(null);
    eventStore.restore(events.reverse());
    expect(eventStore.query.newest(10).items.slice(1)).toEqual(before.items);
    expect(eventStore.query.newest(10).items.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
    expect(eventStore.keep({ ...arrival('b'), digest: null }).outcome).toBe('duplicate');
  }));
