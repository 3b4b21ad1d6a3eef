import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/languages.ts';
import { ROOT } from '../dev/step.ts';
import { readListing } from './listing.ts';
import { privacyPage } from './privacy-page.ts';

/** The most letters that the stores take: Chrome's and Mozilla's, whichever is less. */
const LETTERS_MAX = {
  name: 50,
  /** Also the manifest's `description`. */
  summary: 132,
  summaryForFirefox: 250,
  singlePurpose: 1_000,
  description: 15_000,
} as const;
/** Chrome shows at most five. */
const PICTURES_MAX = 5;
const PICTURES = join(ROOT, 'docs', 'store', 'pictures');

/** Size and colour type of a PNG. (PNG specification, section 11.2.1: IHDR.) */
function readPng(...path: string[]) {
  const bytes = readFileSync(join(PICTURES, ...path));
  const colourType = bytes.readUInt8(25);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), hasAlpha: colourType >= 4 };
}

const descriptionOf = (language: string): string =>
  /^description: (.+)$/m.exec(
    readFileSync(join(ROOT, 'extension', 'locales', `${language}.yml`), 'utf8'),
  )?.[1] ?? '';

describe.each(LANGUAGES)('the listing in %s', (language) => {
  const listing = readListing(language);

  test.each(Object.entries(LETTERS_MAX))('has a %s of at most %i letters', (name, max) => {
    const text = listing[name as keyof typeof LETTERS_MAX];
    expect(text.length).toBeGreaterThan(10);
    expect(text.length).toBeLessThanOrEqual(max);
  });

  test('has the summary of the manifest, from which Chrome takes it', () => {
    expect(
      descriptionOf(language)
        .replace(/^'(.*)'$/, '$1')
        .replaceAll("''", "'"),
    ).toBe(listing.summary);
  });

  test('has at most five pictures, each of 1280 by 800 without transparency, and the small tile', () => {
    expect(listing.pictures.length).toBeGreaterThan(0);
    expect(listing.pictures.length).toBeLessThanOrEqual(PICTURES_MAX);
    for (const { name } of listing.pictures)
      expect(readPng(language, `${name}.png`), name).toEqual({ width: 1280, height: 800, hasAlpha: false });
    expect(readPng(language, 'tile.png')).toEqual({ width: 440, height: 280, hasAlpha: false });
  });
});

test('the privacy statement is a page of its own, which says what the stores are told', () => {
  const page = privacyPage();
  expect(page).toContain('<h1>Privacy statement</h1>');
  expect(page.replace(/\s+/g, ' ')).toContain('what you captured of a page, with its address and title');
  expect(page, 'nothing to load').not.toMatch(/src=|href=|@import|\*\*/);
});

test('both languages show the same pictures', () => {
  const [english, german] = LANGUAGES.map((language) =>
    readListing(language).pictures.map(({ name }) => name),
  );
  expect(german).toEqual(english);
});

test('Firefox has the same pictures without words, and each store its icons', () => {
  for (const { name } of readListing('en').pictures)
    expect(readPng('firefox', `${name}.png`), name).toEqual({ width: 1280, height: 800, hasAlpha: false });
  for (const size of [32, 64, 128])
    expect(readPng(`icon-${size}.png`)).toEqual({ width: size, height: size, hasAlpha: true });
});
