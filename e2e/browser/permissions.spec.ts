import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import packageJson from '../../package.json' with { type: 'json' };
import { publishedOf } from '../../shared/published.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly permissions: string[];
  readonly content_security_policy: Readonly<Record<string, string>>;
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

test('the page of permissions explains each of the built extension, and no other', async () => {
  const chrome = await manifestOf('chrome-mv3');
  const firefox = await manifestOf('firefox-mv3');
  const requested = new Set([...chrome.permissions, ...firefox.permissions]);
  expect((await explainedIn('docs/store/permissions.md')).sort()).toEqual([...requested].sort());
});

const PERMISSIONS = ['activeTab', 'alarms', 'contextMenus', 'notifications', 'scripting', 'storage'];
/** No host, content script, page for the web or optional permission: fields that grant more are not here. */
const FIELDS = [
  'action',
  'background',
  'commands',
  'content_security_policy',
  'default_locale',
  'description',
  'icons',
  'incognito',
  'manifest_version',
  'name',
  'options_ui',
  'permissions',
  'version',
];

const MAY: Readonly<Record<string, { permissions: string[]; fields: string[]; heard: unknown }>> = {
  'chrome-mv3': {
    permissions: [...PERMISSIONS, 'sidePanel'],
    fields: [...FIELDS, 'externally_connectable', 'minimum_chrome_version', 'side_panel'],
    heard: { ids: [] },
  },
  // Firefox has no such field: nothing listens to messages from outside (`onMessageExternal`).
  'firefox-mv3': {
    permissions: PERMISSIONS,
    fields: [...FIELDS, 'browser_specific_settings', 'sidebar_action'],
    heard: undefined,
  },
};

test('Firefox is told what leaves the browser, in the names of its policy', async () => {
  const { browser_specific_settings: settings } = await manifestOf('firefox-mv3');
  expect(settings).toMatchObject({
    gecko: {
      data_collection_permissions: { required: ['authenticationInfo', 'websiteContent', 'browsingActivity'] },
    },
  });
});

/** A policy as its directives, each with what it allows. */
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

for (const [build, { permissions, fields, heard }] of Object.entries(MAY)) {
  test(`${build} asks for these permissions, no host, nothing optional, and registers no content script`, async () => {
    const manifest = await manifestOf(build);
    expect([...manifest.permissions].sort()).toEqual([...permissions].sort());
    const { source: homepage } = PUBLISHED;
    expect(Object.keys(manifest).sort()).toEqual(
      [...fields, ...(homepage === null ? [] : ['homepage_url'])].sort(),
    );
    expect(manifest.homepage_url ?? null, 'none is made up').toBe(homepage);
    expect(manifest.externally_connectable).toEqual(heard);
    expect(manifest.incognito, 'nothing of a private window is kept').toBe('not_allowed');
  });

  test(`${build} runs its own scripts only, and limits connections no further: the user enters the edge's address`, async () => {
    const { content_security_policy: policies } = await manifestOf(build);
    expect(Object.keys(policies)).toEqual(['extension_pages']);
    // No `connect-src`, and no `default-src` in its place.
    expect(directivesOf(policies.extension_pages ?? '')).toEqual({
      'script-src': ["'self'"],
      'object-src': ["'self'"],
    });
  });
}

const PUBLISHED = publishedOf(packageJson);

/**
 * Every address in the built files except the recorded demo, with `…` for inserted values: namespaces, also
 * of JSON Schema's dialects, the places where this build is published, the scheme put before what is typed
 * without one, and the demo account's edge, which does not exist.
 */
const ADDRESSES = [
  'http://www.w3.org',
  'http://json-schema.org',
  'https://json-schema.org',
  'https://demo.invalid',
  'https://…',
  ...Object.values(PUBLISHED).flatMap((one) => (one?.startsWith('https:') ? new URL(one).origin : [])),
];

for (const build of Object.keys(MAY)) {
  test(`${build} knows no address on the network: it can call only the edge that the user enters`, async () => {
    const folder = join(ROOT, '.output', build);
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      /\.(?:js|html|css|json)$/.test(name),
    );
    const addressesIn = (text: string) =>
      text.match(/\b(?:https?|wss?):\/\/(?:\$\{[^}]*\}|[\w:-])[^\s/"'`<>\\]*/g) ?? [];
    expect(files.length).toBeGreaterThan(5);
    const isDemo = (name: string) => name === 'demo.json';
    const texts = await Promise.all(
      files.filter((name) => !isDemo(name)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const found = texts.flatMap(addressesIn);
    const addresses = found.map((address) => address.replace(/\$\{[^}]*\}/g, '…'));
    expect([...new Set(addresses)].sort()).toEqual([...new Set(ADDRESSES)].sort());
    // The recorded account names hosts that nobody can have.
    for (const name of files.filter(isDemo))
      for (const address of addressesIn(await readFile(join(folder, name), 'utf8')))
        expect(address).toMatch(/\.(?:example|test|invalid)(?::\d+)?$/);
    const scripts = texts.join('\n');
    expect(scripts).not.toContain('onMessageExternal');
    expect(scripts).not.toContain('onConnectExternal');
  });
}
