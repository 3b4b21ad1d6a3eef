import { describe, expect, test } from 'vitest';
import { importsOf } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

const FILES = new Set(ownFiles(/./));
const ROOMS = ['shared', 'extension', 'edge', 'e2e'];

/** Written by the first `npm run release`. */
const MADE_BY_RELEASE = 'docs/changelog.md';

/** Every file that a page names by its path from the root; a path with a wildcard or an ellipsis is none. */
const filesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/`((?:shared|extension|edge|e2e|docs)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path),
  ),
];

test.each(ownFiles(/\.md$/))(
  'every file that %s names by its path exists: mend the page or the path',
  (page) => {
    // Changelogs name files of earlier versions.
    if (/CHANGELOG/.test(page)) return;
    expect(filesIn(textOf(page)).filter((path) => !FILES.has(path) && path !== MADE_BY_RELEASE)).toEqual([]);
  },
);

/** How many files each journey may take a reader through (about half of the 80, 60 and 85 that it once took). */
const AT_MOST = [42, 34, 44];

describe('the journeys of docs/architecture.md', () => {
  const journeys = textOf('docs/architecture.md').split('\n### ').slice(1);
  const imports = ROOMS.flatMap(importsOf);

  test('are three', () => expect(journeys).toHaveLength(AT_MOST.length));

  test.each(journeys.map((text, index) => [text.split('\n')[0] ?? '', text, AT_MOST[index] ?? 0] as const))(
    '%s, as many as it says, and each imports or is imported by another on the way',
    (heading, text, most) => {
      const files = filesIn(text);
      expect(heading).toMatch(new RegExp(`: ${files.length} files$`));
      expect(files.length).toBeLessThanOrEqual(most);
      const way = new Set(files);
      const linked = new Set(
        imports
          .filter(({ file, imported }) => file !== imported && way.has(file) && way.has(imported))
          .flatMap(({ file, imported }) => [file, imported]),
      );
      expect(files.filter((file) => !linked.has(file))).toEqual([]);
    },
  );
});
