import { expect, test } from 'vitest';
import { importsOf, isTest } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

/** What a room may import of ours, beside itself (docs/architecture.md). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  edge: ['shared', 'package.json'],
  extension: ['shared'],
  'e2e/mock-service': ['e2e/random'],
  'e2e/mock-channels': [],
};

test.each(Object.entries(MAY_IMPORT))(
  '%s imports itself and %j of ours, and nothing else',
  (room, others) => {
    const imports = importsOf(room);
    expect(imports.length).toBeGreaterThan(10);
    const isOurs = (path: string) => /^(?:shared|edge|extension|e2e|package\.json)(?:\/|$)/.test(path);
    const isAllowed = (path: string) =>
      [room, ...others].some((one) => path === one || path.startsWith(`${one}/`));
    const strangers = imports.filter(
      ({ file, imported }) => isOurs(imported) && !isAllowed(imported) && !isTest(file),
    );
    expect(strangers).toEqual([]);
  },
);

test('shared needs nothing of the world: only its schemas', () => {
  const packages = importsOf('shared')
    .filter(({ file, imported }) => !imported.startsWith('shared/') && !isTest(file))
    .map(({ imported }) => imported);
  expect([...new Set(packages)]).toEqual(['zod/mini']);
});

test('nothing of the product brings the large build of zod, which makes the Worker 15 kB heavier', () => {
  const large = ['shared', 'edge', 'extension']
    .flatMap(importsOf)
    .filter(({ file, imported, isTypeOnly }) => imported === 'zod' && !isTypeOnly && !isTest(file));
  expect(large).toEqual([]);
});

/** They make paths, of what the catalogues have, and stand in for the edge. */
const MAKE_PATHS = [
  'extension/reads/paths.ts',
  'extension/edge-client/edge-client.ts',
  'extension/demo/demo-response.ts',
];

test('the extension writes no path of the service or of an app’s data: take it from extension/reads/paths.ts', () => {
  const written = ownFiles(/^extension\/.*\.tsx?$/)
    .filter((file) => !isTest(file) && !MAKE_PATHS.includes(file))
    .flatMap((file) => {
      const lines = textOf(file).split('\n');
      return lines
        .filter((line) => /['"`]\/(?:service|data)\/[\w$:]/.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(written).toEqual([]);
});
