import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenBench, openBench } from './bench.ts';
import { CONFORMANCE } from './table.ts';

let bench: OpenBench;
let proven = 0;
const rows = CONFORMANCE.flatMap(({ rows }) => rows);
const beyond = CONFORMANCE.flatMap(({ section, rows }) =>
  rows.flatMap((row) => ('notProvable' in row ? [{ section, ...row }] : [])),
);

beforeAll(async () => {
  bench = await openBench();
});

afterAll(async () => {
  await bench.close();
  console.log(
    `conformance: ${rows.length} rows documented, ${proven} proven, ${beyond.length} not provable:`,
  );
  for (const { section, what, notProvable } of beyond) console.log(`  ${section}: ${what} (${notProvable})`);
});

for (const { section, rows } of CONFORMANCE) {
  describe(section, () => {
    for (const row of rows) {
      if ('notProvable' in row) continue;
      it(row.what, { timeout: 30_000 }, async () => {
        await row.prove(bench.fresh());
        proven += 1;
      });
    }
  });
}

it('is counted in the README as it is', async () => {
  const readme = await readFile(`${import.meta.dirname}/../README.md`, 'utf8');
  const told = /\d+ rows documented, \d+ proven, \d+ not provable/.exec(readme.replaceAll('\n', ' '))?.[0];
  expect(told, 'change the sentence in e2e/mock-service/README.md').toBe(
    `${rows.length} rows documented, ${rows.length - beyond.length} proven, ${beyond.length} not provable`,
  );
});

it('names each row once', () => {
  const named = CONFORMANCE.flatMap(({ section, rows }) => rows.map(({ what }) => `${section}: ${what}`));
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
});
