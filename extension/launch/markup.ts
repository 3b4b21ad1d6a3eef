/** Shown part of a tag, in characters. */
const TAG_MAX = 24;
const OPENS = '<!--';
const CLOSES = '-->';

/** The first piece of markup in a text, a tag or a comment, shortened; null where there is none. */
export function markupIn(text: string): string | null {
  const first = [tagIn(text), commentIn(text)]
    .filter((piece) => piece !== null)
    .sort((a, b) => a.at - b.at)[0]?.text;
  if (first === undefined) return null;
  return first.length > TAG_MAX ? `${first.slice(0, TAG_MAX - 2)}…>` : first;
}

type Piece = { at: number; text: string };

function tagIn(text: string): Piece | null {
  const found = /<\/?[a-z][^<>]*>/i.exec(text);
  return found && { at: found.index, text: found[0] };
}

/** By two searches: an expression would look for the end from every beginning again. */
function commentIn(text: string): Piece | null {
  const at = text.indexOf(OPENS);
  const end = at < 0 ? -1 : text.indexOf(CLOSES, at + OPENS.length);
  return end < 0 ? null : { at, text: text.slice(at, end + CLOSES.length) };
}
