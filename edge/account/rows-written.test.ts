import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { accountHook } from '../testing/account-hook.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { live } from '../testing/live.ts';
import { control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { reset } from '../testing/reset.ts';

/** Rows that a quiet day writes, by the platform's own counter, with the alarms; the free plan has 100,000. */
const MEASURED_MS = 30 * MINUTE_MS;
const VIEWED_MS = 10 * MINUTE_MS;

let owner: Paired;
let now = 0;
const stub = () => env.ACCOUNT.getByName('account');
const setClock = (at: number) => {
  now = at;
  vi.useFakeTimers({ now, toFake: ['Date'] });
};

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** Lets time pass; every alarm runs when it is due. */
async function pass(ms: number): Promise<void> {
  const until = now + ms;
  for (;;) {
    const at = await runInDurableObject(stub(), (_, { storage }) => storage.getAlarm());
    if (at === null || at > until) break;
    setClock(Math.max(now, at));
    await runDurableObjectAlarm(stub());
  }
  setClock(until);
}

const written = () => {
  const { rows, alarms } = readMeter();
  return rows + alarms;
};

async function begin(projects: number, isHearing: boolean): Promise<void> {
  for (let n = 0; n < projects; n++) await control('addProject', { projectId: `app-${n}` });
  owner = await pair();
  await startMeter();
  await owner.ask('GET', '/snapshot?fresh=1');
  await owner.ask('GET', '/snapshot?fresh=1');
  if (isHearing) await (await accountHook(owner))('first');
  setClock(Date.now());
  await pass(20 * MINUTE_MS);
  written();
}

async function aDay(isViewed: boolean): Promise<number> {
  const measured = isViewed ? VIEWED_MS : MEASURED_MS;
  const socket = isViewed ? (await live(owner.token)).socket : null;
  for (let past = 0; past < measured; past += MINUTE_MS) {
    socket?.send(JSON.stringify({ type: 'view', open: true }));
    await new Promise((resolve) => setTimeout(resolve, 15));
    await pass(MINUTE_MS);
  }
  socket?.close();
  return Math.round((written() * DAY_MS) / measured);
}

describe.each([20, 100])('a quiet day of %i projects', (projects) => {
  test.each([
    [false, false, 8_000],
    [true, false, 5_500],
    [false, true, 32_000],
    [true, true, 25_000],
  ] as const)(
    'webhooks %s, a view %s: at most %i rows',
    async (isHearing, isViewed, most) => {
      await begin(projects, isHearing);
      const rows = await aDay(isViewed);
      expect(rows).toBeLessThanOrEqual(most);
    },
    240_000,
  );
});

test('one event with the poll that it causes: at most 18 rows', async () => {
  await begin(20, true);
  const post = await accountHook(owner, 'project.resumed');
  await pass(5 * MINUTE_MS);
  written();
  const body = JSON.stringify({ event: 'project.resumed', data: { projectId: 'app-5', state: 'active' } });
  expect((await post('one', { body })).status).toBe(200);
  await pass(4 * SECOND_MS);
  const rows = written();
  expect(rows).toBeLessThanOrEqual(18);
}, 240_000);
