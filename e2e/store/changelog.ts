import { execFileSync } from 'node:child_process';

/** A version's section of the changelog: what its commits say that users see. */
const changelogSection = (version: string, date: string, changes: readonly string[]): string =>
  `## ${version} (${date})\n\n${changes.map((change) => `- ${change}\n`).join('')}`;

/** What somebody wrote by hand for the next version, which then stands instead of the commits' lines. */
const NEXT = /^## Next\n+([\s\S]*?)(?=^## |$(?![\s\S]))/m;

/**
 * The changelog with a new version on top.
 * @param before the present one, empty where there is none
 * @param changes of the commits, oldest first; not used where the changelog has a section “Next”
 * @returns null where nothing says what changed
 */
export function withVersion(
  before: string,
  version: string,
  date: string,
  changes: readonly string[],
): string | null {
  const next = NEXT.exec(before)?.[1]?.trim();
  const section = next ? `## ${version} (${date})\n\n${next}\n` : changelogSection(version, date, changes);
  if (!next && changes.length === 0) return null;
  const older = before.replace(NEXT, '').replace(/^# Changes\n+/, '');
  return `# Changes\n\n${section}${older === '' ? '' : `\n${older}`}`;
}

/**
 * What users see of the commits since the last version tag (of all commits without one), oldest first: the
 * values of their `Changelog` trailers, of which a commit may have several.
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
