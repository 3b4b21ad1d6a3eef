import { execFileSync } from 'node:child_process';
import packageJson from '../../package.json' with { type: 'json' };
import { PACKAGE_VERSION } from './origin.ts';

export const VERSION = PACKAGE_VERSION ?? packageJson.version;

const REVISION = /^[0-9a-f]{7,40}$/;

/** The version and, in git, the revision: `0.2.0+1a2b3c4`, with `.changed` when files differ from it. */
export function sourceName(): string {
  const revision = git('rev-parse', '--short', 'HEAD');
  if (revision === null || !REVISION.test(revision)) return VERSION;
  const isChanged =
    git('status', '--porcelain', '--untracked-files=no', '--', 'edge', 'shared', 'package-lock.json') !== '';
  return `${VERSION}+${revision}${isChanged ? '.changed' : ''}`;
}

/** How many changes of the edge lie between two names returned by this function; null when git can't tell. */
export function changesBetween(from: string, to: string): number | null {
  const [a, b] = [from, to].map((name) => /\+([0-9a-f]+)/.exec(name)?.[1]);
  if (a === undefined || b === undefined) return null;
  const count = git('rev-list', '--count', `${a}..${b}`, '--', 'edge', 'shared');
  return count === null || !/^\d+$/.test(count) ? null : Number(count);
}

function git(...words: string[]): string | null {
  // A repository around the package is somebody else's.
  if (PACKAGE_VERSION !== null) return null;
  try {
    return execFileSync('git', words, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
