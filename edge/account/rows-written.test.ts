import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { accountHook } from '../testing/account-hook.ts';
import { runAlarmsUntil } from '../testing/alarms.ts';
import { pairWithData } from '../testing/data.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { ImportingBrowser, isDone, rowsOf } from '../testing/imports.ts';
import { live } from '../testing/live.ts';
import { control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { reset } from '../testing/reset.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For the page of figures: with the alarms, each of which is a row too. */
    written?: { what: string; rows: number; alarms: number; asked: number };
  }
}

/** Rows written on a quiet day, with the alarms, by the platform's own counter; the free plan has 100,000. */
const MEASURED_MS = 30 * MINUTE_MS;
const VIEWED_MS = 10 * MINUTE_MS;
const IMPORTED = 200;

let owner: Paired;

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const pass = (ms: number) => runAlarmsUntil(Date.now() + ms);

async function begin(projects: number, isHearing: boolean): Promise<void> {
  for (let n = 0; n < projects; n++) await control('addProject', { projectId: `app-${n}` });
  owner = await pair();
  await startMeter();
  await owner.ask('GET', '/snapshot?fresh=1');
  await owner.ask('GET', '/snapshot?fresh=1');
  if (isHearing) await (await accountHook(owner))('first');
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  await pass(20 * MINUTE_MS);
  readMeter();
}

async function aDay(isViewed: boolean) {
  const measured = isViewed ? VIEWED_MS : MEASURED_MS;
  const socket = isViewed ? (await live(owner.token)).socket : null;
  for (let past = 0; past < measured; past += MINUTE_MS) {
    socket?.send(JSON.stringify({ type: 'view', open: true }));
    await new Promise((resolve) => setTimeout(resolve, 15));
    await pass(MINUTE_MS);
  }
  socket?.close();
  return inAll(readMeter(), DAY_MS / measured);
}

/** Rows with the alarms, of which there are so many. */
const inAll = ({ rows, alarms }: { rows: number; alarms: number }, times: number) => ({
  rows: (rows + alarms) * times,
  alarms: alarms * times,
});

describe.each([20, 100])('a quiet day of %i projects', (projects) => {
  test.for([
    { isHearing: false, isViewed: true, asked: 30_000, atMost: 30_000 },
    { isHearing: true, isViewed: true, asked: 25_000, atMost: 22_000 },
    { isHearing: false, isViewed: false, asked: 8_000, atMost: 7_000 },
    { isHearing: true, isViewed: false, asked: 4_000, atMost: 4_500 },
  ])(
    'webhooks $isHearing, a view $isViewed: at most $atMost rows',
    { timeout: 240_000 },
    async ({ isHearing, isViewed, asked, atMost }, { task }) => {
      await begin(projects, isHearing);
      const written = await aDay(isViewed);
      const what = `a quiet day, ${projects} projects, ${isViewed ? 'a view open' : 'no view open'}, ${isHearing ? 'webhooks arriving' : 'no webhooks'}`;
      task.meta.written = { what, ...written, asked };
      expect(written.rows).toBeLessThanOrEqual(atMost);
    },
  );

  test('one event with the poll that it causes: at most 15 rows', async ({ task }) => {
    await begin(projects, true);
    const post = await accountHook(owner, 'project.resumed');
    await pass(5 * MINUTE_MS);
    readMeter();
    const body = JSON.stringify({
      event: 'project.resumed',
      data: { projectId: 'app-5', state: 'active' },
    });
    expect((await post('one', { body })).status).toBe(200);
    await pass(4 * SECOND_MS);
    const written = inAll(readMeter(), 1);
    task.meta.written = {
      what: `one event with the poll that it causes, ${projects} projects`,
      ...written,
      asked: 12,
    };
    expect(written.rows).toBeLessThanOrEqual(15);
  }, 240_000);

  test('a row of an import: at most 3.2 rows', async ({ task }) => {
    const { builder } = await pairWithData();
    for (let n = 1; n < projects; n++) await control('addProject', { projectId: `app-${n}` });
    await startMeter();
    await builder.ask('GET', '/snapshot?fresh=1');
    const imports = new ImportingBrowser(() => builder);
    readMeter();
    await imports.post(rowsOf(IMPORTED));
    await imports.until(isDone);
    const written = inAll(readMeter(), 1 / IMPORTED);
    task.meta.written = {
      what: `a row of an import of ${IMPORTED}, ${projects} projects`,
      ...written,
      asked: 2.5,
    };
    expect(written.rows).toBeLessThanOrEqual(3.2);
  }, 240_000);
});
