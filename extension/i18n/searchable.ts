/**
 * A text in the form in which it is searched and compared with what is typed: lower case, without accents, and with the hyphen
 * of the keyboard for those that texts are set with.
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toLocaleLowerCase();

/** Whether a text has each of the words typed, in whatever order. */
export const isFound = (text: string, typed: string): boolean =>
  searchable(typed)
    .split(/\s+/)
    .every((word) => searchable(text).includes(word));
