import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pairWithData, recordsOf } from '../testing/data.ts';
import { type Paired, pairAs } from '../testing/edge.ts';
import { callsOf } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
});
afterEach(() => reset());

const create = (who: Paired, sku: string) => who.ask('POST', '/data/shop/crud/product', { sku });

async function rest(ms: number): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql.exec('UPDATE write_modes SET used_at = used_at - ?', ms),
  );
}

test('data is open for reading only until this browser asks to write in this project', async () => {
  const refused = await create(builder, 'A');
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_WRITE_MODE_OFF']);
  expect((await callsOf())['data.createRecord'] ?? 0).toBe(0);
  const entered = await builder.ask('POST', '/write-mode/shop?place=app');
  expect(entered.data.endsAt).toBeGreaterThan(Date.now() + 9 * 60_000);
  expect((await create(builder, 'A')).status).toBe(200);
  expect((await create(owner, 'B')).code, 'another browser').toBe('EDGE_WRITE_MODE_OFF');
  await builder.ask('DELETE', '/write-mode/shop?place=app');
  expect((await create(builder, 'C')).code, 'left by hand').toBe('EDGE_WRITE_MODE_OFF');
  expect((await recordsOf()).map(({ sku }) => sku)).toEqual(['A']);
});

test('it ends after ten minutes without a write; a write lets it last', async () => {
  await builder.ask('POST', '/write-mode/shop?place=app');
  await rest(9 * 60_000);
  expect((await create(builder, 'A')).status).toBe(200);
  await rest(9 * 60_000);
  expect((await create(builder, 'B')).status).toBe(200);
  await rest(11 * 60_000);
  expect((await create(builder, 'C')).code).toBe('EDGE_WRITE_MODE_OFF');
});

test('the rows of a project’s database are held the same', async () => {
  const write = () =>
    builder.ask('POST', '/service/projects/shop/database/records', {
      env: 'development',
      table: 'bookings',
      data: { name: 'Ada' },
    });
  expect((await write()).code).toBe('EDGE_WRITE_MODE_OFF');
  await builder.ask('POST', '/write-mode/shop?place=development');
  expect((await write()).status).toBe(200);
});

test('entered for the preview’s database, it lets nothing else of the project be changed', async () => {
  const write = (body: object) => builder.ask('POST', '/service/projects/shop/database/records', body);
  const row = { table: 'bookings', data: { name: 'Ada' } };
  await builder.ask('POST', '/write-mode/shop?place=development');
  expect((await write({ env: 'development', ...row })).status).toBe(200);
  for (const body of [
    { env: 'production', ...row },
    row,
    { env: 'Development', ...row },
    { env: 'development', tableName: 'bookings', data: {} },
  ])
    expect([body, (await write(body)).code]).toEqual([body, 'EDGE_WRITE_MODE_OFF']);
  expect((await create(builder, 'A')).code, 'the app’s data').toBe('EDGE_WRITE_MODE_OFF');
  await builder.ask('POST', '/write-mode/shop?place=production');
  await builder.ask('DELETE', '/write-mode/shop?place=development');
  expect((await write({ env: 'production', ...row })).status).toBe(200);
  expect((await write({ env: 'development', ...row })).code).toBe('EDGE_WRITE_MODE_OFF');
  expect((await builder.ask('POST', '/write-mode/shop?place=staging')).details).toEqual({ field: 'place' });
});

test('a statement that may write is held the same, one that reads is not', async () => {
  const run = (sql: string) =>
    owner.ask('POST', '/service/projects/shop/database/sql', { env: 'production', sql });
  expect((await run('select 1 as one')).status).toBe(200);
  expect((await run('create table notes (id)')).code).toBe('EDGE_WRITE_MODE_OFF');
  for (const verb of ['delete from bookings', "update bookings set name = 'x'"])
    expect((await run(`with [a'] as (select 1 as v) ${verb} /*'*/`)).code).toBe('EDGE_WRITE_MODE_OFF');
  await owner.ask('POST', '/write-mode/shop?place=production');
  expect((await run('create table notes (id)')).status).toBe(200);
  await owner.ask('DELETE', '/write-mode/shop?place=production');
  await owner.ask('POST', '/write-mode/shop?place=development');
  expect((await run('drop table notes')).code).toBe('EDGE_WRITE_MODE_OFF');
});

test('a viewer can’t enter it', async () => {
  const viewer = await pairAs(owner, 'viewer');
  expect((await viewer.ask('POST', '/write-mode/shop?place=app')).code).toBe('EDGE_ROLE_FORBIDDEN');
});
