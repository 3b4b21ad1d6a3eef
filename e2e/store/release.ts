import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { publishedOf } from '../../shared/published.ts';
import { ROOT, runCommand } from '../dev/step.ts';
import { changesSinceLastVersion, withVersion } from './changelog.ts';
import { missingForRelease } from './missing.ts';

/**
 * `npm run release -- --check`: says what an owner has to fill in before a version is published.
 *
 * `npm run release -- 1.2.3`: sets the version, writes the changelog from what the commits say that users
 * see, or from its section “Next”, builds the packages, builds them again from the source package and
 * compares, then commits and tags. Known vulnerabilities of what is shipped are looked up where the tag is
 * checked (`audit` in `.github/workflows/ci.yml`). Pushes nothing: pushing the tag starts the release.
 */
const LICENSES = 'extension/public/third-party-licenses.txt';
const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}

const [version = ''] = process.argv.slice(2);
if (version === '--check') {
  const missing = missingForRelease(packageJson);
  console.log(
    missing.length === 0
      ? 'Nothing is missing in package.json.'
      : `Fill in:\n${missing.map((one) => `- ${one}\n`).join('')}`,
  );
  process.exit(missing.length === 0 ? 0 : 1);
}
const isNumber = /^\d+\.\d+\.\d+$/.test(version);
if (!isNumber) stop('Give the version: npm run release -- 1.2.3');
const tag = `v${version}`;
if (git('status', '--porcelain') !== '') stop('There are changes that are not committed: commit them first.');
if (git('tag', '--list', tag) !== '') stop(`The tag ${tag} is there already: take a higher version.`);

const date = new Date().toISOString().slice(0, 10);
const changelog = join(ROOT, 'docs', 'changelog.md');
const before = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
const after = withVersion(before, version, date, changesSinceLastVersion(ROOT));
if (after === null)
  stop('No commit since the last version says what users see: give one a line `Changelog: …` at its end.');
writeFileSync(changelog, after);
execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {
  cwd: ROOT,
  stdio: 'ignore',
  shell: process.platform === 'win32',
});

const isPacked =
  (await runCommand(['node', 'e2e/store/licenses.ts'])) &&
  (await runCommand(['node', 'e2e/store/pack.ts', '--twice']));
if (!isPacked) {
  git('checkout', '--', 'package.json', 'package-lock.json', LICENSES);
  stop(
    'The packages could not be made, so nothing is committed; the new section stands in docs/changelog.md.',
  );
}
git('add', 'docs/changelog.md', 'package.json', 'package-lock.json', LICENSES);
git('commit', '--message', `Release ${version}`);
git('tag', '--annotate', tag, '--message', tag);
console.log(
  `Committed and tagged ${tag}; the packages and their hashes are in .output. To release it: git push --follow-tags`,
);
const { edgePackage } = publishedOf(packageJson);
if (edgePackage !== null) console.log('Then the edge’s package: npm publish .output/*.tgz');
for (const one of missingForRelease(packageJson)) console.log(`Not filled in: ${one}`);
