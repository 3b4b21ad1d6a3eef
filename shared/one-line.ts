const SPACES = /\p{White_Space}+/gu;
/** Invisible control and format characters; some reverse the text direction or spell hidden text. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
/**
 * Joiners that scripts need are kept: between letters (Persian, Urdu), after a virama (Hindi, Malayalam,
 * Sinhala), and in composed emoji.
 */
const NEEDED_JOINER =
  /(?<=\p{L})\p{Join_Control}(?=[\p{L}\p{M}])|(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}(?!\p{Cf})/gu;

/**
 * Normalizes a name to one line: collapses white space and removes invisible characters. Flags spelled in
 * tags (England, Scotland, Wales) become a plain black flag.
 */
export function oneLine(text: string): string {
  const spaced = text.replace(SPACES, ' ');
  const needed = new Set([...spaced.matchAll(NEEDED_JOINER)].map(({ index }) => index));
  return spaced
    .replace(UNSEEN, (letter, at: number) => (needed.has(at) ? letter : ''))
    .replace(SPACES, ' ')
    .trim();
}

/** Longest label of a project (service reference, Limits) and longest name of a browser, in characters. */
export const NAME_MAX = 80;

/** A label set by someone else, normalized for storage and display; null when nothing is left. */
export function shownLabel(label: string | null | undefined): string | null {
  const text = oneLine(label ?? '');
  const letters = [...text];
  const shown = letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : text;
  return shown === '' ? null : shown;
}
