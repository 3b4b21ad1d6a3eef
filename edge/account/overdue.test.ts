import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { SectionName, Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { firstReading, type Paired, pair } from '../testing/edge.ts';
import { live } from '../testing/live.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

/** An hour passes, with a poll each minute. */
const BUSY_MACHINE_MS = 120_000;

let owner: Paired;
let now: number;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
  await firstReading(owner);
  now = Date.now();
});
afterEach(async () => {
  vi.useRealTimers();
  await fetch(`${inject('hookRelayUrl')}/__forget`, { method: 'POST' });
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
/** A webhook arrives: from now on the edge hears of what happens. */
async function hear(): Promise<void> {
  await runAlarmsAt(now + MINUTE_MS);
  now += MINUTE_MS;
  const carrying = carryDeliveries();
  await control('emitSample', 'project.resumed', 'shop');
  await carrying.arrived(1);
  await carrying.stop();
}
const look = async (): Promise<Snapshot> => (await owner.ask('GET', '/snapshot')).data;
const overdueIn = ({ sections }: Snapshot): SectionName[] =>
  (Object.keys(sections) as SectionName[]).filter((name) => sections[name].isOverdue);
/** Time goes on, and no alarm runs. */
const setClock = (at: number) => {
  now = at;
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
};
async function passMinutes(minutes: number): Promise<Snapshot[]> {
  const seen: Snapshot[] = [];
  for (let i = 0; i < minutes; i++) {
    now += MINUTE_MS;
    await runAlarmsAt(now);
    seen.push(await look());
  }
  return seen;
}
/** Nothing that is read can be kept. */
const failWrites = () =>
  runInDurableObject(stub(), (_, { storage }) => {
    storage.sql.exec(
      "CREATE TRIGGER no_writes BEFORE INSERT ON sections BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
  });

describe('an hour', () => {
  test.each([
    { webhooks: 'with webhooks', view: 'without a view' },
    { webhooks: 'with webhooks', view: 'with a view' },
    { webhooks: 'without webhooks', view: 'without a view' },
  ])(
    '$webhooks, $view: nothing is overdue at any minute',
    async ({ webhooks, view }) => {
      const isHeard = webhooks === 'with webhooks';
      const isViewed = view === 'with a view';
      if (isHeard) await hear();
      if (isViewed) {
        const { socket } = await live(owner.token);
        socket.send(JSON.stringify({ type: 'view', open: true }));
      }
      const seen = await passMinutes(60);
      expect(seen.flatMap(overdueIn)).toEqual([]);
      const { deliveries } = seen.at(-1)?.sections ?? {};
      if (isHeard && !isViewed) expect(now - (deliveries?.readAt ?? 0)).toBeGreaterThan(30 * MINUTE_MS);
      expect(
        seen.flatMap(({ sections }) => Object.values(sections).flatMap(({ error }) => error ?? [])),
      ).toEqual([]);
    },
    BUSY_MACHINE_MS,
  );

  test('in which the service is away: what could not be read says so, from the first try on', async () => {
    await hear();
    await control('addFault', { operation: '*', kind: 'error', status: 503, code: 'X', count: 10_000 });
    const seen = await passMinutes(8);
    expect(seen.at(1)?.sections.account.error?.code).toBe('service-failing');
    expect(overdueIn(seen.at(-1) as Snapshot)).toContain('account');
  });
});

test('what no alarm has read in time is read by the next request', async () => {
  await hear();
  setClock(now + 7 * MINUTE_MS);
  const before = (await callsOf()).getAccount ?? 0;
  expect(overdueIn(await look())).toEqual([]);
  expect((await callsOf()).getAccount ?? 0).toBe(before + 1);
});

test('what can be read and not be kept is said to be overdue, at the request: no alarm runs, and nothing else has changed', async () => {
  await hear();
  const version = (await look()).version;
  await failWrites();
  setClock(now + 7 * MINUTE_MS);
  const snapshot = await look();
  expect(overdueIn(snapshot)).toEqual(['account']);
  expect(snapshot.version).not.toBe(version);
  setClock(now + 3 * HOUR_MS);
  expect(overdueIn(await look())).toEqual(expect.arrayContaining(['account', 'deliveries', 'projects']));
  await runInDurableObject(stub(), (_, { storage }) => void storage.sql.exec('DROP TRIGGER no_writes'));
  await runDurableObjectAlarm(stub());
  setClock(now + 5 * MINUTE_MS);
  expect(overdueIn(await look())).toEqual([]);
});
