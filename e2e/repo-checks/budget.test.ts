import { describe, expect, test } from 'vitest';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import { importsOf, isTest } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

/**
 * What the product may weigh. A check fails above its bound; whoever takes something away lowers the bound to what is
 * left, and whoever must raise one says in `why` what users get for it. The longest function is held by Biome
 * (`noExcessiveLinesPerFunction` in `biome.json`), the sizes of the scripts by `e2e/browser/sizes.spec.ts`.
 */
interface Budget {
  /** Fails above it. */
  bound: number;
  goal: number;
  why?: string;
}

const BUDGET = {
  'product lines': {
    bound: 97_187,
    goal: 88_000,
    why: 'Reading values and pages of the world, calls that can be taken back, circles, where credits went, tokens that end with their traces, and the last good version with the way back to it are new.',
  },
  'product files': { bound: 827, goal: 720, why: 'For the same reason.' },
  'lines of the longest file': { bound: 480, goal: 320, why: 'The parts of one entry of Activity.' },
  'imports of one file': { bound: 49, goal: 25 },
  messages: { bound: 2_397, goal: 2_400 },
  'words of English': { bound: 12_227, goal: 13_000 },
  'lines of CSS': { bound: 4_770, goal: 3_800, why: 'Parts that fold, before what they replace is gone.' },
} satisfies Record<string, Budget>;

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

const COUNTS: Record<keyof typeof BUDGET, () => number | Promise<number>> = {
  'product lines': () => sum(product.map(linesOf)),
  'product files': () => product.length,
  'lines of the longest file': () => highest(product.map(linesOf)),
  'imports of one file': mostImports,
  messages: async () => (await readMessages('en')).length,
  'words of English': wordsOfEnglish,
  'lines of CSS': () => sum(ownFiles(/^extension\/.*\.css$/).map(linesOf)),
};

describe('the product weighs no more than its budget', () => {
  for (const [name, { bound }] of Object.entries(BUDGET))
    test(name, async () => expect(await COUNTS[name as keyof typeof BUDGET]()).toBeLessThanOrEqual(bound));
});

test('what is counted is there: no pattern has lost its files', () => {
  expect(product.length).toBeGreaterThan(500);
  expect(mostImports()).toBeGreaterThan(15);
});
