import { readFile } from 'node:fs/promises';
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
    const asked = new Set([...chrome.permissions, ...firefox.permissions]);
    expect((await explainedIn(page)).sort()).toEqual([...asked].sort());
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
