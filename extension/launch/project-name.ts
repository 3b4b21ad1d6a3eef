import { nameProblem, PROJECT_NAME_MAX } from '../../shared/operations/new-project.ts';

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '&': ' and ',
};

/** Words without meaning at the beginning of a name, and words that a name can't end with. */
const ARTICLES = new Set('the a an der die das ein eine le la les el los'.split(' '));
const CONNECTIVES = new Set([
  ...ARTICLES,
  ...'of for and or to in on at with from by is are your our my'.split(' '),
  ...'und oder von vom fuer mit im zu zum zur auf bei des dem den'.split(' '),
  ...'de du et y'.split(' '),
]);
/** Between the title of a page and the name of its site. */
const SEPARATOR = /(?<!\s)\s+[|–—·»-]\s+/;

/**
 * Suggests a valid name from a page's title, else from its host, else a generic one: whole words while they
 * fit, no dangling word at the end, no name that the service reserves.
 * @param host of the page, for titles without Latin letters
 */
export function suggestName(title: string, host = ''): string {
  if (nameProblem(title) === null && !isReserved(title)) return title;
  const [page = ''] = title.split(SEPARATOR);
  const sources = wordsOf(page).length > 1 ? [page, title] : [title];
  for (const source of [...sources, host.replace(/^www\./, '').replaceAll('.', ' ')]) {
    const words = meaningful(wordsOf(source));
    const name = fitWords(words);
    if (nameProblem(name) === null) return name;
    const longer = fitWords(['project', ...words]);
    if (words.length > 0 && nameProblem(longer) === null) return longer;
  }
  return 'new-project';
}

/** Reserved names of the service (`RESERVED_PROJECT_NAME`). */
const isReserved = (name: string): boolean => name.includes('-dev-');

/** Removes articles at the beginning. */
function meaningful(words: string[]): string[] {
  const first = words.findIndex((word) => !ARTICLES.has(word));
  return first < 0 ? [] : words.slice(first);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[äöüßæøåœłđðþı&]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function fitWords(words: string[]): string {
  const start = words.findIndex((word) => /^[a-z]/.test(word));
  let name = '';
  for (const word of start < 0 ? [] : words.slice(start)) {
    const longer = name === '' ? word.slice(0, PROJECT_NAME_MAX) : `${name}-${word}`;
    if (longer.length > PROJECT_NAME_MAX) break;
    name = longer;
  }
  return ended(name).replace(/(-dev)+(?=-)/g, '');
}

/** Removes dangling words at the end. */
function ended(name: string): string {
  const words = name.split('-');
  while (words.length > 1 && CONNECTIVES.has(words.at(-1) ?? '')) words.pop();
  return words.join('-');
}
