import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { accountHook } from '../testing/account-hook.ts';
import { runAlarmsAt, runAlarmsUntil } from '../testing/alarms.ts';
import { pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { fillDay, fillPast } from '../testing/past.ts';
import { reset } from '../testing/reset.ts';

/** An account with a past: a year of calls, 62 days of work, 30 days of events, 100 projects (edge/storage-schema.md). */
const PROJECTS = 100;
const MEASURED_MS = 30 * MINUTE_MS;
const stub = () => env.ACCOUNT.getByName('account');
const inObject = <T>(work: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(stub(), (_, { storage }) => storage.transactionSync(() => work(storage.sql)));

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** @returns delivers an event, where webhooks arrive */
async function begin(isHearing: boolean): Promise<(id: string) => Promise<unknown>> {
  for (let n = 0; n < PROJECTS; n++) await control('addProject', { projectId: `app-${n}` });
  const owner = await pair();
  await startMeter();
  await inObject((sql) => fillPast(sql, Date.now()));
  await owner.ask('GET', '/snapshot?fresh=1');
  const deliver = isHearing ? await accountHook(owner) : () => Promise.resolve();
  await deliver('first');
  await aDay();
  await aDay();
  return deliver;
}

/** A day more, with what it leaves; what is due then runs, once. */
async function aDay(): Promise<void> {
  await control('advance', DAY_MS);
  const now = Date.now() + DAY_MS;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await inObject((sql) => fillDay(sql, now));
  await runAlarmsAt(now);
  await runAlarmsAt(now + 2 * MINUTE_MS);
}

const rowsOfTables = () =>
  inObject((sql) => {
    const tables = sql.exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    );
    return Object.fromEntries(
      [...tables].map(({ name }) => [
        name,
        sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).one().rows,
      ]),
    );
  });

// Once days were skipped, the forecasts of all projects are due at once, eight in half an hour.
test.each([
  { isHearing: true, atMost: 5_500 },
  { isHearing: false, atMost: 7_000 },
])(
  'a week of an account with a past, webhooks arriving $isHearing: nothing that is stored grows, and a quiet day writes at most $atMost rows',
  { timeout: 240_000 },
  async ({ isHearing, atMost }) => {
    const deliver = await begin(isHearing);
    const before = await rowsOfTables();
    for (let day = 0; day < 7; day++) await aDay();
    const after = await rowsOfTables();
    expect(after, 'each table keeps what its days leave, and lets go of as much').toEqual(before);
    await deliver('again');
    await runAlarmsUntil(Date.now() + 20 * MINUTE_MS);
    readMeter();
    await runAlarmsUntil(Date.now() + MEASURED_MS);
    const { rows, alarms } = readMeter();
    expect(((rows + alarms) * DAY_MS) / MEASURED_MS).toBeLessThanOrEqual(atMost);
  },
);
