import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Bound, LOCAL_BOUNDS, LOCAL_QUOTA_BYTES, OWED, SESSION_BOUNDS } from './bounds.ts';

const page = readFileSync(join(import.meta.dirname, 'storage-schema.md'), 'utf8');

/** The rows of a section's table, by column. */
function rowsOf(heading: string): Record<string, string>[] {
  const section = page.slice(page.indexOf(`## ${heading}`)).split('\n## ')[0] ?? '';
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

const result = (row: Record<string, string>) => ({
  key: row.Key?.replace(/^`|`$/g, '').replace(/<.*>$/, ''),
  each: kib(row['Bytes, each']),
  all: kib(row['Bytes, all']),
});
const kib = (cell = '') => Number.parseInt(cell, 10) * 1024;
const bounded = (bounds: Record<string, Bound>) =>
  Object.entries(bounds).map(([key, { each, all }]) => ({ key, each, all }));

describe('what the page says is what the code holds to', () => {
  test('every key of storage.local with its bounds: tell a new one in storage-schema.md and in bounds.ts', () => {
    expect(rowsOf('`storage.local`').map(result)).toEqual(bounded(LOCAL_BOUNDS));
  });

  test('every key of storage.session with its bounds', () => {
    expect(rowsOf('`storage.session`').map(result)).toEqual(bounded(SESSION_BOUNDS));
  });

  test('the module with the form of each key', () => {
    const modules = rowsOf('`storage.local`').map(({ Form = '' }) => Form.replaceAll('`', ''));
    expect(modules.filter((name) => !existsSync(join(import.meta.dirname, name)))).toEqual([]);
  });

  test('what becomes of a value that does not fit: what is owed is kept', () => {
    const rows = rowsOf('`storage.local`').map((row) => [result(row).key, row['If it does not fit']]);
    const fate = Object.keys(LOCAL_BOUNDS).map((key) => [key, OWED.has(key) ? 'kept' : 'made anew']);
    expect(rows).toEqual(fate);
  });
});

test('all of it together fits into what a browser gives: nothing takes the place of another', () => {
  const all = Object.values<Bound>(LOCAL_BOUNDS).reduce((sum, bound) => sum + bound.all, 0);
  expect(all).toBeLessThanOrEqual(LOCAL_QUOTA_BYTES);
});

test('nothing is stored past the items and collections that know the bounds', () => {
  const room = join(import.meta.dirname, '..');
  const writers = globSync('**/*.{ts,tsx}', { cwd: room })
    .filter((file) => !/\.test\.|fixture/.test(file))
    .filter((file) =>
      /storage\.(?:local|session)\s*\.\s*set\(|stored\(\)\.set\(/.test(
        readFileSync(join(room, file), 'utf8'),
      ),
    )
    .toSorted();
  expect(writers, 'use localItem, owedList, localCollection or setTogether of stored-item.ts').toEqual([
    'storage/stored-item.ts',
  ]);
});
