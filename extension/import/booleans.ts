import type { Reading } from './numbers.ts';

const WORDS = {
  yes: 'yes true ja wahr oui vrai sí si sim sì vero verdadero verdadeiro tak prawda waar да истина はい 是 ✓ ✔ ☑ ✅ 🗸 on',
  no: 'no false nein falsch non faux não nao falso nie fałsz onwaar nee нет ложь いいえ 否 ✗ ✘ ✖ ❌ ☐ ❎ off',
};
/** These mean something else as well: they count where their column has nothing but yes and no. */
const WEAK = { yes: 'y t j 1 x', no: 'n f 0 - – ×' };
const MARK = /^[✓✔☑✅🗸]$/u;

const MEANINGS = new Map<string, { value: boolean; isWeak: boolean }>();
for (const value of [true, false])
  for (const [words, isWeak] of [
    [WORDS, false],
    [WEAK, true],
  ] as const)
    for (const word of words[value ? 'yes' : 'no'].split(' ')) MEANINGS.set(word, { value, isWeak });

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/\ufe0f/g, '');

/** Whether a column has nothing but yes and no in it. Beside ticks, an x is a no, and a dash may be either. */
export function isYesOrNo(texts: Iterable<string>): boolean {
  const found = new Set<string>();
  for (const text of texts) {
    const word = plain(text);
    if (word !== '' && !MEANINGS.has(word)) return false;
    found.add(word);
    if (found.size > 12) return false;
  }
  const has = (...words: string[]) => words.some((word) => found.has(word));
  const hasMark = [...found].some((word) => MARK.test(word));
  const hasWordForNo = [...found].some(
    (word) => MEANINGS.get(word)?.value === false && !/^[-–×]$/.test(word),
  );
  return !(hasMark && has('x')) && !(hasWordForNo && has('-', '–', '×'));
}

/**
 * Reads a yes or no in one of several languages, or as a sign.
 * @param isSure false where the column has other words too (`isYesOrNo`): a letter or a dash is then asked about
 */
export function readBoolean(text: string, isSure: boolean): Reading<boolean> {
  const meaning = MEANINGS.get(plain(text));
  if (meaning === undefined) return { kind: 'none' };
  return meaning.isWeak && !isSure
    ? { kind: 'ambiguous', choices: [meaning.value], doubt: 'as-it-stands' }
    : { kind: 'value', value: meaning.value };
}
