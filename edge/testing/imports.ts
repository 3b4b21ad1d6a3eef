import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { ImportRecord } from '../../shared/edge-api/imports.ts';
import type { Paired } from './edge.ts';
import { control } from './local-service.ts';

/** A browser that looks more often is taken for a flood. */
const SLOWLY = { timeout: 25_000, interval: 300 };
const KEY = 'import-0001';

/** Rows of the table `product`, each with its own `sku`. */
export const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ values: { sku: `S-${from + n}`, price: n } }));

/** Makes the backend ask to wait ten minutes instead of creating `count` records after the first `skip`. */
export const slowDown = (count: number, skip = 0) =>
  control('addFault', {
    ...{ operation: 'data.createRecord', kind: 'error', status: 429, code: 'SLOW', retryAfterSeconds: 600 },
    ...{ count, skip },
  });

export const isDone = ({ state }: ImportRecord) => state === 'done';

/** Imports into the table `product` of the project `shop`, as one browser makes them. */
export class ImportingBrowser {
  readonly #browser: () => Paired;

  constructor(browser: () => Paired) {
    this.#browser = browser;
  }

  post(rows: unknown[], more: Record<string, unknown> = {}, key = KEY) {
    const body = { projectId: 'shop', table: 'product', rows, ...more };
    return this.#browser().ask('POST', '/imports', body, { 'idempotency-key': key });
  }

  async read(key = KEY, query = ''): Promise<ImportRecord> {
    return (await this.#browser().ask('GET', `/imports/${key}${query}`)).data;
  }

  act(verb: 'stop' | 'undo' | 'retry' | 'settle', body?: unknown, key = KEY) {
    return this.#browser().ask('POST', `/imports/${key}/${verb}`, body);
  }

  until(holds: (record: ImportRecord) => boolean, key = KEY): Promise<ImportRecord> {
    return vi.waitUntil(async () => {
      const record = await this.read(key);
      return holds(record) ? record : undefined;
    }, SLOWLY);
  }

  /** Lets every check of lost rows be due at once: they are minutes apart. */
  checkUntil(holds: (record: ImportRecord) => boolean, key = KEY): Promise<ImportRecord> {
    return vi.waitUntil(async () => {
      await checkNow();
      const record = await this.read(key);
      return holds(record) ? record : undefined;
    }, SLOWLY);
  }
}

/** Lets what waits be due now. */
export async function checkNow(): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
    storage.sql.exec('UPDATE import_rows SET next_check_at = 0 WHERE next_check_at IS NOT NULL');
    storage.sql.exec('UPDATE imports SET wait_until = 0');
    storage.sql.exec("UPDATE jobs SET due_at = 0 WHERE name = 'imports'");
    await storage.setAlarm(Date.now());
  });
}
