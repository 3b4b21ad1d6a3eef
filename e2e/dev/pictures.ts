import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT, runCommand } from './step.ts';

/**
 * `npm run pictures [WORD…]`: makes the pictures of the documents and stores anew, by the tests that take
 * them (only those whose file name holds a word), and squeezes changed ones of the documents to 256 colours
 * (the stores want 24 bits). Needs the fonts Inter and Noto Sans (Debian: `fonts-inter`, `fonts-noto-cjk`).
 * Run it for a release, not for each change: every picture stays in the history.
 */
const TESTS = join(ROOT, 'e2e', 'browser');
const SCREENSHOTS = join(ROOT, 'docs', 'screenshots');

const words = process.argv.slice(2);
const takers = readdirSync(TESTS).filter(
  (name) =>
    name.endsWith('.spec.ts') &&
    /takePicture|UPDATE_SCREENSHOTS/.test(readFileSync(join(TESTS, name), 'utf8')) &&
    (words.length === 0 || words.some((word) => name.includes(word))),
);
if (takers.length === 0) {
  console.error(`No test that takes pictures is named like ${words.join(' or ')}.`);
  process.exit(1);
}

process.env.UPDATE_SCREENSHOTS = '1';
const began = Date.now();
const isTaken =
  (await runCommand(['wxt', 'build', '-b', 'chrome'])) &&
  (await runCommand(['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...takers]));

for (const name of readdirSync(SCREENSHOTS)) {
  const path = join(SCREENSHOTS, name);
  if (!name.endsWith('.png') || statSync(path).mtimeMs < began) continue;
  writeFileSync(path, await sharp(path).png({ palette: true, quality: 95, effort: 10 }).toBuffer());
}
process.exitCode = isTaken ? 0 : 1;
