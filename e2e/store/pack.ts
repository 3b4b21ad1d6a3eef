import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../dev/step.ts';

/**
 * The store packages with their SHA-256, in `.output/SHA256SUMS`. With `--twice` everything is built and packed a second
 * time from nothing, and a package whose hash differs is a failure: what a store serves can then be compared with the source.
 */
const OUTPUT = join(import.meta.dirname, '..', '..', '.output');
const SUMS = join(OUTPUT, 'SHA256SUMS');

async function pack(): Promise<string> {
  await rm(OUTPUT, { recursive: true, force: true });
  for (const browser of ['chrome', 'firefox']) {
    if (!(await runCommand(['wxt', 'zip', '-b', browser]))) throw new Error(`The ${browser} package failed.`);
  }
  const packages = (await readdir(OUTPUT)).filter((name) => name.endsWith('.zip')).sort();
  if (packages.length === 0) throw new Error('Nothing was packed.');
  const lines: string[] = [];
  for (const name of packages) {
    const hash = createHash('sha256').update(await readFile(join(OUTPUT, name)));
    lines.push(`${hash.digest('hex')}  ${name}`);
  }
  return `${lines.join('\n')}\n`;
}

const sums = await pack();
if (process.argv.includes('--twice')) {
  const again = await pack();
  if (again !== sums) throw new Error(`Two builds of one source differ:\n${sums}\n${again}`);
  console.log('Built twice, the same bytes both times:');
}
await writeFile(SUMS, sums);
console.log(sums);
