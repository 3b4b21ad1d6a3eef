import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Rows of all tables of a text, by cell. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\|.*\|$/.test(line) && !line.startsWith('|---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** A name as it is in the last column of the privacy statement: of a family of keys, its beginning. */
const nameOf = (cell: string) => /^`([^`<]+)(?:<[^`]*)?`$/.exec(cell)?.[1];
const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');

/** What is kept for how long: "30 days", "ten minutes". */
const times = (text: string) =>
  text.match(/\b(?:\d+|a|one|two|three|ten|eleven) (?:minutes?|hours?|days?|weeks?|years?)\b/g) ?? [];

const sectionOf = (heading: string) =>
  rowsOf(read('docs/store/privacy.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').slice(1);

/** Names and lifetimes in the documents of the storage, which another test holds against the code. */
const edge = rowsOf(read('edge/storage-schema.md')).flatMap((row) => {
  const name = nameOf(row[0] ?? '');
  return name === undefined || row.length < 4 ? [] : [{ name, lives: row.at(-1) ?? '' }];
});
const extension = [
  ...rowsOf(read('extension/storage/storage-schema.md')).flatMap(([cell = '', holds = '']) => {
    const name = nameOf(cell);
    return name === undefined ? [] : [{ name, lives: holds }];
  }),
  ...[...read('extension/storage/storage-schema.md').matchAll(/^## IndexedDB `([^`]+)`/gm)].map(
    ([, name = '']) => ({ name, lives: '' }),
  ),
];

test.each([
  ['What your server keeps', edge],
  ['What your browser keeps', extension],
] as const)(
  '%s: each part of the storage stands in one row, with its times, and nothing else does',
  (heading, kept) => {
    const rows = sectionOf(heading).map(([what = '', long = '', names = '']) => ({
      what,
      long,
      names: namesIn(names),
    }));
    expect(kept.length).toBeGreaterThan(30);
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(kept.map(({ name }) => name).toSorted());
    const missing = kept.flatMap(({ name, lives }) => {
      const { long = '' } = rows.find(({ names }) => names.includes(name)) ?? {};
      return times(lives).flatMap((time) => (long.includes(time) ? [] : [`${name}: ${time}`]));
    });
    expect(missing).toEqual([]);
  },
);
