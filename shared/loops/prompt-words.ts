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
const FILE_PLACE = /[\p{L}\p{N}_./\\-]+\.[a-z]{1,5}(?::\d+){1,2}/giu;
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
  const words: string[] = [];
  const letters: string[] = [];
  for (const [word] of normal(plain).matchAll(WORD)) {
    const parts = [...word];
    if (!isUnspaced(word)) {
      letters.push(word);
      if (parts.length > 1) words.push(word);
      continue;
    }
    letters.push(...parts);
    if (parts.length < 3) words.push(word);
    else for (let at = 0; at + 1 < parts.length; at++) words.push(`${parts[at]}${parts[at + 1]}`);
  }
  return {
    words,
    letters,
    places,
    quoted,
    text: [...normal(text.replace(ADDRESS, ' ')).matchAll(WORD)].flatMap(([word]) =>
      isUnspaced(word) ? [...word] : word,
    ),
    codes,
    namesFault: places.size > 0 || EXCEPTION.test(text) || codes.size > 0,
  };
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
