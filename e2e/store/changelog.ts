import { execFileSync } from 'node:child_process';

/** A version's section of the changelog: what its commits say that users see. */
export const changelogSection = (version: string, date: string, changes: readonly string[]): string =>
  `## ${version} (${date})\n\n${changes.map((change) => `- ${change}\n`).join('')}`;

/**
 * What users see of the commits since the last version tag (of all commits without one), oldest first: the values of their
 * `Changelog` trailers, of which a commit may have several.
 */
export function changesSinceLastVersion(root: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const [last] = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD')
    .split('\n')
    .filter(Boolean);
  const trailers = '--format=%(trailers:key=Changelog,valueonly,unfold)';
  return git('log', '--no-merges', '--reverse', trailers, last === undefined ? 'HEAD' : `${last}..HEAD`)
    .split('\n')
    .filter((change) => change.trim() !== '');
}
