import { searchable, searchWords } from '../../i18n/searchable.ts';

/** What is searched: its title before all else it is found by. */
export type Named = { title: string; note: string; also?: string; of?: string };

/** Rates a typed word: 4 if whole, 3 at a beginning, 2 within a word, 1 by letters in order, 0 if absent. */
function closeness(typed: string, words: readonly string[]): number {
  if (words.includes(typed)) return 4;
  if (words.some((word) => word.startsWith(typed))) return 3;
  if (words.some((word) => word.includes(typed))) return 2;
  return typed.length > 2 && words.some((word) => hasInOrder(word, typed)) ? 1 : 0;
}

/** Whether a word begins as what is typed and has the rest of its letters in their order. */
function hasInOrder(word: string, typed: string): boolean {
  if (word[0] !== typed[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === typed[at]) at += 1;
  return at === typed.length;
}

/**
 * Finds what has every typed word, the best first: in its title rather than in the rest, and beginning with
 * the first one. Matches by letters alone count only where nothing else is found.
 */
export function matching<F extends Named>(query: string, findings: readonly F[]): F[] {
  const typed = searchWords(query);
  const found = findings.flatMap((finding) => {
    const { title, note, also = '', of = title } = finding;
    const [own, all] = [searchWords(title), searchWords(`${title} ${note} ${also}`)];
    const fits = typed.map((word) => [closeness(word, own), closeness(word, all)] as const);
    const worst = Math.min(4, ...fits.map(([, anywhere]) => anywhere));
    if (worst === 0) return [];
    const isFirst = [title, of].some((text) => searchable(text).startsWith(typed[0] ?? ''));
    const rank = fits.reduce((sum, [inTitle]) => sum + inTitle, isFirst ? 4 * typed.length : 0);
    return [{ finding, rank, isLoose: worst === 1 }];
  });
  const strict = found.filter(({ isLoose }) => !isLoose);
  return (strict.length > 0 ? strict : found)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ finding }) => finding);
}
