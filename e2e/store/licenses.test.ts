import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../dev/step.ts';
import { licensesText } from './licenses-text.ts';

const run = promisify(execFile);
const BUILD_MS = 240_000;

test('each package is listed once with its licence; a standard text is printed once at the end', () => {
  const own = { name: 'b', version: '2.0.0', identifier: 'MIT', text: 'Copyright (c) B' };
  const bare = { name: 'a', version: '1.0.0', identifier: 'MIT' };
  const text = licensesText([own, bare, own, { ...bare, name: 'c' }], {
    MIT: 'Permission…',
    'Apache-2.0': 'Not used',
  });
  expect(text.match(/^(a|b|c) \d.*$/gm)).toEqual(['a 1.0.0 (MIT)', 'b 2.0.0 (MIT)', 'c 1.0.0 (MIT)']);
  expect(text.split('Permission…')).toHaveLength(2);
  expect(text).toContain('Copyright (c) B');
  expect(text).not.toContain('Not used');
});

test('a package without a licence that is known here stops the making', () => {
  expect(() => licensesText([{ name: 'a', version: '1.0.0', identifier: 'EUPL-1.2' }], { MIT: '' })).toThrow(
    /^a 1\.0\.0 comes without a licence file, under EUPL-1\.2/,
  );
});

test('the licence file names what the extension and the edge bundle today', {
  timeout: BUILD_MS,
}, async () => {
  await run(process.execPath, [join(ROOT, 'e2e', 'store', 'licenses.ts'), '--check'], { cwd: ROOT });
});

test('every package that wrangler uploads with the Worker is in the licence file', {
  timeout: BUILD_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-upload-'));
  try {
    const wrangler = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
    const config = join(ROOT, 'edge', 'wrangler.jsonc');
    await run(
      process.execPath,
      [
        wrangler,
        'deploy',
        '--config',
        config,
        '--dry-run',
        '--outdir',
        folder,
        '--metafile',
        join(folder, 'meta.json'),
      ],
      { cwd: folder, env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' } },
    );
    const { outputs } = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8')) as {
      outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
    };
    const packages = new Set<string>();
    for (const { inputs } of Object.values(outputs))
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path) ?? [];
        if (name && bytesInOutput > 0) packages.add(name);
      }
    expect(packages, 'packages of the upload').toContain('hono');
    const licenses = await readFile(join(ROOT, 'extension', 'public', 'third-party-licenses.txt'), 'utf8');
    for (const name of packages)
      expect(licenses, `run npm run licenses: ${name} is missing`).toContain(`\n${name} `);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
