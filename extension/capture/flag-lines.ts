import { FLAG_RULES, type Flag } from './flag-rules.ts';

/** Beyond this a line is looked at in pieces, so that no page makes the checks slow. */
const PIECE_CHARS = 2_000;

/** All lines of a text that a person should look at before they are sent, in order; one flag per line. */
export function flagLines(text: string): Flag[] {
  return text.split('\n').flatMap((line, index) => {
    const kind = kindOf(line);
    return kind ? [{ kind, line: index, text: line }] : [];
  });
}

/** The flags that nobody has decided on: a kept line is one the user chose to send as it is. */
export function undecidedFlags(text: string, keptLines: readonly string[]): Flag[] {
  const kept = new Set(keptLines);
  return flagLines(text).filter((flag) => !kept.has(flag.text));
}

/** The text without one flagged line. */
export function withoutLine(text: string, flag: Flag): string {
  const lines = text.split('\n');
  if (lines[flag.line] !== flag.text) return text;
  return lines.toSpliced(flag.line, 1).join('\n');
}

function kindOf(line: string): Flag['kind'] | null {
  if (line.length < 6) return null;
  for (let from = 0; from < line.length; from += PIECE_CHARS / 2) {
    const piece = line.slice(from, from + PIECE_CHARS);
    for (const rule of FLAG_RULES) {
      const kind = rule(piece);
      if (kind) return kind;
    }
    if (from + PIECE_CHARS >= line.length) break;
  }
  return null;
}
