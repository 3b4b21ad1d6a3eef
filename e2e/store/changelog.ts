import { execFileSync } from 'node:child_process';

/** A commit: its subject, and the files that it changed. */
export interface Commit {
  readonly subject: string;
  readonly files: readonly string[];
}

const SECTIONS = [
  ['Extension', /^extension\//],
  ['Edge', /^edge\//],
  ['Both', /^shared\//],
] as const;

/** User-visible changes of these commits, by area; commits to tests, tools or documents only are left out. */
export function changelogSection(version: string, date: string, commits: readonly Commit[]): string {
  const lines = [`## ${version} (${date})`];
  const left = new Set(commits);
  for (const [title, folder] of SECTIONS) {
    const own = [...left].filter(({ files }) =>
      files.some((file) => folder.test(file) && !/\.test\.tsx?$/.test(file)),
    );
    for (const commit of own) left.delete(commit);
    if (own.length > 0) lines.push('', `### ${title}`, '', ...own.map(({ subject }) => `- ${subject}`));
  }
  return `${lines.join('\n')}\n`;
}

/** The commits since the last version tag, oldest first; all commits without one. */
export function commitsSinceLastVersion(root: string): Commit[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const [last] = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD')
    .split('\n')
    .filter(Boolean);
  const range = last === undefined ? ['HEAD'] : [`${last}..HEAD`];
  const log = git('log', '--no-merges', '--reverse', '--name-only', '--format=%x00%s', ...range);
  return log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [subject = '', ...files] = entry.split('\n').filter(Boolean);
      return { subject, files };
    });
}
