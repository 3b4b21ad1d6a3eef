import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import page from './storage-schema.md?raw';

test('the page of what is kept names every table and column, and no other table', async () => {
  const tables = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
      .map(({ name }) => ({
        name,
        columns: storage.sql
          .exec<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`)
          .toArray(),
      })),
  );
  expect(tables.length).toBeGreaterThan(10);
  const described = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(tables.map(({ name }) => name).sort());
  for (const { name, columns } of tables)
    for (const column of columns) expect([name, page.includes(`\`${column.name}\``)]).toEqual([name, true]);
});
