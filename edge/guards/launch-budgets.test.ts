import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';

afterEach(reset);

const stub = () => env.ACCOUNT.getByName('account');
const rowsOf = (query: string) =>
  runInDurableObject(stub(), (_, { storage }) => storage.sql.exec(query).toArray());

test('launches, and the balance, that were addressed by made-up project ids get tables of their own', async () => {
  const layers = JSON.stringify([{ kind: 'run-budget', credits: 20, to: 20, since: 1 }]);
  await runInDurableObject(stub(), (_, { storage: { sql } }) => {
    sql.exec("UPDATE schema_versions SET version = 1 WHERE capability IN ('laid-caps', 'outlooks')");
    sql.exec('DROP TABLE launch_budgets');
    sql.exec('DROP TABLE balance_outlook');
    sql.exec('ALTER TABLE laid_caps RENAME COLUMN unconfirmed TO doubts');
    for (const id of ['launch:key-00001', 'launch-shop'])
      sql.exec('INSERT INTO laid_caps (project_id, own, cap, layers) VALUES (?, 300, 20, ?)', id, layers);
    sql.exec(`INSERT INTO outlooks VALUES ('', 5, '{"state":"healthy"}'), ('shop', 6, '[]')`);
  });
  await evictDurableObject(stub());
  expect(await rowsOf('SELECT * FROM launch_budgets')).toEqual([
    { launch_key: 'key-00001', own: 300, layer: '{"kind":"run-budget","credits":20,"to":20,"since":1}' },
  ]);
  expect(await rowsOf('SELECT project_id FROM laid_caps')).toEqual([{ project_id: 'launch-shop' }]);
  expect(await rowsOf('SELECT * FROM balance_outlook')).toEqual([
    { id: 1, read_at: 5, outlook: '{"state":"healthy"}' },
  ]);
  expect(await rowsOf('SELECT project_id FROM outlooks')).toEqual([{ project_id: 'shop' }]);
});
