/** What a prompt is about, in any language and without a word list. */
export interface PromptWords {
  /** Its words in normal form. Scripts without spaces give pairs of letters. */
  words: readonly string[];
  /** The same in their order, scripts without spaces by the letter. */
  letters: readonly string[];
  /** Files in which it names a place, `checkout.ts:41`. */
  places: ReadonlySet<string>;
  /** Texts that it quotes, from 12 letters on: a shorter one is a label as often as an error. */
  quoted: ReadonlySet<string>;
  /** All of it in order, what is quoted too: where a text was pasted, a run of these is in both. */
  text: readonly string[];
  /** Status codes of failed responses. */
  codes: ReadonlySet<string>;
  /** Whether it names an exception, a place in a file or a status code. */
  namesFault: boolean;
}

const LETTERS_MAX = 2_000;
const QUOTED_MIN = 12;

const QUOTED =
  /`([^`\n]{3,200})`|"([^"\n]{3,200})"|“([^”\n]{3,200})”|„([^“”\n]{3,200})[“”]|«([^»\n]{3,200})»|「([^」\n]{3,200})」/gu;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>)]+/giu;
/** It begins where a name begins only: within a long text without spaces it would be looked for from each letter to the end. */
const FILE_PLACE = /(?<![\p{L}\p{N}_./\\-])[\p{L}\p{N}_./\\-]+\.[a-z]{1,5}(?::\d+){1,2}/giu;
const EXCEPTION = /\b[A-Z][A-Za-z]*(?:Error|Exception)\b/u;
const STATUS = /(?<![\p{L}\p{N}.,:/-])[45]\d\d(?![\p{L}\p{N}.,:/%-])/gu;
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])/[a-z][\\w/:.{}-]*|[${UNSPACED}][${UNSPACED}\\p{M}]*|[\\p{L}\\p{N}\\p{M}_]+(?:['’]\\p{L}+)?`,
  'gu',
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** Whether a word is of a script that puts no space between words. */
export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word);

export function promptWords(prompt: string): PromptWords {
  const text = prompt.slice(0, LETTERS_MAX).normalize('NFKC');
  const quoted = new Set<string>();
  for (const match of text.matchAll(QUOTED)) {
    const inside = normal(match.slice(1).find((part) => part !== undefined) ?? '');
    if ([...inside].length >= QUOTED_MIN && isText(inside)) quoted.add(inside);
  }
  const places = new Set([...text.matchAll(FILE_PLACE)].map(([place]) => fileOf(place)));
  const plain = text
    .replace(QUOTED, (found) => (quoted.has(normal(found.slice(1, -1))) ? ' ' : found))
    .replace(ADDRESS, ' ')
    .replace(FILE_PLACE, ' ');
  const codes = new Set([...text.matchAll(STATUS)].map(([code]) => code));
  const named = wordsIn(plain);
  return {
    words: named.flatMap(pairsOf),
    letters: named.flatMap(lettersOf),
    places,
    quoted,
    text: wordsIn(text.replace(ADDRESS, ' ')).flatMap(lettersOf),
    codes,
    namesFault: places.size > 0 || EXCEPTION.test(text) || codes.size > 0,
  };
}

const wordsIn = (text: string): string[] => [...normal(text).matchAll(WORD)].map(([word]) => word);

const lettersOf = (word: string): string[] => (isUnspaced(word) ? [...word] : [word]);

/** What a word counts as: a letter alone as nothing, a script without spaces as pairs of letters. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  if (!isUnspaced(word)) return letters.length > 1 ? [word] : [];
  return letters.length < 3 ? [word] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** A name of two words is compared by its words. */
const isText = (inside: string): boolean =>
  STARTS_UNSPACED.test(inside) || /\S\s+\S+\s+\S|[^\p{L}\p{M}\p{N}\s]/u.test(inside);

/** Lines move as their file is changed. */
const fileOf = (place: string): string => place.toLowerCase().replace(/(?::\d+)+$/, '');

/** Lower case, Latin letters without accents. */
const normal = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
