import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { pair } from '../testing/edge.ts';
import { readMeter, startMeter } from '../testing/meter.ts';
import { reset } from '../testing/reset.ts';

afterEach(() => reset());

test('an answer that is over is one row written, however many calls of a year are kept beside it', async () => {
  await pair();
  await startMeter();
  const due = await runInDurableObject(env.ACCOUNT.getByName('account'), async (account, { storage }) => {
    const now = Date.now();
    const keep = (key: string, at: number, answer: string | null) =>
      storage.sql.exec(
        `INSERT INTO data_calls (key, operation, requested_project_id, device_id, state, fingerprint, created_at, settled_at, answer)
         VALUES (?1, 'scanImage', 'shop', 'd', 'launched', 'f', ?2, ?2, ?3)`,
        key,
        at,
        answer,
      );
    for (let n = 0; n < 500; n++) keep(`old-${n}`, now - DAY_MS - n, null);
    keep('over', now - HOUR_MS - 1, 'records');
    keep('young', now, 'records');
    readMeter();
    storage.sql.exec("INSERT INTO jobs (name, due_at) VALUES ('forget-answers', 0)");
    await storage.setAlarm(now);
    readMeter();
    await account.alarm();
    return storage.sql.exec('SELECT key FROM data_calls WHERE answer IS NOT NULL').toArray();
  });
  expect(due).toEqual([{ key: 'young' }]);
  expect(readMeter().rows).toBeLessThan(20);
});
