import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHROME_BUILD } from '../../dev/browser.ts';
import { builtExtension } from '../built-extension.ts';
import { countFigure, type Figure } from '../figure.ts';
import { bundled } from '../workerd.ts';

const KB = 1_000;
const ASKED_KB = { popup: 48, background: 56, worker: 200 };
/**
 * What a change may not exceed. All of the popup is needed for its first rows: Preact and signals, the rows
 * and their words, and whether the account can build.
 */
export const TRIPWIRE_KB: typeof ASKED_KB = { popup: 44.5, background: 56, worker: 212 };
/** Class names of the classic build; the small one says `ZodMiniString`. */
const FULL_ZOD = /["'`]ZodString["'`]/;
/** Class names of both builds. Pages trust what is in storage (extension/storage/storage-schema.md). */
const ANY_ZOD = /["'`]\$?Zod[A-Z]\w+["'`]/;

/** Gzipped download sizes of a new build. */
export async function sizes(): Promise<Figure[]> {
  await builtExtension();
  return sizesOfBuild(ASKED_KB);
}

/** Gzipped download sizes: everything that the popup loads, the background with its imports, the Worker. */
export async function sizesOfBuild(most: typeof ASKED_KB): Promise<Figure[]> {
  const popup = await scriptsOf('popup.html');
  const background = await withImports('background.js');
  const worker = await bundled('edge');
  const all = [...popup.values(), ...background.values()].join('\n');
  const size = (what: string, text: string, atMost: number) =>
    countFigure(`size, gzipped: ${what}`, gzipSync(text, { level: 9 }).length / KB, {
      unit: 'kB',
      atMost,
      digits: 1,
    });
  return [
    size('scripts of the popup', [...popup.values()].join('\n'), most.popup),
    size('script of the background', [...background.values()].join('\n'), most.background),
    size('the Worker', worker, most.worker),
    countFigure('zod in the scripts of the popup', ANY_ZOD.test([...popup.values()].join('\n')) ? 1 : 0, {
      unit: '',
      atMost: 0,
    }),
    countFigure('full zod in the extension', FULL_ZOD.test(all) ? 1 : 0, { unit: '', atMost: 0 }),
  ];
}

async function scriptsOf(page: string): Promise<Map<string, string>> {
  const html = await readFile(join(CHROME_BUILD, page), 'utf8');
  const found = new Map<string, string>();
  for (const [, source = ''] of html.matchAll(/<script[^>]+src="\/?([^"]+)"/g)) {
    for (const [name, text] of await withImports(source)) found.set(name, text);
  }
  return found;
}

/** A script with its static imports; dynamic ones are not counted. */
async function withImports(file: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(file)) return found;
  const text = await readFile(join(CHROME_BUILD, file), 'utf8');
  found.set(file, text);
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["']\.{0,2}\/?([^"']+\.js)["']/g)) {
    await withImports(name.includes('/') ? name : join('chunks', name), found);
  }
  return found;
}
