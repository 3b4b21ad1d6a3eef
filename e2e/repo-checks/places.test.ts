import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { DATA_PLACES } from '../docs/data-places.ts';
import { PLACES, type Place } from '../docs/places.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Everything of the extension that may make a call. */
const scripts = globSync('extension/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.|\/fixtures\/|\/demo\//.test(file))
  .map((file) => [file, read(file)] as const);

/** The last of a path that stands in it as it is: `agent/clear-context`, `project-groups`. */
function lastWords(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const named = parts.findLastIndex((part) => !part.startsWith(':'));
  const after = parts.slice(0, named + 1).findLastIndex((part) => part.startsWith(':'));
  return parts.slice(after + 1, named + 1);
}

type Described = { method: string; path: string; reach?: string };
const ALL: [name: string, operation: Described, place: Place][] = [
  ...Object.entries(catalogue).map(
    ([name, operation]) =>
      [name, operation, PLACES[name as keyof typeof PLACES]] as [string, Described, Place],
  ),
  ...Object.entries(dataCatalogue).map(
    ([name, operation]) =>
      [`data: ${name}`, operation, DATA_PLACES[name as keyof typeof DATA_PLACES]] as [
        string,
        Described,
        Place,
      ],
  ),
];

describe('where a user does it is what the code does', () => {
  for (const [name, { method, path, reach }, place] of ALL)
    test(name, () => {
      switch (place.kind) {
        case 'view': {
          const code = place.source.map((file) => read(`extension/${file}`)).join('\n');
          const word = reach === 'launches' || reach === 'caps' ? reach : (lastWords(path).at(-1) ?? '');
          // `add-…` and `drop-…` may be put together of a verb and the rest.
          const rest = word.slice(word.indexOf('-'));
          expect(code, `${place.source.join(', ')} calls no path that ends in ${word}`).toMatch(
            new RegExp(word.includes('-') ? `\\b${word}\\b|\\}${rest}\\b` : `\\b${word}\\b`),
          );
          // A query sent by POST names only its body.
          const ways = method === 'POST' ? ["'POST'", 'body: '] : [`'${method}'`];
          if (method !== 'GET' && reach === 'gateway')
            expect(
              ways.some((way) => code.includes(way)),
              `${place.source.join(', ')} makes no call by ${method}`,
            ).toBe(true);
          return;
        }
        case 'edge': {
          const file = `edge/${place.source}`;
          expect(read(file), `${file} does not call it`).toContain(name);
          return;
        }
        case 'none': {
          // One word is the name of many things, and a path may be that of another operation too.
          const words = lastWords(path).join('/');
          const isShared = ALL.some(
            ([, other, { kind }]) => kind !== 'none' && lastWords(other.path).join('/') === words,
          );
          if (isShared) return;
          if (!words.includes('/') && !words.includes('-')) return;
          const found = scripts.flatMap(([file, code]) => (code.includes(`/${words}`) ? [file] : []));
          expect(found, 'is used after all: tell where a user does it (places.ts)').toEqual([]);
        }
      }
    });
});
