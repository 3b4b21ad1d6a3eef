import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../shared/languages.ts';
import { ROOT } from '../dev/step.ts';

/** The texts that the stores ask for. */
export interface Listing {
  readonly name: string;
  /** Chrome takes it from the manifest. */
  readonly summary: string;
  readonly summaryForFirefox: string;
  readonly singlePurpose: string;
  readonly description: string;
  readonly pictures: readonly { readonly name: string; readonly title: string; readonly caption: string }[];
}

/** The listing of a language, from `docs/store`. */
export function readListing(language: Language): Listing {
  const file = language === 'en' ? 'listing.md' : `listing.${language}.md`;
  const text = readFileSync(join(ROOT, 'docs', 'store', file), 'utf8');
  const field = (name: string): string => {
    const [, value] = new RegExp(`^\\*\\*${name}\\*\\*[^:\\n]*: (.+)$`, 'm').exec(text) ?? [];
    if (!value) throw new Error(`${file} has no ${name}.`);
    return value;
  };
  const quoted = text.match(/^>.*$/gm) ?? [];
  const rows = text.matchAll(/^\| `([a-z]+)` \| ([^|]+) \| ([^|]+) \|$/gm);
  return {
    name: field('Name'),
    summary: field('Summary'),
    summaryForFirefox: field('Summary for Firefox'),
    singlePurpose: field('Single purpose'),
    description: quoted.map((line) => line.replace(/^> ?/, '')).join('\n'),
    pictures: [...rows].map(([, name = '', title = '', caption = '']) => ({ name, title, caption })),
  };
}
