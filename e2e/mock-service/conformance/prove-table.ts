import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Section } from './row.ts';

/** For busy machines. */
const ROW_TIMEOUT_MS = 60_000;

/** What rows are proven with, made again for each of them. */
export interface OpenTable<B> {
  fresh(): B;
  close(): Promise<void>;
}

/** The tests of a conformance table: each row, uniqueness, and the README's count. */
export function proveTable<B>(
  name: string,
  table: readonly Section<B>[],
  open: () => Promise<OpenTable<B>>,
): void {
  let opened: OpenTable<B>;
  let proven = 0;
  const rows = table.flatMap((section) => section.rows);
  const beyond = table.flatMap(({ section, rows }) =>
    rows.flatMap((row) => ('notProvable' in row ? [{ section, ...row }] : [])),
  );

  beforeAll(async () => {
    opened = await open();
  });

  afterAll(async () => {
    await opened.close();
    console.log(`${name}: ${rows.length} rows documented, ${proven} proven, ${beyond.length} not provable:`);
    for (const { section, what, notProvable } of beyond)
      console.log(`  ${section}: ${what} (${notProvable})`);
  });

  for (const { section, rows } of table) {
    if (rows.every((row) => 'notProvable' in row)) continue;
    describe(section, () => {
      for (const row of rows) {
        if ('notProvable' in row) continue;
        it(row.what, { timeout: ROW_TIMEOUT_MS }, async () => {
          await row.prove(opened.fresh());
          proven += 1;
        });
      }
    });
  }

  it('is counted in the README as it is', async () => {
    const readme = await readFile(`${import.meta.dirname}/../README.md`, 'utf8');
    const reported = readme.replaceAll('\n', ' ').match(/\d+ rows documented, \d+ proven, \d+ not provable/g);
    expect(reported, 'change the sentence in e2e/mock-service/README.md').toContain(
      `${rows.length} rows documented, ${rows.length - beyond.length} proven, ${beyond.length} not provable`,
    );
  });

  it('names each row once', () => {
    const named = table.flatMap(({ section, rows }) => rows.map(({ what }) => `${section}: ${what}`));
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
}
