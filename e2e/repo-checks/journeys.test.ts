import { describe, expect, test } from 'vitest';
import { importsOf } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

const FILES = new Set(ownFiles(/./));
const ROOMS = ['shared', 'extension', 'edge', 'e2e'];

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
    expect(filesIn(textOf(page)).filter((path) => !FILES.has(path))).toEqual([]);
  },
);

/** Where code of a journey is started: by the platform, or by a page. */
const ENTRYPOINT = /^(?:edge\/index\.ts|extension\/entrypoints\/.+)$/;

/** How many files each journey may take a reader through. */
const AT_MOST = 36;

describe('the journeys of docs/architecture.md', () => {
  const journeys = textOf('docs/architecture.md').split('\n### ').slice(1);
  const imports = ROOMS.flatMap(importsOf).filter(({ isTypeOnly }) => isTypeOnly !== true);

  test('are four', () => expect(journeys).toHaveLength(4));

  test.each(journeys.map((text) => [text.split('\n')[0] ?? '', text] as const))(
    '%s, as many as it says, and whole: from its entrypoints each is reached by imports through listed files',
    (heading, text) => {
      const files = filesIn(text);
      expect(heading).toMatch(new RegExp(`: ${files.length} files$`));
      expect(files.length).toBeLessThanOrEqual(AT_MOST);
      expect(
        unreached(new Set(files)),
        'list the files that import these, or the entrypoint that leads to them',
      ).toEqual([]);
    },
  );

  /** Listed files that no chain of listed ones leads to. */
  function unreached(listed: ReadonlySet<string>): string[] {
    const reached = new Set([...listed].filter((file) => ENTRYPOINT.test(file)));
    for (const from of reached)
      for (const { file, imported } of imports)
        if (file === from && listed.has(imported)) reached.add(imported);
    return [...listed].filter((file) => !reached.has(file));
  }
});
