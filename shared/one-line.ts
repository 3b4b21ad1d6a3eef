const SPACES = /\p{White_Space}+/gu;
/** Control and format characters: nobody sees them, and some turn the direction of what follows or spell a hidden text. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
/**
 * Joiners that the writing needs stay: between letters (Persian, Urdu), after the mark that asks for one (Hindi, Malayalam,
 * Sinhala), and in an emoji that is made of several.
 */
const NEEDED_JOINER =
  /(?<=\p{L})\p{Join_Control}(?=[\p{L}\p{M}])|(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}(?!\p{Cf})/gu;

/**
 * A name as it is kept and shown: on one line, white space collapsed, without characters that nobody sees. Of a flag that
 * is spelled in tags (England, Scotland, Wales) a plain black one is left.
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

/** A project's label as others set it, fit to be kept and shown; null where nothing is left of it. */
export function shownLabel(label: string | null | undefined): string | null {
  const text = oneLine(label ?? '');
  const letters = [...text];
  const shown = letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : text;
  return shown === '' ? null : shown;
}
