import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = join(import.meta.dirname, '..', '..');

interface Manifest {
  readonly permissions: string[];
  readonly host_permissions?: string[];
  readonly optional_permissions?: string[];
  readonly optional_host_permissions?: string[];
  readonly content_scripts?: unknown[];
}

const manifestOf = async (build: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, '.output', build, 'manifest.json'), 'utf8'));

/** The names in the first column of a Markdown table that begins with `| Permission |`. */
async function explainedIn(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const table = text.slice(text.indexOf('| Permission |')).split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\|\s*([^|]*`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

for (const page of ['README.md', 'docs/store/permissions.md']) {
  test(`${page} explains each permission of the built extension, and no other`, async () => {
    const chrome = await manifestOf('chrome-mv3');
    const firefox = await manifestOf('firefox-mv3');
    const requested = new Set([...chrome.permissions, ...firefox.permissions]);
    expect((await explainedIn(page)).sort()).toEqual([...requested].sort());
  });
}

for (const build of ['chrome-mv3', 'firefox-mv3']) {
  test(`${build} asks for no host, nothing optional, and registers no content script`, async () => {
    const manifest = await manifestOf(build);
    expect(manifest.host_permissions ?? []).toEqual([]);
    expect(manifest.optional_permissions ?? []).toEqual([]);
    expect(manifest.optional_host_permissions ?? []).toEqual([]);
    expect(manifest.content_scripts ?? []).toEqual([]);
  });
}

/** Names that identify something and are asked for nothing, an example in a field, and the demo account's edge, which is none. */
const ASKED_FOR_NOTHING = new Set([
  'http://www.w3.org',
  'https://pilot-light.example.workers.dev',
  'https://demo.invalid',
]);

for (const build of ['chrome-mv3', 'firefox-mv3']) {
  test(`${build} knows no address on the network: it can call only the edge that the user enters`, async () => {
    const folder = join(ROOT, '.output', build);
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      /\.(?:js|html|css|json)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(5);
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const found = texts.flatMap((text) => text.match(/\b(?:https?|wss?):\/\/[\w-]+(?:\.[\w-]+)+/g) ?? []);
    expect([...new Set(found)].filter((address) => !ASKED_FOR_NOTHING.has(address))).toEqual([]);
  });
}
