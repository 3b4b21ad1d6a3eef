import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { configuration } from '../configuration.ts';
import { insertRow } from '../object/database.ts';
import { accountHook } from '../testing/account-hook.ts';
import { runAlarmsAt, runAlarmsUntil } from '../testing/alarms.ts';
import { pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { fillDay, fillPast, type Insert } from '../testing/past.ts';
import { reset } from '../testing/reset.ts';

/** A year of calls, 62 days of work, 30 days of events, 100 projects (edge/storage-schema.md). */
const PROJECTS = 100;
const MEASURED_MS = 30 * MINUTE_MS;
const stub = () => env.ACCOUNT.getByName('account');
const inObject = <T>(work: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(stub(), (_, { storage }) => storage.transactionSync(() => work(storage.sql)));

const into =
  (sql: SqlStorage): Insert =>
  (table, row) =>
    insertRow(sql, table, row);

beforeEach(() => control('reset'));
afterEach(async () => {
  vi.useRealTimers();
  await setPublicUrl('https://edge.pilot-light.test');
  await reset();
});

/** What the object of these tests was configured with. */
const setPublicUrl = (publicUrl: string | null) =>
  runInDurableObject(stub(), (object) => {
    const { env: own } = object as unknown as { env: Cloudflare.Env };
    configuration(own).publicUrl = publicUrl;
  });

type Webhooks = 'arriving' | 'not arriving' | 'without PUBLIC_URL';

/** @returns delivers an event, where webhooks arrive */
async function begin(webhooks: Webhooks): Promise<(id: string) => Promise<unknown>> {
  if (webhooks === 'without PUBLIC_URL') await setPublicUrl(null);
  for (let n = 0; n < PROJECTS; n++) await control('addProject', { projectId: `app-${n}` });
  const owner = await pair();
  await startMeter();
  await inObject((sql) => fillPast(into(sql), Date.now()));
  await owner.ask('GET', '/snapshot?fresh=1');
  const deliver = webhooks === 'arriving' ? await accountHook(owner) : () => Promise.resolve();
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
  await inObject((sql) => fillDay(into(sql), now));
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
test.each<{ webhooks: Webhooks; atMost: number }>([
  { webhooks: 'arriving', atMost: 5_500 },
  { webhooks: 'not arriving', atMost: 7_000 },
  { webhooks: 'without PUBLIC_URL', atMost: 7_000 },
])(
  'a week of an account with a past, webhooks $webhooks: nothing that is stored grows, and a quiet day writes at most $atMost rows',
  { timeout: 240_000 },
  async ({ webhooks, atMost }) => {
    const deliver = await begin(webhooks);
    const sweeps = await inObject(
      (sql) => sql.exec("SELECT 1 FROM jobs WHERE name = 'sweep'").toArray().length,
    );
    expect(sweeps, 'deliveries are swept where there is an address for them').toBe(
      Number(webhooks !== 'without PUBLIC_URL'),
    );
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
