import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { readMessages } from '../modules/messages/read-messages.ts';

const ROOT = join(import.meta.dirname, '..');

/** Read by the manifest, or by a word of the service's. */
const INDIRECT = /^(description$|launch\.command\.|feature\.|unit\.|category\.|serviceWord\.|@@)/;

/** Whether code uses the key as it is, or composes it from its section and a name or word of the service. */
function isSaid(key: string, code: string): boolean {
  const section = key.replace(/\.[^.]*$/, '');
  return [`'${key}'`, `\`${section}.\${`, `, '${section}')`].some((use) => code.includes(use));
}

async function sources(): Promise<string> {
  const files = await readdir(ROOT, { recursive: true });
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  // Titles are composed where edge and extension both take them from.
  const said = [...code, '../shared/attention/news.ts'];
  return (await Promise.all(said.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n');
}

const shape = (message: { key: string[]; type: string; namedSubstitutions: string[] }) =>
  [message.key.join('.'), message.type, [...message.namedSubstitutions].sort().join(',')].join(' ');

/** All but English, which the others are compared with. */
const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

test.each(TRANSLATIONS)('%s says the same things as English, with the same blanks', async (language) => {
  const [english, other] = await Promise.all([readMessages('en'), readMessages(language)]);
  expect(other.map(shape).sort()).toEqual(english.map(shape).sort());
});

test('no word is kept that nothing says', async () => {
  const code = await sources();
  const unsaid = (await readMessages('en'))
    .map(({ key }) => key.join('.'))
    .filter((key) => !INDIRECT.test(key) && !isSaid(key, code));
  expect(unsaid).toEqual([]);
});

test('no key has a character that browsers refuse', async () => {
  for (const { key } of await readMessages('en')) {
    if (!key[0]?.startsWith('@@')) expect(key.join('_')).toMatch(/^\w+$/);
  }
});

test('no sentence ends twice: German shortens "Sek." and "Std." with a full stop of their own', async () => {
  const result = (await readMessages('de')).map((message) => JSON.stringify(message));
  expect(result.filter((words) => /\{(ago|when|in|by|range|duration)\}\./.test(words))).toEqual([]);
});

const saidIn = async (language: Language): Promise<Map<string, string>> =>
  new Map(
    (await readMessages(language))
      .filter(({ key: [section = ''] }) => !section.startsWith('@@'))
      .flatMap((message) =>
        message.type === 'plural'
          ? Object.entries(message.plurals).map(
              ([n, words]) => [`${message.key.join('.')}.${n}`, words] as const,
            )
          : [[message.key.join('.'), message.message] as const],
      ),
  );

/** Words with another word in their place: each thing has one name, and "tell" has no passive. */
const NOT_SAID: Record<Language, RegExp> = {
  en: /\b(put away|throw(n)? away|take away|given back|told|untold|reckon\w*|shut|spoken for|channels? of alerts|nobody (tells|knows|names))\b|\bGive\b(?! (it|the|your) )/i,
  de: new RegExp(
    [
      // der Edge, das Limit, die Wache, der Prompt, der Inhaber, der Bauende, der Datensatz
      String.raw`\b[Dd](ie|eine) Edge\b`,
      String.raw`\bGrenzen?\b|\w-Limits?\b(?<!Credit-Limits?)`,
      'Wächter',
      'Auftr[aä]g|Reihe von',
      String.raw`\bOwner|\bBuilder\b|Besitzer|Erbauer`,
      String.raw`\bOptionen\b|Retry|Subscription`,
      // stoppen, veröffentlichen, versuch
      String.raw`\banhalt|angehalten|\bh(ä|ie)lt\b[^.;:]*\ban\b(?! )`,
      String.raw`(?<!npm run )\b[Dd]eploy|\b[Vv]ersuche es\b`,
      'Infrastruktur-Limit|Datenbackend|Designwerkzeug|Vorführ| …',
      // Build, Rebuild, ID, gespeichert, eingeben: a finger taps
      String.raw`\bBaus?\b|Neubau|Kennung|\b[Aa]b(ge|zu)?leg(en|t)\b|\b([Tt]ipp|eintipp)`,
      // setzen, Erfahrungswerte, registrieren, wiederherstellen (die Zurücksetzung is the month's)
      '[Ff]estleg|festgelegt|Vergangenheit|angemeldet|Limits? [^.;:]*zurückgesetzt',
    ].join('|'),
  ),
};

test.each(LANGUAGES)('nothing in %s has a second name: see NOT_SAID for the one to use', async (language) => {
  const said = [...(await saidIn(language))].filter(
    ([key, words]) => !key.startsWith('console.palette.also.') && NOT_SAID[language].test(words),
  );
  expect(said).toEqual([]);
});

test.each(LANGUAGES)('every sentence in %s begins with a capital, a number or a blank', async (language) => {
  const said = [...(await saidIn(language))].filter(
    ([, words]) => /\.$/.test(words) && /^\p{Ll}/u.test(words),
  );
  expect(said).toEqual([]);
});

test.each(TRANSLATIONS)(
  'what ends as a sentence, a question or a pause in English does so in %s',
  async (language) => {
    const [english, translated] = await Promise.all([saidIn('en'), saidIn(language)]);
    const endOf = (words = '') => /[.?!:…]$/.exec(words)?.[0] ?? '';
    const differing = [...english].flatMap(([key, words]) => {
      const other = translated.get(key);
      // German shortens units with a full stop of their own.
      return endOf(words) === endOf(other) || /\{(ago|when|range)\}$/.test(other ?? '')
        ? []
        : [[key, words, other]];
    });
    expect(differing).toEqual([]);
  },
);
