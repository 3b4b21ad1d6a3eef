import { describe, expect, test } from 'vitest';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import { importsOf, isTest } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

/**
 * What the product may weigh. Bounds are round numbers with room above what stands, so that a line more is no
 * failure; they are lowered when a larger piece of work ends. Biome limits the longest function
 * (`noExcessiveLinesPerFunction` in `biome.json`), `e2e/browser/sizes.spec.ts` the sizes of the scripts.
 */
const BOUNDS = {
  // Includes the journal, which the edge reads for each role, from what is stored, in bounded steps.
  'product lines': 101_250,
  'product files': 860,
  'lines of the longest file': 360,
  'imports of one file': 55,
  'words of English': 12_400,
  'lines of CSS': 4_450,
};

const linesOf = (file: string) => textOf(file).split('\n').length - 1;
const product = ownFiles(/^(?:edge|extension|shared)\/.*\.tsx?$/).filter(
  (file) => !isTest(file) && !file.endsWith('.d.ts'),
);
const highest = (counts: Iterable<number>) => Math.max(...counts);
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Every wording of a message: one, or one per plural form. */
const wordings = (message: Awaited<ReturnType<typeof readMessages>>[number]): string[] =>
  message.type === 'plural' ? Object.values(message.plurals) : [message.message];

async function wordsOfEnglish(): Promise<number> {
  const spoken = (await readMessages('en')).flatMap(wordings);
  return sum(spoken.map((text) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length));
}

function mostImports(): number {
  const counts = new Map<string, number>();
  for (const { file } of ['edge', 'extension', 'shared'].flatMap(importsOf))
    if (!isTest(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return highest(counts.values());
}

const COUNTS: Record<keyof typeof BOUNDS, () => number | Promise<number>> = {
  'product lines': () => sum(product.map(linesOf)),
  'product files': () => product.length,
  'lines of the longest file': () => highest(product.map(linesOf)),
  'imports of one file': mostImports,
  'words of English': wordsOfEnglish,
  'lines of CSS': () => sum(ownFiles(/^extension\/.*\.css$/).map(linesOf)),
};

describe('the product weighs no more than its budget', () => {
  for (const [name, bound] of Object.entries(BOUNDS))
    test(name, async () => {
      const count = await COUNTS[name as keyof typeof BOUNDS]();
      console.log(`${name}: ${count} of ${bound}`);
      expect(
        count,
        `take away what few people use, or declare once what is written twice, before anything is added: ${count - bound} over`,
      ).toBeLessThanOrEqual(bound);
    });
});

test('what is counted is there: no pattern has lost its files', () => {
  expect(product.length).toBeGreaterThan(500);
  expect(mostImports()).toBeGreaterThan(15);
});
