import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { publishedOf } from '../../shared/published.ts';
import { ROOT, runCommand } from '../dev/step.ts';
import { changelogSection, changesSinceLastVersion } from './changelog.ts';

/**
 * `npm run release -- 1.2.3`: sets the version, writes the changelog from what the commits say that users see,
 * builds the packages, builds them again from the source package and compares, then commits and tags. Known
 * vulnerabilities of what is shipped are looked up where the tag is checked (`audit` in `.github/workflows/ci.yml`). Nothing is pushed: pushing the tag starts the release.
 */
const LICENSES = 'extension/public/third-party-licenses.txt';
const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}

const [version = ''] = process.argv.slice(2);
const isNumber = /^\d+\.\d+\.\d+$/.test(version);
if (!isNumber) stop('Give the version: npm run release -- 1.2.3');
const tag = `v${version}`;
if (git('status', '--porcelain') !== '') stop('There are changes that are not committed: commit them first.');
if (git('tag', '--list', tag) !== '') stop(`The tag ${tag} is there already: take a higher version.`);

const date = new Date().toISOString().slice(0, 10);
const changes = changesSinceLastVersion(ROOT);
if (changes.length === 0)
  stop('No commit since the last version says what users see: give one a line `Changelog: …` at its end.');
const section = changelogSection(version, date, changes);
const changelog = join(ROOT, 'docs', 'changelog.md');
const title = '# Changes\n';
const before = existsSync(changelog) ? readFileSync(changelog, 'utf8').slice(title.length) : '';
writeFileSync(changelog, `${title}\n${section}${before}`);
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
const { edgePackage, source } = publishedOf(packageJson);
console.log(
  edgePackage === null
    ? 'The edge’s package has no name of yours yet (`published` in package.json), so it is published nowhere.'
    : 'Then the edge’s package: npm publish .output/*.tgz',
);
if (source === null)
  console.log('`repository` in package.json is not set: the first page can’t say where the source is.');
