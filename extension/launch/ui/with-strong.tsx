import type { JSX } from 'preact';

const MARK = '\u0001';

/**
 * A message with one of its parts set in bold, wherever the language puts it.
 * @param words writes the message around what it is given for the part
 */
export function WithStrong({ words, part }: { words: (part: string) => string; part: string }): JSX.Element {
  const [before = '', after = ''] = words(MARK).split(MARK);
  return (
    <>
      {before}
      <strong>{part}</strong>
      {after}
    </>
  );
}
