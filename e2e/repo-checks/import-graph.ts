import { posix } from 'node:path';
import { ownFiles, textOf } from './own-files.ts';

/** One file importing another, by paths from the root. */
export interface Import {
  file: string;
  imported: string;
  /** It takes types only, which are gone when the code runs. */
  isTypeOnly?: boolean;
}

const IMPORT = /(?:(import|export)\s+(type\s)?([^'";]*?)\sfrom|import)\s*\(?\s*'([^']+)'/g;

export const isTest = (file: string) =>
  /\/(?:testing|fixtures)\/|(?:\.test|\.spec|\.setup|-fixture|fixtures)\.tsx?$|vitest\.config/.test(file);

/** All imports of a room's files; relative ones as paths from the root, packages by name. */
export function importsOf(room: string): Import[] {
  return ownFiles(new RegExp(`^${room}/.*\\.tsx?$`)).flatMap((file) => importsIn(file, textOf(file)));
}

export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, , type, names, name = '']) => ({
    file,
    imported: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name,
    isTypeOnly: type !== undefined || namesTypesOnly(names ?? ''),
  }));
}

function namesTypesOnly(names: string): boolean {
  const [, listed] = /^\{([^}]*)\}$/.exec(names.trim()) ?? [];
  const each = (listed ?? '').split(',').filter((name) => name.trim() !== '');
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name));
}

/** The folder of each file; a file beside folders counts by itself: it is neither above nor below them. */
function foldersOf(imports: readonly Import[]): (file: string) => string {
  const folders = new Set(imports.flatMap(({ file, imported }) => [file, imported].map(posix.dirname)));
  const above = new Set([...folders].flatMap(ancestorsOf));
  return (file) => (above.has(posix.dirname(file)) ? file : posix.dirname(file));
}

function ancestorsOf(folder: string): string[] {
  const parts = folder.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** The shortest import circle between folders of a room, in steps `file → file`; null when there is none. */
export const folderCircle = (imports: readonly Import[]) => shortestCircle(imports, foldersOf(imports));

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

/** Folders that must not import others: each `[those, what they must not import, why]`. */
const LAYERS: readonly (readonly [from: RegExp, to: RegExp, why: string])[] = [
  [
    /^extension\/(?:now|popup|options|console|launch\/ui|import)\//,
    /^extension\/background\//,
    'views send messages',
  ],
  [
    /^extension\/(?:background|reads|paid|ui|storage|messaging|edge-client)\//,
    /^extension\/(?:now|popup|options|console|launch\/ui)\//,
    'a view is above what it is made of',
  ],
  [/^extension\/console\/(?:parts|grid)\//, /^extension\/console\/(?!parts\/|grid\/)/, 'parts know no page'],
  [/^extension\/console\/kit\//, /^extension\/console\/(?:pages|frame)\//, 'the kit knows no page'],
  [/^extension\/console\/(?!frame\/)/, /^extension\/console\/frame\//, 'the frame is above its pages'],
  [/^edge\/http\//, /^(?:edge|extension|e2e)\/(?!http\/)/, 'http knows nothing of the account'],
  [
    /^edge\/(?!account\/|routes\/|index\.ts|testing\/)/,
    /^edge\/account\//,
    'the object is above its capabilities',
  ],
  [
    /^edge\/(?:attention|caps|guards|paid-calls|imports|sections|events|devices|forecasts)\//,
    /^edge\/webhooks\//,
    'who sent an event is not their matter',
  ],
];

/** Imports that violate the layers, as `file → file: why`. */
export const layerFaults = (imports: readonly Import[]): string[] =>
  imports.flatMap(({ file, imported }) =>
    [
      ...LAYERS.filter(([from, to]) => from.test(file) && to.test(imported)).map(([, , why]) => why),
      ...(isOfAnotherPage(file, imported) ? ['what two pages share is in the kit'] : []),
    ].map((why) => `${file} → ${imported}: ${why}`),
  );

/** The page of the console that a file is of; each tab of a project is one. */
const pageOf = (file: string) => /^extension\/console\/pages\/((?:project\/)?[^/]+)\//.exec(file)?.[1];

function isOfAnotherPage(file: string, imported: string): boolean {
  const [page, other] = [pageOf(file), pageOf(imported)];
  return page !== undefined && other !== undefined && page !== other;
}
