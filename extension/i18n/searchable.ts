/**
 * The form in which a text is searched and compared with what is typed: lower case, without accents, and with
 * the keyboard's hyphen instead of typographic ones.
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toLocaleLowerCase();

/** The words of a text, or of what is typed, as they are searched. */
export const searchWords = (text: string): string[] =>
  searchable(text)
    .split(/[\s·,]+/)
    .filter(Boolean);

/** Whether a text has each of the words typed, in whatever order. */
export function isFound(text: string, typed: string): boolean {
  const own = searchable(text);
  return searchWords(typed).every((word) => own.includes(word));
}
