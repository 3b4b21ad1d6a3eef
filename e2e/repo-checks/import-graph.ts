import { posix } from 'node:path';
import { ownFiles, textOf } from './own-files.ts';

/** One file importing another, by paths from the root. Includes type-only imports. */
export interface Import {
  file: string;
  imported: string;
}

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

export const isTest = (file: string) =>
  /\/(?:testing|fixtures)\/|(?:\.test|\.spec|\.setup|-fixture|fixtures)\.tsx?$|vitest\.config/.test(file);

/** All imports of a room's files; relative ones as paths from the root, packages by name. */
export function importsOf(room: string): Import[] {
  return ownFiles(new RegExp(`^${room}/.*\\.tsx?$`)).flatMap((file) => importsIn(file, textOf(file)));
}

export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) => ({
    file,
    imported: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name,
  }));
}

/** Folders whose subfolders count separately. */
const DIVIDED = new Set(['edge/account', 'edge/webhooks', 'extension/launch']);

/** The first-level folder of a file within its room; a file beside those folders counts on its own. */
export function folderOf(file: string): string {
  const parts = file.split('/');
  const first = parts.slice(0, 2).join('/');
  return DIVIDED.has(first) && parts.length > 3 ? parts.slice(0, 3).join('/') : first;
}

/** The shortest import circle between folders of a room, each step as `file → file`; null when there is none. */
export const folderCircle = (imports: readonly Import[]) => shortestCircle(imports, folderOf);

/** The same of files. */
export const fileCircle = (imports: readonly Import[]) => shortestCircle(imports, (file) => file);

function shortestCircle(imports: readonly Import[], nodeOf: (file: string) => string): string[] | null {
  const steps = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const from = nodeOf(one.file);
    const to = nodeOf(one.imported);
    if (from === to && one.file !== one.imported) continue;
    const known = steps.get(from) ?? new Map<string, Import>();
    if (!known.has(to)) known.set(to, one);
    steps.set(from, known);
  }
  const circles = [...steps.keys()].flatMap((start) => wayBack(start, steps) ?? []);
  const shortest = circles.sort((one, other) => one.length - other.length)[0];
  return shortest?.map(({ file, imported }) => `${file} → ${imported}`) ?? null;
}

/** The shortest path from a node back to itself. */
function wayBack(start: string, steps: ReadonlyMap<string, ReadonlyMap<string, Import>>): [Import[]] | null {
  const seen = new Set<string>();
  let reached: { at: string; way: Import[] }[] = [{ at: start, way: [] }];
  while (reached.length > 0) {
    const next: typeof reached = [];
    for (const { at, way } of reached)
      for (const [to, by] of steps.get(at) ?? []) {
        if (to === start) return [[...way, by]];
        if (seen.has(to)) continue;
        seen.add(to);
        next.push({ at: to, way: [...way, by] });
      }
    reached = next;
  }
  return null;
}

const VIEWS = ['now', 'popup', 'options', 'launch/ui', 'console'];

/** Imports that violate the layers, as `file → file`. */
export function layerFaults(imports: readonly Import[]): string[] {
  return imports
    .filter(
      ({ file, imported }) =>
        (VIEWS.some((view) => file.startsWith(`extension/${view}/`)) &&
          imported.startsWith('extension/background/')) ||
        (file.startsWith('extension/background/') &&
          VIEWS.some((view) => imported.startsWith(`extension/${view}/`))) ||
        (file.startsWith('edge/http/') && /^(?:edge|extension|e2e)\/(?!http\/)/.test(imported)) ||
        (/^edge\/account\/[^/]+\//.test(file) && imported.startsWith('edge/webhooks/')),
    )
    .map(({ file, imported }) => `${file} → ${imported}`);
}
