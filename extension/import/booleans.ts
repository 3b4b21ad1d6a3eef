import type { Reading } from './numbers.ts';

const WORDS = {
  yes: 'yes true ja wahr oui vrai sí si sim sì vero verdadero verdadeiro tak prawda waar sant kyllä tosi да истина はい 是 ✓ ✔ ☑ ✅ 🗸 on checked',
  no: 'no false nein falsch non faux não nao falso nie fałsz onwaar nee nej nei falskt ei epätosi нет ложь いいえ 否 ✗ ✘ ✖ ❌ ☐ ❎ off unchecked',
};
/** These mean something else as well: they count where their column has nothing but yes and no. */
const WEAK = { yes: 'y t j 1 x', no: 'n f 0 - – ×' };
const NOTHING = /^(?:|n\/a|null)$/;

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

/** True for a column of yes and no alone. An x may be a cross beside another yes, a × a tick without one. */
export function isYesOrNo(texts: Iterable<string>): boolean {
  const words = [...new Set(Array.from(texts, plain))].filter((word) => !NOTHING.test(word));
  if (!words.every((word) => MEANINGS.has(word))) return false;
  const yes = words.filter((word) => MEANINGS.get(word)?.value);
  const no = words.filter((word) => !yes.includes(word));
  const hasSign = no.some((word) => /^[-–×]$/.test(word));
  return (
    !(yes.includes('x') && (yes.length > 1 || no.includes('×'))) &&
    !(hasSign && (no.length > 1 || yes.length === 0))
  );
}

/** Whether a column has nothing but ticks in it: an empty cell of it is a box without one. */
export const hasOnlyTicks = (texts: Iterable<string>): boolean => {
  const words = new Set(Array.from(texts, plain));
  return words.size === 1 && /^(?:checked|[✓✔☑✅🗸x])$/u.test([...words][0] ?? '');
};

/**
 * Reads a yes or no in one of several languages, or as a sign.
 * @param isSure false if the column has other words too (`isYesOrNo`): a letter or a dash is then asked about
 */
export function readBoolean(text: string, isSure: boolean): Reading<boolean> {
  const meaning = MEANINGS.get(plain(text));
  if (meaning === undefined) return { kind: 'none' };
  return meaning.isWeak && !isSure
    ? { kind: 'ambiguous', choices: [meaning.value], doubt: 'as-it-stands' }
    : { kind: 'value', value: meaning.value };
}
