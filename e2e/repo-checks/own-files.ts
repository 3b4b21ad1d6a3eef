import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const NOT_OURS = new Set(['node_modules', 'test-results']);

/** The repository's own files, by path from the root. @param pattern selects files */
export function ownFiles(pattern: RegExp): string[] {
  return globSync('**/*', { cwd: ROOT, exclude: (name) => NOT_OURS.has(name) || name.startsWith('.') })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort();
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
