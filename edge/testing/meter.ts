import { env, runInDurableObject } from 'cloudflare:test';

/** Rows written since the last look, by the platform's counter; alarms set, each of which is a row too. */
const counted = { rows: 0, alarms: 0 };
let isPatched = false;

/** Counts from now on, in every object of these tests. */
export async function startMeter(): Promise<void> {
  readMeter();
  if (isPatched) return;
  isPatched = true;
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql);
    const { exec } = sql;
    sql.exec = function (...given: unknown[]) {
      const cursor = exec.apply(this, given);
      counted.rows += cursor.rowsWritten;
      return cursor;
    };
    const own = Object.getPrototypeOf(storage);
    const { setAlarm } = own;
    own.setAlarm = function (...given: unknown[]) {
      counted.alarms += 1;
      return setAlarm.apply(this, given);
    };
  });
}

/** What was written since the last look. */
export function readMeter(): { rows: number; alarms: number } {
  const read = { ...counted };
  counted.rows = 0;
  counted.alarms = 0;
  return read;
}
