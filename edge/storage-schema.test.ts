import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import guide from '../docs/deployment.md?raw';
import { SEALED } from './deploy/sealed.ts';
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

test('whoever sets a new encryption key is told of everything that is sealed, and so is the reader of the guide', async () => {
  const columns = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    namesOf(
      storage,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ).flatMap((table) =>
      namesOf(storage, `SELECT name FROM pragma_table_info('${table}') WHERE type = 'BLOB'`).map(
        (column) => `${table}.${column}`,
      ),
    ),
  );
  // Bodies of events are no secret.
  expect(columns.filter((name) => name !== 'outbox.body').sort()).toEqual(Object.keys(SEALED).sort());
  const row = guide.split('\n').find((line) => line.startsWith('| the encryption key |')) ?? '';
  for (const words of ['data keys of projects', 'alert channels', 'Webhook secrets'])
    expect(row).toContain(words);
});

const namesOf = ({ sql }: DurableObjectStorage, query: string): string[] =>
  sql
    .exec<{ name: string }>(query)
    .toArray()
    .map(({ name }) => name);
