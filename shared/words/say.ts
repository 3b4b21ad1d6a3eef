import type { Language } from '../languages.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

/** A sentence of the files of words. */
export type SentenceName = keyof typeof en;

/** A sentence; one with a count has a form for one. */
type Sentence = string | { readonly 1: string; readonly n: string };

/** Words of items and announcements; browsers' come from the same files (`extension/modules/messages`). */
const WORDS: Readonly<Record<Language, Readonly<Record<SentenceName, Sentence>>>> = { en, de };

export const isSentence = (name: string): name is SentenceName => Object.hasOwn(en, name);

/** Says a sentence, in the form of its count. */
export function say(
  language: Language,
  name: SentenceName,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const sentence = WORDS[language][name];
  const count = typeof values.count === 'number' ? values.count : 0;
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const form = typeof sentence === 'string' ? sentence : sentence[isOne ? 1 : 'n'];
  return form.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = values[field] ?? '';
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

/** What a cap counts: `credits`, a unit, or what the name of the field with the cap says. */
export const unitOf = (capKind: string | null): string =>
  (capKind ?? 'credits').replace(/^monthly(\w+?)Cap$/, '$1s').toLowerCase();

/** The name of messages for `edge-timeout` is `edgeTimeout`: browsers allow no hyphen there. */
export type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

/** The name of the messages for one of our kinds. */
export function wordOf<Kind extends string>(kind: Kind): WordOf<Kind> {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as WordOf<Kind>;
}
