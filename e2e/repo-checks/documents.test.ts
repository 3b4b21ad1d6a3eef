import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { edgeCommand, publishedOf } from '../../shared/published.ts';
import { ownFiles, ROOT, textOf } from './own-files.ts';

const PAGES = ownFiles(/\.md$/);
const manifest = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The names between backticks in the first column of the table that begins with this heading. */
function firstColumn(page: string, heading: string): string[] {
  const text = textOf(page);
  const table = text.slice(text.indexOf(heading)).split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test.each(PAGES)('every link and picture of %s leads somewhere', (page) => {
  const targets = [...textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
  const missing = targets.filter(
    (target) => !existsSync(join(ROOT, posix.join(posix.dirname(page), target))),
  );
  expect(missing).toEqual([]);
});

test.each(PAGES)('every command that %s tells is there', (page) => {
  const result = [...textOf(page).matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)/g)];
  const unknown = result
    .map(([, script, short]) => script ?? short ?? '')
    .filter((name) => !manifest.scripts[name]);
  expect(unknown).toEqual([]);
});

test('the deployment guide begins with the shortest way that exists', () => {
  const [, first] = /```sh\n(.+)/.exec(textOf('docs/deployment.md')) ?? [];
  expect(first).toBe(edgeCommand(publishedOf(packageJson)));
});

test('every dependency has its reason, and no reason is without its dependency', () => {
  const reasoned = firstColumn('CONTRIBUTING.md', '| Package |').filter((name) => !name.includes('/mini'));
  const used = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  // What stands in brackets is a part of a package: `hono/tiny`, `shared`.
  const packages = reasoned.filter((name) => !['shared', 'hono/tiny'].includes(name));
  expect(packages.toSorted()).toEqual(used.toSorted());
});

test('the deployment guide lists every setting of the edge, and no other', () => {
  const settings = [...textOf('edge/environment.d.ts').matchAll(/^\s+([A-Z][A-Z_]+)\??: string/gm)].map(
    ([, name = '']) => name,
  );
  expect(settings.length).toBeGreaterThan(4);
  const result = firstColumn('docs/deployment.md', '| Name | Kind |').filter((name) =>
    /^[A-Z_]+$/.test(name),
  );
  expect([...new Set(result)].toSorted()).toEqual(settings.toSorted());
});
