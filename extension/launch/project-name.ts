/** The service's rules for a project id (service reference, Launch Project and Limits). */
export const NAME_MIN_CHARS = 4;
export const NAME_MAX_CHARS = 35;

export const NAME_PROBLEMS = ['empty', 'short', 'long', 'first-letter', 'characters', 'hyphens'] as const;
export type NameProblem = (typeof NAME_PROBLEMS)[number];

/** What keeps a name from being accepted, the most telling first; null when it fits. */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return 'empty';
  if (/[^a-z0-9-]/.test(name)) return 'characters';
  if (!/^[a-z]/.test(name)) return 'first-letter';
  if (/--|-$/.test(name)) return 'hyphens';
  if (name.length < NAME_MIN_CHARS) return 'short';
  return name.length > NAME_MAX_CHARS ? 'long' : null;
}

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

/**
 * A name that fits the rules, from a page's title, else from its host, else a plain one. Whole words while they fit.
 * @param host of the page, for titles that have no Latin letter
 */
export function suggestName(title: string, host = ''): string {
  for (const source of [title, host.replace(/^www\./, '').replaceAll('.', ' ')]) {
    const name = fitWords(wordsOf(source));
    if (nameProblem(name) === null) return name;
    const longer = fitWords(['project', ...wordsOf(source)]);
    if (wordsOf(source).length > 0 && nameProblem(longer) === null) return longer;
  }
  return 'new-project';
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
    const longer = name === '' ? word.slice(0, NAME_MAX_CHARS) : `${name}-${word}`;
    if (longer.length > NAME_MAX_CHARS) break;
    name = longer;
  }
  return name;
}
