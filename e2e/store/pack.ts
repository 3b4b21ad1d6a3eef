import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, runCommand } from '../dev/step.ts';
import { packEdge } from './pack-edge.ts';
import { privacyPage } from './privacy-page.ts';
import { readZip } from './read-zip.ts';

/**
 * Makes the store packages, the edge's and the privacy page, with the packages' SHA-256 in
 * `.output/SHA256SUMS`. With `--twice`, unpacks the source package elsewhere and builds everything again from
 * it alone, as a reviewer of Firefox's store does; with `--again`, compares the packages that are there so. A
 * different hash is a failure, so that a store's package can be compared with the source.
 */
const OUTPUT = join(ROOT, '.output');
const SUMS = 'SHA256SUMS';

async function pack(): Promise<string> {
  await rm(OUTPUT, { recursive: true, force: true });
  for (const browser of ['chrome', 'firefox']) {
    if (!(await runCommand(['wxt', 'zip', '-b', browser]))) throw new Error(`The ${browser} package failed.`);
  }
  await packEdge(OUTPUT);
  await writeFile(join(OUTPUT, 'privacy.html'), privacyPage());
  const packages = (await readdir(OUTPUT)).filter((name) => /\.(?:zip|tgz)$/.test(name)).sort();
  if (packages.length === 0) throw new Error('Nothing was packed.');
  const lines: string[] = [];
  for (const name of packages) {
    const hash = createHash('sha256').update(await readFile(join(OUTPUT, name)));
    lines.push(`${hash.digest('hex')}  ${name}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Builds everything from the unpacked source package, with the installed packages. */
async function packFromSources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pilot-light-sources-'));
  try {
    for (const [name, content] of await sourcePackage()) {
      await mkdir(dirname(join(copy, name)), { recursive: true });
      await writeFile(join(copy, name), content);
    }
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    await promisify(execFile)(process.execPath, [join('e2e', 'store', 'pack.ts')], {
      cwd: copy,
      maxBuffer: 2 ** 28,
    });
    return await readFile(join(copy, '.output', SUMS), 'utf8');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The files of the source package by their paths. */
async function sourcePackage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const name = (await readdir(OUTPUT)).find((file) => file.endsWith('-sources.zip'));
  if (name === undefined) throw new Error('There is no source package: look at `zip` in wxt.config.ts.');
  return readZip(await readFile(join(OUTPUT, name)));
}

/** Files that git ignores must not be in the package: logs, keys, test results. */
async function checkSources(): Promise<void> {
  const listed = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    },
  );
  const ours = new Set(listed.stdout.split('\n'));
  const foreign = [...(await sourcePackage()).keys()].filter((name) => !ours.has(name));
  if (foreign.length > 0)
    throw new Error(
      `The source package holds files that git ignores: ${foreign.join(', ')}. Name them in excludeSources of wxt.config.ts.`,
    );
}

const isAgain = process.argv.includes('--again');
const sums = isAgain ? await readFile(join(OUTPUT, SUMS), 'utf8') : await pack();
if (isAgain || process.argv.includes('--twice')) {
  await checkSources();
  const again = await packFromSources();
  if (again !== sums) throw new Error(`Two builds of one source differ:\n${sums}\n${again}`);
  console.log('Built again from the unpacked source package, the same bytes both times:');
}
await writeFile(join(OUTPUT, SUMS), sums);
console.log(sums);
