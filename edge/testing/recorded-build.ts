import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import underWayText from './fixtures/build-943bcfc9.json?raw';
import recordedText from './fixtures/build-ecd18bc.json?raw';

type Value = string | number | null | { base64: string };

interface RecordedStorage {
  /** When it was recorded, in milliseconds since the epoch. */
  at: number;
  schema: string[];
  tables: Record<string, Record<string, Value>[]>;
  kv: { key: string; value: string; metadata: unknown }[];
}

interface RecordedBuild extends RecordedStorage {
  devices: {
    owner: { token: string; origin: string };
    builder: { token: string };
    revoked: { token: string; origin: string };
    invitation: { code: string };
  };
  /** The signing secrets encrypted in `webhook_subscriptions`, by id. */
  secrets: Record<string, { secret: string; former: string | null }>;
}

/** What an earlier build wrote: the object's database and KV, recorded with the keys of the tests. */
export const recorded = JSON.parse(recordedText) as RecordedBuild;

/** The same of a later build in the middle of its work: a run, an import, a lowered cap, a waiting alert. */
export const underWay = JSON.parse(underWayText) as RecordedStorage & {
  devices: Record<'owner' | 'builder', { token: string }>;
  /** Of the run in the service's status. */
  startedAt: string;
};

/** Earliest and latest number that counts as a time in milliseconds. */
const TIMES: readonly [number, number] = [1.7e12, 1.9e12];
const HOUR_MS = 3_600_000;
const KEY_TIME_CEILING = 10 ** 14;

/** Restores recorded storage as if it had been recorded just now; the next request starts the object on it. */
export async function restoreRecordedBuild(
  build: RecordedStorage = recorded,
  shift = Date.now() - build.at,
): Promise<void> {
  const stub = env.ACCOUNT.getByName('account');
  await runInDurableObject(stub, async (_, { storage }) => {
    await storage.deleteAll();
    for (const statement of build.schema) storage.sql.exec(statement);
    for (const [table, rows] of Object.entries(build.tables))
      for (const row of rows) {
        const columns = Object.keys(row);
        const values = columns.map((column) => moved(column, row[column] ?? null, shift));
        storage.sql.exec(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`, ...values);
      }
    const due = (build.tables.jobs ?? []).map((job) => Number(job.due_at) + shift);
    await storage.setAlarm(Math.min(...due));
  });
  await evictDurableObject(stub);
  await restoreRecordedLog(build, shift);
}

/** KV only. @param shift milliseconds by which its times are moved */
export async function restoreRecordedLog(
  build: RecordedStorage = recorded,
  shift = Date.now() - build.at,
): Promise<void> {
  for (const { key, value, metadata } of build.kv) {
    const [, countdown = '', order = ''] = key.split(':');
    const time = KEY_TIME_CEILING - (KEY_TIME_CEILING - Number(countdown) + shift);
    await env.EVENTS.put(`event:${String(time).padStart(14, '0')}:${order}`, value, {
      metadata: JSON.parse(movedText(JSON.stringify(metadata), shift)),
      expirationTtl: 3600,
    });
  }
}

function moved(column: string, value: Value, shift: number): SqlStorageValue {
  if (typeof value === 'number') {
    if (column === 'hour') return value + Math.round(shift / HOUR_MS);
    return value > TIMES[0] && value < TIMES[1] ? value + shift : value;
  }
  if (typeof value === 'string') return movedText(value, shift);
  if (value === null) return null;
  return Uint8Array.from(atob(value.base64), (letter) => letter.charCodeAt(0)).buffer;
}

function movedText(text: string, shift: number): string {
  return text
    .replace(/(?<![\d.])1[78]\d{11}(?!\d)/g, (digits) => String(Number(digits) + shift))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) => new Date(Date.parse(iso) + shift).toISOString());
}
