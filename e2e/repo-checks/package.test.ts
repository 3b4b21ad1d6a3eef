import { expect, test } from 'vitest';
import { textOf } from './own-files.ts';

interface Manifest {
  scripts: Record<string, string>;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const manifest = JSON.parse(textOf('package.json')) as Manifest;
const installed = (name: string) => JSON.parse(textOf(`node_modules/${name}/package.json`)) as Manifest;

test('miniflare is the one of wrangler: the edge in tests runs on the workerd that it is deployed with', () => {
  expect(manifest.devDependencies.miniflare, 'raise both together').toBe(
    installed('wrangler').dependencies.miniflare,
  );
});

test('a script that runs one of our files installs first, and runs it on the Node of the packages', () => {
  // After an install in one line a shell runs the Node found before it: only `install.mjs` may start a file.
  const wrong = Object.entries(manifest.scripts).filter(
    ([, line]) =>
      /\bnode\b/.test(line.replace(/^node e2e\/dev\/install\.mjs\b/, '')) || /&& node\b/.test(line),
  );
  expect(wrong).toEqual([]);
});

test('there are at most 23 scripts, and none that runs before another by its name', () => {
  const names = Object.keys(manifest.scripts);
  expect(names.length).toBeLessThanOrEqual(23);
  expect(names.filter((name) => names.includes(`pre${name}`))).toEqual([]);
});
